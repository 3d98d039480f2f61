import { exampleFiles } from '../support/exampleFiles.mts';
import type { Started } from '../support/npmStart.mts';
import { START, startNode } from '../support/workflows.mts';
import type { ShownEditor } from './shownEditor.mts';

// npm start with a real n8n: --fresh forgets what was there, and what the user makes is there at the next start.

const EXAMPLES = exampleFiles().map(({ name }) => name);
const OWN = 'My own workflow';
const KEY = 'My own key';
/** An example that the user calls something else. */
const CHANGED = { id: 'crmContactsToSms1', name: 'CRM contacts to personalized SMS', to: 'Mine' };
/** An example that the user removes. */
const REMOVED = { id: 'stopLoop00000001', name: 'STOP: never write to them again' };

const namesOf = async (from: Started, kind: string): Promise<string[]> =>
	(await from.rest<Array<{ name: string }>>('GET', kind)).map(({ name }) => name).sort();

/** What a user leaves behind: a workflow that was run, a credential, a changed example, and one example less. */
async function useIt(from: Started): Promise<void> {
	const { id } = await from.rest<{ id: string }>('POST', 'workflows', {
		name: OWN,
		nodes: [startNode()],
		connections: {},
		settings: { executionOrder: 'v1' },
	});
	await from.rest('POST', `workflows/${id}/run`, { triggerToStartFrom: { name: START } });
	await from.rest('POST', 'credentials', {
		name: KEY,
		type: 'httpHeaderAuth',
		data: { name: 'X-Api-Key', value: 'mine' },
	});
	const example = await from.rest<{ versionId: string }>('GET', `workflows/${CHANGED.id}`);
	await from.rest('PATCH', `workflows/${CHANGED.id}`, {
		name: CHANGED.to,
		versionId: example.versionId,
	});
	await from.rest('POST', `workflows/${REMOVED.id}/archive`, {});
	await from.rest('DELETE', `workflows/${REMOVED.id}`);
}

/** What is there, and is said, before anybody has done anything. */
export function testFirstStart(use: () => ShownEditor): void {
	test('a fresh start forgets what was there, has the examples, leads to the list of workflows, and says what to click', async () => {
		const { started } = use();
		console.log(`first start: ${started.seconds.toFixed(1)} s`);
		expect(started.address).toBe(`${started.url}/home/workflows`);
		expect(await namesOf(started, 'workflows')).toEqual([...EXAMPLES].sort());
		const from = started.lines.indexOf('Three things to click');
		expect(started.lines.slice(from + 1, from + 4).map((line) => line.trim().slice(0, 2))).toEqual([
			'1.',
			'2.',
			'3.',
		]);
		expect((await fetch(`${started.sandboxUrl}/`)).status).toBe(200);
	});
}

/** Ends n8n and starts it again. */
export function testNextStart(use: () => ShownEditor): void {
	test('the next start has what the user made', async () => {
		await useIt(use().started);
		const next = await use().startAgain();
		console.log(`next start: ${next.seconds.toFixed(1)} s`);
		const workflows = await namesOf(next, 'workflows');
		expect(workflows).toEqual(expect.arrayContaining([OWN, CHANGED.to]));
		expect(workflows.filter((name) => EXAMPLES.includes(name))).toEqual(
			EXAMPLES.filter((name) => name !== CHANGED.name && name !== REMOVED.name).sort(),
		);
		expect(await namesOf(next, 'credentials')).toContain(KEY);
		const { results } = await next.rest<{ results: Array<{ workflowName: string }> }>(
			'GET',
			'executions',
		);
		expect(results.map(({ workflowName }) => workflowName)).toContain(OWN);
	});
}
