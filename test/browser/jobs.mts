import type { Locator, Page } from 'playwright-core';
import { SANDBOX_KEY } from '../../tools/lib/sandboxProcess.mts';
import { pause } from '../../tools/lib/shell.mts';
import { byId, type Editor } from './editor.mts';
import { must, picture, same, testPage } from './harness.mts';
import type { ShownEditor } from './shownEditor.mts';

const COLUMNS = 4;
const DAY = 86_400_000;

let shown: ShownEditor;
let page: Page;
let editor: Editor;

const step = (name: string, run: () => Promise<void>): void => testPage(name, () => page, run);

/** Chooses a sender, and sees that the field keeps it: while n8n still draws the form, it forgets what was chosen. */
async function chooseSender(name: string): Promise<void> {
	const input = editor.ndv.locator('[data-test-id=resource-locator-sender] input').last();
	for (let attempts = 0; (await input.inputValue()) !== name; attempts++) {
		must(attempts < 3, `the field holds ${await input.inputValue()} in place of ${name}`);
		await editor.locatorEntries('sender');
		await page.locator('[data-test-id=rlc-item]:visible', { hasText: name }).first().click();
		await pause(500);
	}
}

const field = (name: string, tag = 'input'): Locator =>
	byId(editor.ndv, `parameter-input-${name}`).locator(tag).first();

/** Types a date as a person does, and sees that the field keeps it: while n8n still draws the form, it forgets what was typed. */
async function setDate(name: string, label: string, date: string): Promise<void> {
	// It is preset by an expression.
	const title = byId(editor.ndv, 'input-label')
		.filter({ hasText: new RegExp(`^\\s*${label}\\b`) })
		.first();
	const input = field(name);
	await editor.until(input, async (limit) => {
		await title.hover(limit);
		await title.locator('[data-test-id=radio-button-fixed]').click(limit);
	});
	// Typed in any case: the calendar may have opened, which would cover the next field until Enter closes it.
	let attempts = 0;
	do {
		await input.click();
		await input.fill(date);
		await input.press('Enter');
		await page.waitForTimeout(500);
	} while (++attempts < 5 && !(await input.inputValue()).startsWith(date.slice(0, 10)));
	must((await input.inputValue()).startsWith(date.slice(0, 10)), `${name} does not keep its date`);
}

/** The names of columns that stand whole within a panel. */
async function wholeColumns(panel: Locator, heads: readonly string[]): Promise<string[]> {
	const edge = await panel.boundingBox();
	const visible: string[] = [];
	for (const [index, head] of (await panel.locator('table thead th').all()).entries()) {
		const box = await head.boundingBox();
		if (!edge || !box || box.x + box.width > edge.x + edge.width + 1) break;
		visible.push(heads[index] ?? '');
	}
	return visible;
}

/** So often it is looked whether the panel has its place, and so long between (ms): n8n moves it there. */
const LOOKS = { most: 20, pauseMs: 250 };

/** The output's table as it is seen without scrolling: the first columns are whole. @throws Error when not */
export async function seen({
	editor,
}: Pick<ShownEditor, 'editor'>): Promise<Array<Record<string, string>>> {
	await editor.showTable();
	const panel = byId(editor.ndv, 'output-panel');
	const { heads, rows } = await editor.outputTable();
	let visible = await wholeColumns(panel, heads);
	for (let look = 1; look < LOOKS.most && visible.length < COLUMNS; look++) {
		await pause(LOOKS.pauseMs);
		visible = await wholeColumns(panel, heads);
	}
	process.stdout.write(`      ${visible.join(', ')}\n`);
	must(visible.length >= COLUMNS, `only ${visible.join(', ')} of ${heads.join(', ')} are seen`);
	return rows.map((row) =>
		Object.fromEntries(visible.map((head, index) => [head, row[index] ?? ''])),
	);
}

/** How many messages to a number the sandbox has. */
async function messagesTo(phone: string): Promise<number> {
	const response = await fetch(`${shown.started.sandboxUrl}/_sandbox/messages?msisdn=${phone}`);
	const { data } = (await response.json()) as { data: unknown[] };
	return data.length;
}

/** Numbers of countries with one clock, and how many hours it shows more than UTC: at any moment it is night in one of them. */
const CLOCKS: ReadonlyArray<[phone: string, ahead: number]> = [
	['48512345678', 1],
	['919812345678', 5.5],
	['819012345678', 9],
	['6797012345', 12],
	['573211234567', -5],
	['51912345678', -5],
	['59177712345', -4],
];

/** A number of a country where it is between 22:00 and 6:00. */
function phoneInTheNight(now: Date): string {
	const hour = now.getUTCHours() + now.getUTCMinutes() / 60;
	const found = CLOCKS.find(([, ahead]) => (hour + ahead + 26) % 24 < 8);
	must(found !== undefined, `no night at ${now.toISOString()}`);
	return found?.[0] ?? '';
}

async function finish(name: string): Promise<void> {
	await editor.dismissNotices();
	await picture(page, name);
}

