import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exampleFiles } from '../support/exampleFiles.mts';
import { npmStart, type Started } from '../support/npmStart.mts';
import { START, startNode } from '../support/workflows.mts';

// npm start with a real n8n: --fresh forgets what was there, and what the user makes is there at the next start.

const OWN = 'My own workflow';
/** An example that the user removes. */
const REMOVED = { id: 'stopLoop00000001', name: 'STOP: never write to them again' };
const KEY = 'My own key';

let home: string;
let started: Started | undefined;

beforeAll(async () => {
	home = await mkdtemp(path.join(tmpdir(), 'messaging-start-'));
});
afterAll(async () => {
	await started?.stop();
	await rm(home, { recursive: true, force: true });
});

/** Starts anew. */
async function begin(...args: string[]): Promise<Started> {
	await started?.stop();
	started = undefined;
	return (started = await npmStart(home, ...args));
}
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
	const example = await from.rest<{ versionId: string }>('GET', 'workflows/crmContactsToSms1');
	await from.rest('PATCH', 'workflows/crmContactsToSms1', {
		name: 'My contacts',
		versionId: example.versionId,
	});
	await from.rest('POST', `workflows/${REMOVED.id}/archive`, {});
	await from.rest('DELETE', `workflows/${REMOVED.id}`);
}

test('a fresh start forgets what was there, has the examples, leads to the list of workflows, and says what to click', async () => {
	const leftOver = path.join(home, '.n8n', 'database.sqlite');
	await mkdir(path.dirname(leftOver));
	await writeFile(leftOver, 'no database: n8n would not start with it');
	const first = await begin('--fresh');
	console.log(`first start: ${first.seconds.toFixed(1)} s`);
	expect(first.address).toBe(`${first.url}/home/workflows`);
	expect(await namesOf(first, 'workflows')).toEqual(
		exampleFiles()
			.map(({ name }) => name)
			.sort(),
	);
	const from = first.lines.indexOf('Three things to click');
	expect(first.lines.slice(from + 1, from + 4).map((line) => line.trim().slice(0, 2))).toEqual([
		'1.',
		'2.',
		'3.',
	]);
	expect((await fetch(`${first.sandboxUrl}/`)).status).toBe(200);
	await useIt(first);
});

test('the next start has what the user made', async () => {
	const second = await begin();
	console.log(`second start: ${second.seconds.toFixed(1)} s`);
	const workflows = await namesOf(second, 'workflows');
	expect(workflows).toHaveLength(exampleFiles().length);
	expect(workflows).toEqual(expect.arrayContaining([OWN, 'My contacts']));
	expect(workflows).not.toContain(REMOVED.name);
	expect(await namesOf(second, 'credentials')).toContain(KEY);
	const { results } = await second.rest<{ results: Array<{ workflowName: string }> }>(
		'GET',
		'executions',
	);
	expect(results.map(({ workflowName }) => workflowName)).toEqual([OWN]);
});
