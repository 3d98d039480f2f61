import type { Page } from 'playwright-core';
import { isShort } from '../support/options.mts';
import { choicesOf, describedOperations, nodeDescription, type Described } from './described.mts';
import { byId, type Editor } from './editor.mts';
import { must, same, testPage } from './harness.mts';
import { cutTexts } from './measure.mts';

/** What n8n itself adds to the lists of resources and operations. */
const CUSTOM_CALL = 'Custom API Call';
const PANEL = '[data-test-id=node-parameters]';
const LISTS = '.el-popper, .el-select-dropdown, [data-test-id=resource-locator-dropdown]';

async function closeList(page: Page, editor: Editor): Promise<void> {
	// A press on the panel's title closes a list without closing the panel, which Escape might do.
	await byId(editor.ndv, 'node-title-container')
		.first()
		.click({ position: { x: 300, y: 8 }, force: true });
	await editor.choiceItems
		.or(page.locator('[data-test-id=rlc-item]:visible'))
		.first()
		.waitFor({ state: 'hidden' });
}

/** Opens the lists that no form before had: none may be empty without a word. */
async function checkLists(
	page: Page,
	editor: Editor,
	described: Described,
	seen: Set<string>,
): Promise<void> {
	for (const [name, choices] of described.choices) {
		if (seen.has(`${name} ${choices}`)) continue;
		seen.add(`${name} ${choices}`);
		const shown = await editor.choices(name);
		must(
			shown.every(([first]) => Boolean(first)),
			`${name}: ${JSON.stringify(shown)}`,
		);
		same(await cutTexts(page, LISTS), [], `cut texts in the list of ${name}`);
		await closeList(page, editor);
	}
	for (const [name, search] of described.locators) {
		if (search === '' || seen.has(`${name} ${search}`)) continue;
		seen.add(`${name} ${search}`);
		const entries = await editor.locatorEntries(name);
		must(
			entries.length > 0 && entries.every((entry) => entry.length > 2),
			`${name}: ${JSON.stringify(entries)}`,
		);
		await closeList(page, editor);
	}
}

/** Opens the lists of options that can be added. */
async function checkOptions(editor: Editor, described: Described): Promise<void> {
	let index = 0;
	for (const [collection, names] of described.options) {
		if (names.length === 1) {
			// n8n adds what is the only choice at once, and keeps it for the next operation: the button is looked at alone.
			await byId(editor.ndv, 'collection-parameter-add').nth(index++).waitFor();
			continue;
		}
		await editor.openAdding(index++);
		same(
			(await editor.choiceItems.allInnerTexts()).map((text) => text.trim()),
			names,
			`options under ${collection}`,
		);
		same(
			names,
			[...names].sort((a, b) => a.localeCompare(b)),
			'alphabetical order',
		);
		await closeList(editor.page, editor);
	}
}

/** Adds every option of the operation that is open: each field must appear and fit. */
async function addAllOptions(editor: Editor, described: Described): Promise<void> {
	const { page } = editor;
	for (const name of described.options.get('Options') ?? []) await editor.addOption(name);
	same(await cutTexts(page, PANEL), [], 'texts that do not fit, with every option');
}

/**
 * As few operations as show every field and every list between them, at least one of each resource: the form that adds most is taken
 * next.
 */
function covering(all: readonly Described[]): Described[] {
	const known = new Set<string>();
	const chosen = new Set<Described>();
	const newsOf = ({ resource, labels, choices, locators }: Described): string[] =>
		[
			`resource ${resource.name}`,
			...labels,
			...choices.map(String),
			...locators.map(String),
		].filter((part) => !known.has(part));
	for (;;) {
		const best = all.reduce((one, other) =>
			newsOf(other).length > newsOf(one).length ? other : one,
		);
		const news = newsOf(best);
		if (news.length === 0) return all.filter((one) => chosen.has(one));
		chosen.add(best);
		for (const part of news) known.add(part);
	}
}

