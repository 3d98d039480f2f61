import type { Page } from 'playwright-core';
import { isShort } from '../support/options.mts';
import {
	choicesOf,
	describedOperations,
	nodeDescription,
	triggerDescription,
} from './described.mts';
import { byId, type Editor } from './editor.mts';
import { testAccount } from './account.mts';
import { testForms } from './editorForms.mts';
import { isAsked, must, picture, same, testPage, type Launched } from './harness.mts';
import { seen, testJobs } from './jobs.mts';
import { showEditor, type ShownEditor } from './shownEditor.mts';
import { testFirstStart, testNextStart } from './starts.mts';
import { testWorkflows } from './waits.mts';

/** What people type into the node panel. */
const SEARCHES = [
	'sms',
	'rcs',
	'text message',
	'send sms',
	'bulk sms',
	'notify customers',
	'opt out',
];
/** So many results of a search are seen without scrolling; most phrases find the node first. */
const PLACES = 5;
/** No more clicks than this from the start to the first message. */
const CLICKS = 10;
const EXAMPLE = 'CRM contacts to personalized SMS';
const TEXT = 'Hello Olena, your order 1001 is on its way.';

let shown: ShownEditor;
let browser: Launched;
let page: Page;
let editor: Editor;

const step = (name: string, run: () => Promise<void>): void => testPage(name, () => page, run);

/** Opens the sandbox's page and waits for a message with this text in an inbox. */
async function seeInInbox(text: string): Promise<void> {
	const inbox = await browser.context.newPage();
	await inbox.goto(`${shown.started.sandboxUrl}/#/inbox`);
	await inbox.locator('.row', { hasText: text }).first().waitFor();
	await inbox.close();
}

function exampleTests(): void {
	step(
		`from npm start to messages in the inbox, by what it says, in at most ${CLICKS} clicks`,
		async () => {
			const named = shown.started.lines.find((line) => line.includes(EXAMPLE)) ?? '';
			const [link = ''] = /http:\S+\/workflow\/\S+/.exec(named) ?? [];
			must(link !== '', 'the start names no workflow');
			await editor.signIn(link);
			same(page.url(), link, 'where the login leads');
			await byId(page, 'canvas-node').first().waitFor();
			await editor.click(byId(page, 'execute-workflow-button'));
			await seeInInbox('bonus points');
			editor.clicks++; // the address of the sandbox's page, in the terminal
			process.stdout.write(`      ${editor.clicks} clicks\n`);
			must(editor.clicks <= CLICKS, `${editor.clicks} clicks`);
		},
	);
	step('its output table names each contact with its status', async () => {
		await editor.openNode('Send Personalized SMS');
		await editor.showTable();
		const { heads, rows } = await editor.outputTable();
		for (const head of ['status', 'phone'])
			must(heads.includes(head), `no ${head} in ${JSON.stringify(heads)}`);
		must(rows.length > 5, `${rows.length} rows`);
		await byId(editor.ndv, 'output-panel')
			.getByText(
				/^\s*\d+ recipients? accepted \(.*\), .*\d+ refused.*: see the columns status and reason\./,
			)
			.first()
			.waitFor();
		await editor.dismissNotices();
		await editor.firstPageOf('accepted', 5);
		await picture(page, 'editor-send');
		await editor.closeNode();
		await picture(page, 'editor-canvas');
	});
}

