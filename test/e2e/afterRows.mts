import { itemsOf } from '../../tools/lib/n8n.mts';
import type { Execution, StoredWorkflow } from '../../tools/lib/n8n.mts';
import { until } from '../../tools/lib/shell.mts';
import { publish } from '../support/prepared.mts';
import { messagingNode, START, startNode, storedNode, triggerNode } from '../support/workflows.mts';
import { columnsOf, EVENTS, letHappen, readsOf, seed, SENDS } from './afterRowsCases.mts';
import type { RowsCase, Seeds } from './afterRowsCases.mts';
import { POLLS } from './examplesHarness.mts';
import { expectFollowed, expectMixed, followersOf, makeTables } from './followers.mts';
import type { Followed } from './followers.mts';
import type { Stage } from './stage.mts';

// The real n8n: its own nodes take the rows of a send, a read and an event as they are, those with values and those without.

const ALL_AT_ONCE = 'e2eAfterRows0001';
const eventId = (index: number): string => `e2eAfterEvent00${index}`;

const followed = ({ name, contract, mixed }: RowsCase): Followed => ({
	name,
	// n8n finds a table by a part of its name.
	table: `of_${name.replace(/\W+/g, '_').toLowerCase()}_rows`,
	columns: columnsOf(contract ?? name.replace(/ .*$/, '')),
	mixed,
});

/** One workflow in which each operation runs once, and what follows it. */
function workflowOf(cases: readonly RowsCase[]): StoredWorkflow {
	const nodes = [startNode()];
	const connections: Record<string, object> = {
		[START]: {
			main: [cases.map(({ name }) => ({ node: `${name}: items`, type: 'main', index: 0 }))],
		},
	};
	for (const [row, one] of cases.entries()) {
		const { name, items = [{}], parameters } = one;
		const [resource, operation] = name.replace(/,? .*$/, '').split('.');
		const jsCode = `return ${JSON.stringify(items.map((json) => ({ json })))};`;
		const source = `${name}: items`;
		const place = { position: [300, row * 1200] };
		const after = followersOf(followed(one), row);
		nodes.push(
			storedNode(1, {
				name: source,
				type: 'n8n-nodes-base.code',
				typeVersion: 2,
				parameters: { jsCode },
				...place,
			}),
			{ ...messagingNode(2, { resource, operation, ...parameters }, name), ...place },
			...after.nodes,
		);
		connections[source] = { main: [[{ node: name, type: 'main', index: 0 }]] };
		Object.assign(connections, after.connections);
	}
	const settings = { executionOrder: 'v1' };
	return { id: ALL_AT_ONCE, name: 'What follows rows', nodes, connections, settings };
}

/** A workflow for an event. */
function workflowOfEvent(one: RowsCase, index: number): StoredWorkflow {
	const after = followersOf(followed(one), 0);
	return {
		id: eventId(index),
		name: `What follows ${one.name}`,
		nodes: [triggerNode(one.name, { ...one.parameters, pollTimes: POLLS }), ...after.nodes],
		connections: after.connections,
		settings: { executionOrder: 'v1' },
	};
}

const NO_SEEDS: Seeds = { messages: [], campaigns: [], report: '' };

/** Tests that n8n's own nodes take the rows of the sends and reads, and the items of the events. */
export function testRows(use: () => Stage): void {
	let execution: Execution;
	const executions = new Map<string, Execution[]>();

	beforeAll(async () => {
		const { n8n, sandbox } = use();
		const cases = [...SENDS, ...readsOf(await seed(sandbox))];
		await n8n.addWorkflows([workflowOf(cases), ...EVENTS.map(workflowOfEvent)]);
		await makeTables(n8n, [...cases, ...EVENTS].map(followed));
		execution = await n8n.runWorkflow(ALL_AT_ONCE, START, 300_000);
	});

	test('all operations, without a failure', () => {
		expect(execution.error?.message).toBeUndefined();
		expect(execution.status).toBe('success');
	});
	// The tables are known by name before there is anything in the account.
	test.each([...SENDS, ...readsOf(NO_SEEDS)])('$name', (one) => {
		expectMixed(followed(one), expectFollowed(execution, followed(one)));
	});

	test('the events poll, and report what changes', async () => {
		const { n8n, sandbox } = use();
		const ids = EVENTS.map((_, index) => eventId(index));
		for (const id of ids) await publish(n8n, id);
		// n8n makes the first poll after it has answered.
		for (const id of ids)
			await until(
				`The first poll of ${id}`,
				async () => {
					const { staticData } = await n8n.rest<{ staticData: object | null }>(
						'GET',
						`workflows/${id}`,
					);
					return Object.keys(staticData ?? {}).length > 0 || undefined;
				},
				60_000,
			);
		await letHappen(sandbox);
		const executionsOf = async (workflowId: string): Promise<Execution[]> => {
			const filter = encodeURIComponent(JSON.stringify({ workflowId }));
			const { results } = await n8n.rest<{ results: Array<{ id: string }> }>(
				'GET',
				`executions?filter=${filter}`,
			);
			return await Promise.all(results.map(async ({ id }) => await n8n.execution(id)));
		};
		for (const id of ids)
			executions.set(
				id,
				await until(
					`The change that ${id} reports`,
					async () => {
						const all = await executionsOf(id);
						const isDone = all.some((one) => JSON.stringify(one.nodes).includes('"change"'));
						const hasFailed = all.some(({ status }) => status !== 'success');
						return isDone || hasFailed ? all : undefined;
					},
					60_000,
					1000,
				),
			);
	});
	test.each(EVENTS.map((one, index) => ({ ...one, index })))('$name', ({ index, ...one }) => {
		const all = executions.get(eventId(index)) ?? [];
		for (const done of all) {
			expect(done.error?.message).toBeUndefined();
			expectFollowed(done, followed(one));
		}
		expectMixed(
			followed(one),
			all.flatMap((done) => itemsOf(done, one.name)),
		);
	});
	test('the events end', async () => {
		const { n8n } = use();
		for (const index of EVENTS.keys())
			await n8n.rest('POST', `workflows/${eventId(index)}/deactivate`);
	});
}
