import { readdir, readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { exampleFiles } from '../support/exampleFiles.mts';
import { isShort } from '../support/options.mts';
import { messagingNode, rowOfNodes, START, startNode, storedNode } from '../support/workflows.mts';
import { byId, type Editor } from './editor.mts';
import { must, picture, same, testPage, type Launched } from './harness.mts';
import { cutNotes, cutTexts } from './measure.mts';
import type { ShownEditor } from './shownEditor.mts';

// Send and Wait for Response as people meet it: a workflow is executed in n8n's editor, somebody opens the link on the phone of the
// sandbox's page and answers on the page that n8n shows, and the editor shows the answer.

const EXAMPLE = 'managerApproval1';
const ASK = 'Ask';
const EXAMPLES = exampleFiles();
/** The page that the link opens, as a phone shows it. */
const PHONE = { width: 390, height: 560 };

/** How many examples the short form opens. */
const OPENED_IN_SHORT = 4;

/** The links that were answered. */
const links: string[] = [];

let shown: ShownEditor;
let browser: Launched;
let page: Page;
let editor: Editor;

const step = (name: string, run: () => Promise<void>): void => testPage(name, () => page, run);

/** Makes a workflow that asks somebody and ends with the answer. */
async function workflowThatAsks(id: string, name: string, question: object): Promise<void> {
	const parameters = {
		resource: 'sms',
		operation: 'sendAndWait',
		sender: { __rl: true, mode: 'name', value: 'Shop' },
		// The phone is the sandbox's page on this machine.
		options: { allowLocalAddress: true },
		...question,
	};
	const nodes = [
		startNode(),
		messagingNode(1, parameters, ASK),
		storedNode(2, { name: 'After', type: 'n8n-nodes-base.noOp', parameters: {} }),
	];
	await shown.started.rest('POST', 'workflows', rowOfNodes(id, name, nodes));
}

/** Opens an example in the editor, with all of its nodes and notes. */
async function openExample(id: string): Promise<void> {
	const nodes = EXAMPLES.find((example) => example.id === id)?.nodes ?? [];
	await editor.openWorkflow(
		id,
		nodes.map((node) => node.id),
	);
}

/** Opens the link of the message with this text on the sandbox's phone. @returns the page that it opens */
async function openLink(text: string, name?: string): Promise<Page> {
	const phones = await browser.context.newPage();
	await phones.goto(`${shown.started.sandboxUrl}/#/inbox`);
	await phones.locator('.row', { hasText: text }).first().click();
	const message = phones.locator('[data-test=message]', { hasText: text }).last();
	const link = message.locator('.bubble a');
	await link.waitFor();
	must(Number((await message.innerText()).match(/(\d) segment/)?.[1]) <= 2, 'more than 2 segments');
	if (name !== undefined) await picture(phones, name);
	const opening = browser.context.waitForEvent('page');
	await link.click();
	const opened = await opening;
	await opened.locator('form').waitFor();
	await phones.close();
	return opened;
}

/** Sends the answer, and sees that it arrived. */
async function press(opened: Page, button: string): Promise<void> {
	await opened.getByRole('button', { name: button }).click();
	await opened.getByText('Your answer has arrived').waitFor();
	links.push(opened.url());
	await opened.close();
}

/** The output of a node once the execution has gone on, as the editor's table shows it. */
async function outputOf(name: string): Promise<Record<string, string>> {
	await page.bringToFront();
	await editor.openNode(name);
	await editor.showTable();
	const { heads, rows } = await editor.outputTable();
	same(rows.length, 1, 'rows');
	return Object.fromEntries(heads.map((head, index) => [head, rows[0]?.[index] ?? '']));
}

function waits(): void {
	step(
		'approval: the manager presses the button on the phone, and the customer gets the discount',
		async () => {
			await openExample(EXAMPLE);
			await byId(page, 'execute-workflow-button').click();
			const opened = await openLink('Order 1042', 'sandbox-question');
			await opened.setViewportSize(PHONE);
			await opened.getByText('Shop asks:').waitFor();
			await opened.getByText('Order 1042, 480 EUR, for Olena: 15% off?').waitFor();
			await picture(opened, 'question-approval');
			await press(opened, 'Approve');
			const told = await outputOf('Tell the Customer');
			same(
				[told.status, told.phone, told.text],
				['accepted', '380997007010', 'Hello Olena, you get 15% off your order 1042.'],
				'what the customer got',
			);
			await editor.closeNode();
			const { data = '', phone } = await outputOf('Ask the Manager');
			must(/approved\W*true/.test(data), data);
			same(phone, '380997007020', 'who was asked');
			await editor.dismissNotices();
			await picture(page, 'editor-job-question');
		},
	);
	step('free text: what is typed on the phone comes out as it was typed', async () => {
		const id = 'questionFreeText';
		await workflowThatAsks(id, 'A question with a free text', {
			phone: '+380 99 700 70 30',
			message: 'What went wrong with order 1043?',
			responseType: 'freeText',
		});
		await editor.openWorkflow(id, [START, ASK, 'After']);
		await byId(page, 'execute-workflow-button').click();
		const opened = await openLink('What went wrong');
		await opened.setViewportSize(PHONE);
		await opened.getByLabel('Your answer').fill('Too late, "as always" <b>…');
		await picture(opened, 'question-form');
		await press(opened, 'Send Answer');
		const { data = '' } = await outputOf(ASK);
		must(data.includes('Too late, "as always" <b>…'), data);
	});
	test('the pages of a question ask no other host', () => {
		expect(browser.foreignHosts).toEqual([]);
	});
	// What follows shows a page of n8n's own.
	step('a link that was answered asks nothing any more', async () => {
		const opened = await browser.context.newPage();
		for (const link of links) {
			await opened.goto(link);
			await opened.getByText('No action required').first().waitFor();
		}
		await opened.close();
	});
}

/** Opens each example, in the short form some of them: every node known, none with an issue. */
function exampleWorkflowTests(): void {
	// Each runs in n8n in the tests of e2e, too.
	for (const { id, name, nodes } of isShort ? EXAMPLES.slice(0, OPENED_IN_SHORT) : EXAMPLES) {
		step(`example "${name}" opens whole`, async () => {
			await openExample(id);
			same(await page.locator('.vue-flow__node').count(), nodes.length, 'nodes and notes');
			same(
				await page.locator('[data-test-id=node-issues]:visible').count(),
				0,
				'nodes with an issue',
			);
			same(
				await page.getByText(/Install this node|not known|unrecognized/i).count(),
				0,
				'unknown nodes',
			);
			// n8n shortens a long subtitle; the operation, which stands first, must be seen.
			same(
				(await cutTexts(page, '.vue-flow')).filter(
					(text) =>
						!/: (?:(?:RCS )?Campaign|https?:.*|Send And Wait For Response: SMS)$/.test(text),
				),
				[],
				'texts that do not fit',
			);
			same(await cutNotes(page), [], 'lines of notes that are cut');
		});
	}
}

/** Fields can be mapped before the first run: n8n shows what the node will put out. */
function previewTests(): void {
	step('n8n serves the previews of what operations put out', async () => {
		const files = await readdir('nodes/MessagingService/__schema__/v1.0.0', { recursive: true });
		for (const file of files.filter((name) => name.endsWith('.json'))) {
			const answer = await page.request.get(
				`${shown.started.url}/schemas/n8n-nodes-messaging-service.messagingService/1.0.0/${file}`,
			);
			same(answer.status(), 200, file);
			const ours = await readFile(`nodes/MessagingService/__schema__/v1.0.0/${file}`, 'utf8');
			same(await answer.json(), JSON.parse(ours), file);
		}
	});
	step('the next node offers its fields before the first run', async () => {
		await openExample('smsEmailFallback');
		await editor.openNode('E-mail Instead');
		const fields = byId(byId(editor.ndv, 'ndv-input-panel'), 'run-data-schema-item');
		await fields.filter({ hasText: 'reference' }).first().waitFor();
		await fields.filter({ hasText: 'phone' }).first().waitFor();
		await picture(page, 'editor-preview');
	});
}

/** What people see of workflows: questions that wait, the examples, and the previews of outputs. */
export function testWorkflows(use: () => ShownEditor): void {
	beforeAll(() => {
		shown = use();
		({ browser, page, editor } = shown);
		// What n8n's own pages asked before is none of theirs.
		browser.foreignHosts.length = 0;
	});
	waits();
	exampleWorkflowTests();
	previewTests();
}
