import type { Locator, Page } from 'playwright-core';
import { SANDBOX_KEY } from '../../tools/lib/sandboxProcess.mts';
import {
	choicesOf,
	describedOperations,
	nodeDescription,
	triggerDescription,
} from './described.mts';
import { byId, type Editor } from './editor.mts';
import { testForms } from './editorForms.mts';
import { isAsked, must, picture, same, testPage, type Launched } from './harness.mts';
import type { Session } from './session.mts';
import { showEditor, type ShownEditor } from './shownEditor.mts';

/** What people type into the node panel. */
const SEARCHES = [
	'sms',
	'rcs',
	'bulk',
	'campaign',
	'sender',
	'messaging',
	'text message',
	'send sms',
	'send text message',
	'send a text',
	'bulk sms',
	'mass text',
	'sms campaign',
	'sms marketing',
	'sms reminder',
	'notify customers',
	'delivery report',
	'sms status',
	'sender id',
	'opt out',
];
/** So many results of a search are seen without scrolling; most phrases find the node first. */
const PLACES = 5;
/** No more clicks than this from the start to the first message. */
const CLICKS = 10;
const TEXT = 'Hello from the editor';

let shown: ShownEditor;
let session: Session;
let browser: Launched;
let page: Page;
let editor: Editor;

/** Opens the sandbox's page and waits for a message with this text in an inbox. */
async function seenInInbox(browser: Launched, session: Session, text: string): Promise<Page> {
	const page = await browser.context.newPage();
	await page.goto(`${session.sandbox.url}/#/inbox`);
	await page.locator('.row', { hasText: text }).first().waitFor();
	return page;
}

function exampleTests(): void {
	testPage(
		`the example: from the login to messages in the inbox in at most ${CLICKS} clicks`,
		() => page,
		async () => {
			await browser.context.clearCookies();
			await editor.signIn();
			await editor.click(
				page
					.locator(
						'[data-test-id=resources-list-item-workflow], [data-test-id=resources-list-item]',
					)
					.filter({ hasText: 'CRM contacts to personalized SMS' })
					.locator('[data-test-id=workflow-card-name], h2')
					.first(),
			);
			await byId(page, 'canvas-node').first().waitFor();
			await editor.click(byId(page, 'execute-workflow-button'));
			const inbox = await seenInInbox(browser, session, 'Shop');
			await inbox.close();
			process.stdout.write(`      ${editor.clicks} clicks\n`);
			must(editor.clicks <= CLICKS, `${editor.clicks} clicks`);
		},
	);
	testPage(
		'its output table names each contact with its status',
		() => page,
		async () => {
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
		},
	);
}

function scratchTests(): void {
	for (const text of SEARCHES) {
		testPage(
			`the node is among the first ${PLACES} that are found by "${text}"`,
			() => page,
			async () => {
				if (!(await byId(page, 'node-creator').isVisible())) await editor.emptyWorkflow();
				await editor.find(text);
				// The list is drawn in parts.
				let place = 0;
				for (let attempt = 0; attempt < 30 && (place === 0 || place > PLACES); attempt++) {
					if (attempt > 0) await page.waitForTimeout(100);
					place = await editor.placeInPanel();
				}
				must(place > 0 && place <= PLACES, `it comes at place ${place}`);
			},
		);
	}
	testPage(
		'the panel shows it as installed, with every trigger and action',
		() => page,
		async () => {
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
		},
	);
	testPage(
		`from nothing: a first message in the inbox in at most ${CLICKS} clicks`,
		() => page,
		async () => {
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
			const inbox = await seenInInbox(browser, session, TEXT);
			await inbox.close();
			process.stdout.write(`      ${editor.clicks} clicks\n`);
			must(editor.clicks <= CLICKS, `${editor.clicks} clicks`);
		},
	);
	testPage(
		'the output table shows what became of the message',
		() => page,
		async () => {
			const { heads, rows } = await editor.outputTable();
			const row = Object.fromEntries(heads.map((head, index) => [head, rows[0]?.[index]]));
			same(
				[row.status, row.phone, row.sender, row.text],
				['accepted', '380991112233', 'Shop', TEXT],
				'status, phone, sender, text',
			);
		},
	);
	testPage(
		'a hint says which character makes the text dear',
		() => page,
		async () => {
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
		},
	);
	testPage(
		'a wrong number is refused in words that a user understands',
		() => page,
		async () => {
			await byId(editor.ndv, 'parameter-input-phone').locator('input').fill('12');
			await editor.execute();
			const panel = byId(editor.ndv, 'output-panel');
			await panel
				.getByText(/Phone Number …12 has 2 digits instead of 9 to 15 \[item 0\]/)
				.first()
				.waitFor();
			await panel
				.getByText(/international form/)
				.first()
				.waitFor();
			await editor.dismissNotices();
			await editor.ran();
			await picture(page, 'editor-error');
		},
	);
	testPage(
		'an answer of the service is told with its cure',
		() => page,
		async () => {
			await byId(editor.ndv, 'parameter-input-phone').locator('input').fill('380501110005');
			await editor.execute();
			const panel = byId(editor.ndv, 'output-panel');
			await panel
				.getByText(/direction/i)
				.first()
				.waitFor();
			await panel
				.getByText(/Ask the service/)
				.first()
				.waitFor();
		},
	);
}

function credentialTests(): void {
	const dialog = (): Locator => byId(page, 'editCredential-modal');
	const field = (name: string): Locator =>
		byId(dialog(), `parameter-input-${name}`).locator('input').first();
	testPage(
		'a credential with a wrong key is told so',
		() => page,
		async () => {
			await editor.newCredential();
			await field('baseUrl').fill(session.sandbox.url);
			await field('apiKey').fill('live_wrong_0000000000000000');
			await byId(dialog(), 'credential-save-button').click();
			await dialog().getByText('Couldn’t connect with these settings').waitFor();
			await dialog().getByText('More details').click();
			await dialog().getByText(/key/i).nth(1).waitFor();
			const text = await dialog().innerText();
			must(
				/API key/.test(text) && !/Invalid credentials/i.test(text) && !text.includes('live_wrong'),
				text,
			);
			await editor.dismissNotices();
			await picture(page, 'editor-credential');
		},
	);
	testPage(
		'with the right key it connects',
		() => page,
		async () => {
			await field('apiKey').fill(SANDBOX_KEY);
			await byId(dialog(), 'credential-save-button').click();
			await dialog().getByText('Connection tested successfully').waitFor();
		},
	);
}

// The node in n8n's real editor, as a user meets it.
(isAsked('editor') ? describe : describe.skip)('n8n editor', () => {
	beforeAll(async () => {
		shown = await showEditor();
		({ session, browser, page, editor } = shown);
	});
	afterAll(async () => {
		await shown.close();
	});

	exampleTests();
	scratchTests();
	describe('forms', () => testForms(() => editor));
	credentialTests();
});
