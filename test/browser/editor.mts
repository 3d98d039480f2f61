import type { Locator, Page } from 'playwright-core';
import { OWNER } from '../../tools/lib/n8n.mts';

/** Selects by n8n's own test ids. */
export function byId(scope: Page | Locator, id: string): Locator {
	return scope.locator(`[data-test-id="${id}"]`);
}

/** How long one try of a press may take (ms). */
interface Try {
	timeout?: number;
}

/** n8n's editor in a page, as a user works it: what is clicked is counted. */
export class Editor {
	clicks = 0;

	constructor(
		readonly page: Page,
		readonly url: string,
	) {}

	/** Clicks, and counts it. */
	async click(target: Locator, options: Try = {}): Promise<void> {
		await target.click(options);
		this.clicks++;
	}

	/**
	 * Does something until what it brings is seen: a press while n8n still draws a form or a list does nothing. Each try waits longer
	 * than the one before, so that on a slow machine none undoes what the one before brings.
	 * @param act takes the time limit of one try
	 * @throws Error when it is not seen after the last try
	 */
	async until(seen: Locator, act: (limit: Try) => Promise<void>): Promise<void> {
		for (let timeout = 2000; timeout <= 10_000 && !(await seen.isVisible()); timeout += 2000) {
			// A press that does nothing is not counted.
			const { clicks } = this;
			await act({ timeout }).catch(() => undefined);
			await seen.waitFor({ timeout }).catch(() => (this.clicks = clicks));
		}
		await seen.waitFor();
	}

	/** Types where the cursor is. */
	async type(text: string): Promise<void> {
		await this.page.keyboard.type(text);
	}