/** Of each resource the operation whose form has most fields. */
function oneEach(all: readonly Described[]): Described[] {
	const largest = new Map<string, Described>();
	for (const one of all) {
		const other = largest.get(one.resource.name);
		if (!other || one.labels.length > other.labels.length) largest.set(one.resource.name, one);
	}
	return [...largest.values()];
}

/**
 * Opens every resource in the node's panel, and each field in one operation, and compares the form with the node's description; in the
 * short form, one operation of each resource, and not with all of its options.
 */
export function testForms(use: () => Editor): void {
	const page = (): Page => use().page;
	const description = nodeDescription();
	const all = describedOperations(description);
	const covered = covering(all);
	const chosen = isShort ? oneEach(covered) : covered;
	const seen = new Set<string>();
	const added = new Set<string>();
	testPage('the resources are those of the description', page, async () => {
		const editor = use();
		const choices = await editor.choices('resource');
		const expected = choicesOf(description.properties.find(({ name }) => name === 'resource'));
		same(
			choices.filter(([name]) => name !== CUSTOM_CALL),
			expected.map((option) => [option.name, ...(option.description ? [option.description] : [])]),
			'resources',
		);
		await closeList(page(), editor);
	});
	testPage('a text that does not fit is noticed', page, async () => {
		await page().evaluate(
			`document.querySelector('${PANEL}').insertAdjacentHTML('beforeend', '<div id="probe"><p style="width:40px;overflow:hidden;white-space:nowrap">A long label</p><input style="width:40px" placeholder="A long placeholder"></div>')`,
		);
		same(
			await cutTexts(page(), PANEL),
			['cut: A long label', 'field: A long placeholder'],
			'what is noticed',
		);
		await page().evaluate('document.getElementById("probe").remove()');
	});
	let resource = '';
	for (const described of chosen) {
		testPage(`${described.resource.name}: ${described.operation.name}`, page, async () => {
			const editor = use();
			if (resource !== described.resource.name) {
				await editor.choose('resource', described.resource.name);
				resource = described.resource.name;
				const choices = await editor.choices('operation');
				const expected = all
					.filter((one) => one.resource.value === described.resource.value)
					.map(({ operation }) => [operation.name, operation.description]);
				same(
					choices.filter(([name]) => name !== CUSTOM_CALL),
					expected,
					'operations',
				);
				same(await cutTexts(page(), LISTS), [], 'cut texts in the list of operations');
				await editor.pick(described.operation.name);
			} else await editor.choose('operation', described.operation.name);
			const wanted = JSON.stringify(described.labels);
			let labels: string[] = [];
			for (let attempt = 0; attempt < 30; attempt++) {
				labels = await editor.labels();
				if (JSON.stringify(labels) === wanted) break;
				await page().waitForTimeout(100);
			}
			same(labels, described.labels, 'fields');
			same(await cutTexts(page(), PANEL), [], 'texts that do not fit');
			await checkLists(page(), editor, described, seen);
			await checkOptions(editor, described);
		});
	}
	if (isShort) return;
	for (const [resourceName, operationName] of [
		['SMS', 'Send'],
		['Campaign', 'Send Personalized SMS'],
	] as const) {
		testPage(`${resourceName}: ${operationName}: every option fits`, page, async () => {
			const editor = use();
			const described = all.find(
				({ resource: one, operation }) =>
					one.name === resourceName && operation.name === operationName,
			);
			if (!described) throw new Error('there is no such operation');
			await editor.choose('resource', resourceName);
			await editor.choose('operation', operationName);
			// Options that another operation shares stay when one changes to it.
			await addAllOptions(editor, {
				...described,
				options: new Map([
					['Options', (described.options.get('Options') ?? []).filter((name) => !added.has(name))],
				]),
			});
			for (const name of described.options.get('Options') ?? []) added.add(name);
		});
	}
}
