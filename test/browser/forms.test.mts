import { testForms } from './editorForms.mts';
import { isAsked } from './harness.mts';
import { showEditor, type ShownEditor } from './shownEditor.mts';
import { testWorkflows } from './waits.mts';

// The forms of all operations in n8n's real editor, and the workflows that wait. They have an n8n of their own, so that they and
// editor.test.mts run side by side.
(isAsked('editor') ? describe : describe.skip)('n8n editor', () => {
	let shown: ShownEditor;
	beforeAll(async () => {
		shown = await showEditor();
		await shown.editor.signIn();
		await shown.editor.begin('Send SMS to one number');
	});
	afterAll(async () => {
		await shown.close();
	});

	describe('forms', () => testForms(() => shown.editor));
	describe('workflows', () => testWorkflows(() => shown));
});