function scratchTests(): void {
	step(`the node is among the first ${PLACES} that are found by what people type`, async () => {
		await editor.emptyWorkflow();
		for (const text of SEARCHES) {
			await editor.find(text);
			// The list is drawn in parts.
			let place = 0;
			for (let attempt = 0; attempt < 30 && (place === 0 || place > PLACES); attempt++) {
				if (attempt > 0) await page.waitForTimeout(100);
				place = await editor.placeInPanel();
			}
			must(place > 0 && place <= PLACES, `${text}: it comes at place ${place}`);
		}
	});
	step('the panel shows it as installed, with every trigger and action', async () => {
		await editor.emptyWorkflow();
		editor.clicks = 1; // the button that makes a workflow
		const items = await editor.openNodePanel();
		await page.locator('[data-test-id=node-creator]', { hasText: 'Installed' }).waitFor();
		const triggers = choicesOf(
			triggerDescription().properties.find(({ name }) => name === 'event'),
		).length;
		await byId(page, 'node-creator-category-item')
			.filter({ hasText: `Triggers (${triggers})` })
			.waitFor();
		const actions = byId(page, 'node-creator-category-item').filter({
			hasText: `Actions (${describedOperations(nodeDescription()).length})`,
		});
		await picture(page, 'editor-panel');
		await editor.click(actions);
		const expected = describedOperations(nodeDescription()).map(
			({ operation }) => operation.action ?? '',
		);
		// The list is drawn in parts: what is missing is told when it stays away.
		let missing = expected;
		for (let attempt = 0; attempt < 30 && missing.length > 0; attempt++) {
			const shown = (await items.allInnerTexts()).map((text) => text.trim());
			missing = expected.filter((action) => !shown.includes(action));
			if (missing.length > 0) await page.waitForTimeout(100);
		}
		same(missing, [], 'actions that are missing');
	});
	step(`from nothing: a first message in the inbox in at most ${CLICKS} clicks`, async () => {
		const action = byId(page, 'item-iterator-item')
			.filter({ hasText: /^\s*Send SMS to one number\s*$/ })
			.first();
		await editor.until(editor.ndv, async (limit) => await editor.click(action, limit));
		await byId(editor.ndv, 'node-credentials-select').waitFor();
		const senders = await editor.locatorEntries('sender');
		must(senders.includes('Shop'), JSON.stringify(senders));
		await editor.click(page.locator('[data-test-id=rlc-item]:visible', { hasText: 'Shop' }));
		await editor.click(byId(editor.ndv, 'parameter-input-phone').locator('input'));
		await editor.type('+380 99 111 22 33');
		await editor.click(byId(editor.ndv, 'parameter-input-text').locator('textarea'));
		await editor.type(TEXT);
		await editor.execute();
		await seeInInbox(TEXT);
		process.stdout.write(`      ${editor.clicks} clicks\n`);
		must(editor.clicks <= CLICKS, `${editor.clicks} clicks`);
	});
	step('its output answers without scrolling: did it work, and for whom', async () => {
		const [row] = await seen(shown);
		same(
			[row?.status, row?.reason, row?.phone],
			['accepted', 'Accepted by the service', '380991112233'],
			'the row',
		);
		await editor.dismissNotices();
		await picture(page, 'editor-job-sms');
	});
	step('a hint says which character makes the text dear', async () => {
		await byId(editor.ndv, 'parameter-input-text')
			.locator('textarea')
			.fill(`It’s ${'a long text of plain letters '.repeat(5)}`);
		await editor.execute();
		await byId(editor.ndv, 'output-panel')
			.getByText(/The character ’ makes this text 3 segments instead of 1: replace it/)
			.first()
			.waitFor();
		await editor.dismissNotices();
		await editor.ran();
		await picture(page, 'editor-hint');
		await byId(editor.ndv, 'parameter-input-text').locator('textarea').fill(TEXT);
	});
	step('a wrong number is refused in words that a user understands', async () => {
		await byId(editor.ndv, 'parameter-input-phone').locator('input').fill('12');
		await editor.execute();
		const panel = byId(editor.ndv, 'output-panel');
		await panel
			.getByText(/Phone Number …12 has 2 digits instead of 9 to 15 \[item 1\]/)
			.first()
			.waitFor();
		await panel
			.getByText(/international form/)
			.first()
			.waitFor();
		await editor.dismissNotices();
		await editor.ran();
		await picture(page, 'editor-error');
	});
	step('an answer of the service is told with its cure', async () => {
		await byId(editor.ndv, 'parameter-input-phone').locator('input').fill('380501110005');
		await editor.execute();
		const panel = byId(editor.ndv, 'output-panel');
		await panel
			.getByText(/The account may not send to this country or network/i)
			.first()
			.waitFor();
		await panel
			.getByText(/Ask the service/)
			.first()
			.waitFor();
	});
}

// The node in n8n's real editor, as a user meets it.
(isAsked('editor') ? describe : describe.skip)('n8n editor', () => {
	beforeAll(async () => {
		shown = await showEditor();
		({ browser, page, editor } = shown);
	});
	afterAll(async () => {
		await shown.close();
	});

	testFirstStart(() => shown);
	exampleTests();
	scratchTests();
	describe('jobs', () => testJobs(() => shown));
	describe('account', () => testAccount(() => shown));
	describe('forms', () => {
		beforeAll(async () => await editor.begin('Send SMS to one number'));
		testForms(() => editor);
	});
	describe('workflows', () => testWorkflows(() => shown));
	// The night starts n8n once more.
	if (!isShort) testNextStart(() => shown);
});