/** Jobs, each from an empty workflow, as somebody does them who writes no code: the output answers without scrolling. */
export function testJobs(use: () => ShownEditor): void {
	beforeAll(() => {
		shown = use();
		({ page, editor } = shown);
	});
	step(
		'a credential asks for the key first, is told a wrong one, and connects by the right one',
		async () => {
			const dialog = await editor.newCredential();
			const fields = await dialog
				.locator('[data-test-id^=parameter-input-]')
				.evaluateAll((all) =>
					all.map((one) =>
						(one as unknown as { getAttribute(name: string): string }).getAttribute('data-test-id'),
					),
				);
			const names = fields.map((name) => name.replace('parameter-input-', ''));
			must(
				names.indexOf('apiKey') >= 0 && names.indexOf('apiKey') < names.indexOf('baseUrl'),
				names.join(', '),
			);
			const input = (name: string): Locator =>
				byId(dialog, `parameter-input-${name}`).locator('input').first();
			await input('baseUrl').fill(shown.started.sandboxUrl);
			await input('apiKey').fill('live_wrong_0000000000000000');
			await byId(dialog, 'credential-save-button').click();
			await dialog.getByText('Couldn’t connect with these settings').waitFor();
			await dialog.getByText('More details').click();
			await dialog.getByText(/key/i).nth(1).waitFor();
			const text = await dialog.innerText();
			must(
				/API key/.test(text) && !/Invalid credentials/i.test(text) && !text.includes('live_wrong'),
				text,
			);
			await finish('editor-credential');
			await input('apiKey').fill(SANDBOX_KEY);
			await byId(dialog, 'credential-save-button').click();
			await dialog.getByText('Connection tested successfully').waitFor();
			await finish('editor-job-credential');
		},
	);
	step('Dry Run, by one click, sends nothing, and the node says so', async () => {
		await editor.begin('Send SMS to one number');
		await chooseSender('Shop');
		await field('phone').fill('+380 99 111 22 44');
		await field('text', 'textarea').fill('Only looking');
		const dryRun = byId(editor.ndv, 'parameter-input-dryRun').locator('.el-switch');
		await editor.until(
			dryRun.and(page.locator('.is-checked')),
			async (limit) => await dryRun.click(limit),
		);
		await editor.execute();
		const [row] = await seen(shown);
		same([row?.status, row?.reason], ['dry run', 'Would be sent'], 'the row');
		same(await messagesTo('380991112244'), 0, 'messages');
		await finish('editor-dry-run');
		await editor.closeNode();
		await byId(page, 'canvas-node').getByText('Dry Run – Send: SMS').first().waitFor();
	});
	step('Quiet Hours, by one click, hold back a message in the night', async () => {
		const phone = phoneInTheNight(new Date());
		await editor.begin('Send SMS to one number');
		await chooseSender('Shop');
		await field('phone').fill(`+${phone}`);
		await field('text', 'textarea').fill('Good night');
		await editor.addOption('Quiet Hours');
		await editor.execute();
		const [row] = await seen(shown);
		same(row?.status, 'skipped', 'status');
		must(/^Held back in quiet hours/.test(row?.reason ?? ''), row?.reason ?? 'no reason');
		same(await messagesTo(phone), 0, 'messages');
		await finish('editor-quiet-hours');
	});
	step('list to campaign: did it work, for whom not, and why', async () => {
		await editor.begin('Send SMS campaign with one text');
		await chooseSender('Shop');
		await editor.choose('recipientSource', 'A List in Each Item');
		await field('recipients').fill('380991112233, 099 222 33 44, +380 99 111 22 33, 380935550100');
		await field('text', 'textarea').fill('Autumn sale: 20% off until Sunday.');
		await editor.addOption('Invalid Recipients');
		await editor.choose('invalidRecipients', 'Leave Out');
		await editor.execute();
		const rows = await seen(shown);
		same(
			rows.map(({ status, phone }) => [status, phone]),
			[
				['accepted', '380991112233'],
				['refused', '099 222 33 44'],
				['duplicate', '380991112233'],
				['accepted', '380935550100'],
			],
			'statuses',
		);
		must(
			rows.every(
				({ status, reason }) => (status === 'accepted') === (reason === 'Accepted by the service'),
			),
			JSON.stringify(rows),
		);
		must(/country code/.test(rows[1]?.reason ?? ''), rows[1]?.reason ?? 'no reason');
		await finish('editor-job-campaign');
	});
	step('campaign finished: which one, how it ended, how many', async () => {
		await editor.emptyWorkflow();
		const items = await editor.openNodePanel();
		const event = items.filter({ hasText: 'On campaign finished' });
		await editor.until(editor.ndv, async (limit) => await event.click(limit));
		await editor.fetchTestEvent();
		const [row] = await seen(shown);
		same(Object.keys(row ?? {}).slice(0, 3), ['campaign_id', 'name', 'status'], 'the columns');
		await finish('editor-job-finished');
	});
	step('report: what became of each message', async () => {
		await editor.begin('Request report');
		const day = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
		for (const [name, label, ms] of [
			['timeFrom', 'From', Date.now() - DAY],
			['timeTo', 'To', Date.now() + DAY],
		] as const) {
			await setDate(name, label, day(ms));
		}
		await editor.execute();
		const rows = await seen(shown);
		must(rows.length > 0, 'no rows');
		must(
			Object.keys(rows[0] ?? {}).includes('status'),
			`no status among ${Object.keys(rows[0] ?? {}).join(', ')}`,
		);
		await finish('editor-job-report');
	});
}
