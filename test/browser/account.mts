import type { Page } from 'playwright-core';
import { byId, type Editor } from './editor.mts';
import { seen } from './jobs.mts';
import { picture, same, testPage } from './harness.mts';
import type { ShownEditor } from './shownEditor.mts';

// What n8n's editor does with the forms of the whole account: the parts of an RCS card, and the custom fields of contacts.

let shown: ShownEditor;
let page: Page;
let editor: Editor;

const step = (name: string, run: () => Promise<void>): void => testPage(name, () => page, run);

/** Opens a node of an example workflow. */
async function openNodeOf(workflow: string, node: string): Promise<void> {
	await editor.go(`/workflow/${workflow}`);
	await byId(page, 'canvas-node').filter({ hasText: node }).first().waitFor();
	await editor.openNode(node);
}

/** Forms that n8n builds from parts, or from what the account holds, as people fill them. */
export function testAccount(use: () => ShownEditor): void {
	beforeAll(() => {
		shown = use();
		({ page, editor } = shown);
	});
	step('an RCS card, and the SMS in its place: how many get it', async () => {
		await openNodeOf('rcsOffer00000001', 'Send the Offer');
		await editor.execute();
		const rows = await seen(shown);
		same(
			rows.map(({ status, recipients }) => [status, recipients]),
			[['accepted', '2']],
			'the rows',
		);
		await editor.dismissNotices();
		await picture(page, 'editor-rcs');
		await editor.closeNode();
	});
	step('the custom fields of a contact are those of the account, by name', async () => {
		await openNodeOf('crmInStep0000001', 'Create or Update');
		const mode = byId(editor.ndv, 'mapping-mode-select').locator('input');
		const manually = editor.choiceItems.filter({ hasText: 'Map Each Column Manually' });
		await editor.until(manually, async (limit) => await mode.click(limit));
		await manually.click();
		const add = byId(editor.ndv, 'add-fields-select').locator('button');
		const city = page.getByRole('menuitem', { name: 'City' });
		await editor.until(city, async (limit) => await add.click(limit));
		await city.click();
		const input = byId(editor.ndv, 'parameter-item').filter({ hasText: 'City' }).last();
		await input.locator('input').last().fill('Kyiv');
		await editor.execute();
		const rows = await seen(shown);
		same(
			rows.map(({ status }) => status),
			['created', 'unchanged', 'updated'],
			'the rows',
		);
		await editor.dismissNotices();
		await picture(page, 'editor-mapping');
	});
}