	/** Logs the owner in by the form, to which any address of n8n leads; the cursor is in its first field by itself. */
	async signIn(address = `${this.url}/signin`): Promise<void> {
		await this.page.goto(address);
		const email = this.page.locator('input[name=emailOrLdapLoginId]');
		await email.waitFor();
		if (
			(await this.page.evaluate('document.activeElement?.getAttribute("name")')) !==
			'emailOrLdapLoginId'
		)
			await this.click(email);
		await this.type(OWNER.email);
		await this.page.keyboard.press('Tab');
		await this.type(OWNER.password);
		await this.page.keyboard.press('Enter');
		await this.page.waitForURL(/\/(?:home|workflow)\//);
	}

	/**
	 * Goes to an address within n8n. The editor stays loaded, as for somebody who clicks on a link in it: loading it takes 10 s of a
	 * processor, a change of its view 1 s.
	 */
	async go(address: string): Promise<void> {
		const { page } = this;
		// With --only, the test that signs in may be left out.
		if (page.url() === 'about:blank') await this.signIn();
		// What is open stays open over another view.
		if (await this.ndv.isVisible()) await this.closeNode();
		const close = page.locator('.el-dialog__headerbtn:visible').first();
		if (await close.isVisible()) await close.click();
		if (page.url().startsWith(`${this.url}/`))
			await page.evaluate(
				`void document.querySelector('#app').__vue_app__.config.globalProperties.$router.push('${address}')`,
			);
		else await page.goto(`${this.url}${address}`);
	}

	/** Opens an empty workflow. */
	async emptyWorkflow(): Promise<void> {
		// What was there before is gone once another view is seen.
		await this.go('/home/workflows');
		await byId(this.page, 'resources-list-item-workflow').first().waitFor();
		await this.go('/workflow/new');
		await byId(this.page, 'canvas-add-button').waitFor();
	}

	/** Opens a workflow. @param nodes the IDs of its nodes and notes */
	async openWorkflow(id: string, nodes: unknown[]): Promise<void> {
		await this.go(`/workflow/${id}`);
		for (const node of nodes)
			await this.page.locator(`.vue-flow__node[data-id="${String(node)}"]`).waitFor();
	}

	/** Opens the node panel and searches it until it offers the node. @throws Error when it does not within the time limit. */
	async find(text: string): Promise<void> {
		const { page } = this;
		const bar = byId(page, 'node-creator-search-bar');
		if (!(await bar.isVisible())) await byId(page, 'node-creator-plus-button').click();
		// First the list without a search, so that what an earlier search found is gone.
		await bar.fill('');
		await this.found.waitFor({ state: 'hidden' });
		await bar.fill(text);
		await this.found.waitFor();
	}

	/** @returns the place of our node among what the panel's search found, from 1; 0 where it is not shown */
	async placeInPanel(): Promise<number> {
		const names = await byId(this.page, 'node-creator-item-name').allInnerTexts();
		return names.findIndex((name) => name.trim() === 'Messaging Service') + 1;
	}

	/** Our node in the panel's list. */
	get found(): Locator {
		return byId(this.page, 'node-creator-item-name')
			.filter({ hasText: /^\s*Messaging Service\s*$/ })
			.first();
	}

	/** Finds the node in the panel and opens its list of triggers and actions. */
	async openNodePanel(): Promise<Locator> {
		const { page } = this;
		await this.click(
			byId(page, 'canvas-add-button').locator('button, [data-test-id=canvas-plus-button]').first(),
		);
		const bar = byId(page, 'node-creator-search-bar');
		await bar.waitFor();
		await bar.pressSequentially('messaging service');
		await this.until(
			byId(page, 'node-creator-category-item').first(),
			async (limit) => await this.click(this.found, limit),
		);
		return byId(page, 'item-iterator-item');
	}

	/** Opens an empty workflow, and in it the trigger or action of this name. */
	async begin(action: string): Promise<void> {
		await this.emptyWorkflow();
		const items = await this.openNodePanel();
		const actions = byId(this.page, 'node-creator-category-item').filter({
			hasText: /^\s*Actions/,
		});
		const item = items.filter({ hasText: new RegExp(`^\\s*${action}\\s*$`) }).first();
		await this.until(item, async (limit) => await actions.first().click(limit));
		await this.until(this.ndv, async (limit) => await item.click(limit));
	}

	/** The panel of the node that is open. */
	get ndv(): Locator {
		return byId(this.page, 'ndv');
	}

	/** The names of the fields in the panel, in their order; those of added options are not among them. */
	async labels(): Promise<string[]> {
		return (await this.page
			.evaluate(`[...document.querySelectorAll('[data-test-id=node-parameters] [data-test-id=input-label]')]
			.filter((label) => label.checkVisibility() && !label.parentElement.closest('[data-test-id=parameter-item]')?.parentElement.closest('[data-test-id=parameter-item]'))
			.map((label) => label.querySelector('span.n8n-text')?.textContent.trim() ?? '')`)) as string[];
	}

	/** The entries of the list of choices that is open. */
	get choiceItems(): Locator {
		return this.page.locator('li.el-select-dropdown__item:visible');
	}

	/** Opens a list of choices of the node and returns them as [name, description]. */
	async choices(parameter: string): Promise<string[][]> {
		const input = byId(this.ndv, `parameter-input-${parameter}`);
		// A list that is still loading does not open: it is asked again.
		await this.until(this.choiceItems.first(), async (limit) => {
			if ((await input.locator('[aria-expanded=true]').count()) === 0) await input.click(limit);
		});
		return await this.offered();
	}

	/** What the list of choices that is open offers, as [name, description]. */
	private async offered(): Promise<string[][]> {
		return (await this.choiceItems.allInnerTexts()).map((text) =>
			text
				.trim()
				.split('\n')
				.map((line) => line.trim()),
		);
	}

	/** Chooses from a list of choices of the node. */
	async choose(parameter: string, name: string): Promise<void> {
		const input = byId(this.ndv, `parameter-input-${parameter}`);
		if ((await input.locator('input').first().inputValue()) === name) return;
		await this.choices(parameter);
		await this.pick(name, parameter);
	}

	/** Chooses from the list of choices that is open. */
	async pick(name: string, parameter = 'The list'): Promise<void> {
		const offered = await this.offered();
		const index = offered.findIndex(([first]) => first === name);
		if (index < 0) throw new Error(`${parameter} offers no ${name}: ${JSON.stringify(offered)}`);
		await this.choiceItems.nth(index).click();
		await this.choiceItems.first().waitFor({ state: 'hidden' });
	}

	/** Opens a resource locator's list and returns its entries once they are there, or what it says instead. */
	async locatorEntries(parameter: string): Promise<string[]> {
		const input = this.ndv.locator(
			`[data-test-id=resource-locator-${parameter}] [data-test-id=rlc-input]`,
		);
		const entry = this.page.locator('[data-test-id=rlc-item]:visible');
		const notice = this.page.locator(
			'[data-test-id=rlc-error-container]:visible, [data-test-id=resource-locator-dropdown]:visible',
		);
		await this.until(
			entry.first().or(notice.first()).first(),
			async (limit) => await this.click(input, limit),
		);
		await entry
			.first()
			.waitFor({ timeout: 5000 })
			.catch(() => undefined);
		return (await entry.count()) > 0
			? await entry.allInnerTexts()
			: [`(${(await notice.allInnerTexts()).join(' ').trim()})`];
	}

	/**
	 * Runs the node that is open. n8n's form stores the first change at once, and what follows 100 ms after the last key, whatever is
	 * pressed meanwhile: a press before that runs what stood there, such as the first two digits of a typed number. The page's own timer
	 * comes after the form's, also on a busy machine.
	 */
	async execute(): Promise<void> {
		await this.page.evaluate('new Promise((done) => setTimeout(done, 150))');
		await this.click(byId(this.ndv, 'node-execute-button'));
	}

	/** Opens a node of the workflow. */
	async openNode(name: string): Promise<void> {
		const node = byId(this.page, 'canvas-node').filter({ hasText: name }).first();
		// Shortly after an execution n8n may close it again.
		for (let tries = 0; tries < 5 && !(await this.ndv.isVisible()); tries++) {
			await this.until(this.ndv, async (limit) => await node.dblclick(limit)).catch(
				() => undefined,
			);
			await this.page.waitForTimeout(700);
		}
		await this.ndv.waitFor({ timeout: 1000 });
	}

	/** Closes the node that is open. */
	async closeNode(): Promise<void> {
		await byId(this.page, 'ndv-close-button').first().click();
		await this.ndv.waitFor({ state: 'hidden' });
	}

	/** Opens the form of a new credential of ours. @returns its dialog */
	async newCredential(): Promise<Locator> {
		const { page } = this;
		await this.go('/home/credentials/create');
		const list = byId(page, 'new-credential-type-select').locator('input');
		const choice = byId(page, 'new-credential-type-select-option')
			.filter({ hasText: 'Messaging Service API' })
			.first();
		await list.waitFor();
		await this.until(choice, async (limit) => await list.fill('Messaging Service', limit));
		const next = byId(page, 'new-credential-type-button');
		await this.until(
			next.and(page.locator(':enabled')),
			async (limit) => await choice.click(limit),
		);
		await next.click();
		const dialog = byId(page, 'editCredential-modal');
		// It gets its name later than its form, and is not saved without one.
		await byId(dialog, 'inline-edit-preview')
			.filter({ hasText: 'Messaging Service account' })
			.waitFor();
		return dialog;
	}

	/** Shows the output as a table, once the run is over. */
	async showTable(): Promise<void> {
		const panel = byId(this.ndv, 'output-panel');
		await panel
			.locator('table tbody tr, [data-test-id=run-data-schema-item], .json-data')
			.first()
			.waitFor({ timeout: 90_000 });
		await this.until(
			panel.locator('table tbody tr').first(),
			async (limit) => await panel.locator('[data-test-id=radio-button-table]').click(limit),
		);
	}

	/** Opens the list of what can be added to a collection of the form, counted from 0. */
	async openAdding(index = 0): Promise<void> {
		const button = byId(this.ndv, 'collection-parameter-add').nth(index);
		await this.until(this.choiceItems.first(), async (limit) => await button.click(limit));
	}

	/** Adds what can be added by the first of the form's collections. */
	async addOption(name: string): Promise<void> {
		const field = byId(this.ndv, 'input-label').filter({ hasText: name }).first();
		await this.until(field, async (limit) => {
			await this.openAdding();
			await this.choiceItems.filter({ hasText: name }).first().click(limit);
		});
		await this.choiceItems.first().waitFor({ state: 'hidden' });
	}

	/** Makes the trigger that is open fetch an event. */
	async fetchTestEvent(): Promise<void> {
		const button = this.ndv.getByRole('button', { name: /Fetch Test Event/i }).first();
		// While it fetches, the button has another name.
		await this.until(
			byId(this.ndv, 'output-panel')
				.locator('table, [data-test-id=run-data-schema-item], .json-data')
				.first(),
			async (limit) => await button.click(limit),
		);
	}

	/** The output table: its heads and its rows, once the run is over. */
	async outputTable(): Promise<{ heads: string[]; rows: string[][] }> {
		const panel = byId(this.ndv, 'output-panel');
		await panel.locator('table tbody tr').first().waitFor({ timeout: 60_000 });
		const heads = (await panel.locator('table thead th').allInnerTexts())
			.map((text) => text.trim())
			.filter(Boolean);
		const rows = await panel.locator('table tbody tr').evaluateAll((all) =>
			all.map((row) =>
				[
					...(
						row as unknown as {
							querySelectorAll(selector: string): Iterable<{ textContent: string }>;
						}
					).querySelectorAll('td'),
				].map((cell) => cell.textContent.trim()),
			),
		);
		return { heads, rows };
	}

	/** Waits until the node that is open runs no longer, so that its button says what it does. */
	async ran(): Promise<void> {
		await byId(this.ndv, 'node-execute-button').getByText('Execute step').waitFor();
	}

	/** Turns the output's pages until one begins with as many rows of this status; stays where it is when there is none. */
	async firstPageOf(status: string, count: number): Promise<void> {
		const next = byId(this.ndv, 'output-panel')
			.locator('[data-test-id=pagination]')
			.getByRole('button', { name: 'Next Page' });
		while (
			(await this.outputTable()).rows.slice(0, count).some(([first]) => first !== status) &&
			(await next.isEnabled())
		)
			await next.click();
	}

	/** Takes the notices of n8n away, which would cover what a picture shows. */
	async dismissNotices(): Promise<void> {
		for (;;) {
			const close = this.page
				.locator('.el-notification__closeBtn:visible, [data-test-id=toast-close]:visible')
				.first();
			if (!(await close.isVisible())) return;
			// One that goes by itself meanwhile is waited for in vain.
			await close.click({ timeout: 1000 }).catch(() => undefined);
			await this.page.waitForTimeout(150);
		}
	}
}
