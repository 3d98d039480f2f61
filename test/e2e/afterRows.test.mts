import { EXAMPLE_CREDENTIAL, sandboxCredential } from '../../tools/lib/examples.mts';
import { itemsOf, N8n } from '../../tools/lib/n8n.mts';
import type { Execution, StoredWorkflow } from '../../tools/lib/n8n.mts';
import { startSandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import { Fixtures, packedFor } from '../support/fixtures.mts';
import { PACKAGE, START } from './operations.mts';

// The real n8n: its own nodes take the rows of a send as they are, those with values and those without, and no expression mends them.

type Node = StoredWorkflow['nodes'][number];

const sender = { __rl: true, mode: 'name', value: 'Shop' };
const MANY = { sender, recipientSource: 'allItems', phoneField: 'phone' };
const LEFT_OUT = { options: { invalidRecipients: 'skip' } };
/** The sends, with the column that has an id of the service. */
const SENDS: ReadonlyArray<[name: string, id: string, parameters: object]> = [
	['sms.send', 'message_id', { sender, phone: '={{ $json.phone }}', text: 'Hello', ...LEFT_OUT }],
	['sms.sendBulk', 'message_id', { ...MANY, text: 'Hello', ...LEFT_OUT }],
	['sms.sendIndividual', 'message_id', { ...MANY, text: 'Hello {name}', ...LEFT_OUT }],
	['campaign.sendSms', 'campaign_id', { ...MANY, text: 'Hello', ...LEFT_OUT }],
	['campaign.sendPersonalizedSms', 'campaign_id', { ...MANY, text: 'Hello {name}', ...LEFT_OUT }],
];
const PEOPLE = [
	{ phone: '380997001081', name: 'Ann' },
	{ phone: '12-34', name: 'Bo' },
	{ phone: '380997001082', name: 'Cy' },
];

const condition = (
	leftValue: string,
	type: string,
	operation: string,
	rightValue: unknown = '',
) => ({
	conditions: {
		options: { caseSensitive: true, typeValidation: 'strict', version: 2 },
		combinator: 'and',
		conditions: [
			{
				id: 'one',
				leftValue,
				rightValue,
				operator: { type, operation, singleValue: rightValue === '' },
			},
		],
	},
	options: {},
});
const SINCE = '2020-01-01T00:00:00';

/** The nodes that follow a send, by name. */
const followers = (
	id: string,
): ReadonlyArray<[name: string, type: string, version: number, parameters: object]> => [
	['IF is empty', 'if', 2.2, condition(`={{ $json.${id} }}`, 'number', 'empty')],
	['IF number', 'if', 2.2, condition('={{ $json.segments }}', 'number', 'gt', 0)],
	['IF price', 'if', 2.2, condition('={{ $json.price ?? null }}', 'number', 'notEmpty')],
	['IF date', 'if', 2.2, condition('={{ $json.start_at }}', 'dateTime', 'after', SINCE)],
	[
		'Edit Fields',
		'set',
		3.4,
		{
			mode: 'manual',
			assignments: {
				assignments: [
					['id', 'number', `={{ $json.${id} }}`],
					['reason', 'string', '={{ $json.reason }}'],
					['segments', 'number', '={{ $json.segments }}'],
					['test', 'boolean', '={{ $json.test }}'],
					['country', 'string', '={{ $json.country }}'],
				].map(([name, type, value]) => ({ id: name, name, type, value })),
			},
			options: {},
		},
	],
	[
		'Date and Time',
		'dateTime',
		2,
		{ operation: 'formatDate', date: '={{ $json.start_at }}', format: 'yyyy-MM-dd', options: {} },
	],
	[
		'Summarize',
		'summarize',
		1.1,
		{
			fieldsToSummarize: {
				values: [
					{ aggregation: 'sum', field: 'segments' },
					{ aggregation: 'count', field: 'phone' },
				],
			},
			fieldsToSplitBy: 'status',
			options: {},
		},
	],
	['Convert to File', 'convertToFile', 1.1, { operation: 'csv', options: {} }],
	[
		'Data Table',
		'dataTable',
		1.1,
		{
			resource: 'row',
			operation: 'insert',
			dataTableId: { __rl: true, mode: 'name', value: 'after_sends' },
			columns: {
				mappingMode: 'defineBelow',
				value: {
					status: '={{ $json.status }}',
					number: `={{ $json.${id} }}`,
					at: '={{ $json.start_at }}',
				},
				matchingColumns: [],
				schema: [
					['status', 'string'],
					['number', 'number'],
					['at', 'dateTime'],
				].map(([name, type]) => ({
					id: name,
					displayName: name,
					required: false,
					defaultMatch: false,
					display: true,
					type,
					readOnly: false,
					removed: false,
				})),
			},
			options: {},
		},
	],
];

const node = (
	name: string,
	type: string,
	typeVersion: number,
	parameters: object,
	at: [number, number],
): Node => ({ id: name, name, type, typeVersion, position: at, parameters }) as Node;

/** A workflow that makes a table, sends, and hands the rows to each of the followers. */
function workflow(send: string, index: number, id: string, parameters: object): StoredWorkflow {
	const [resource, operation] = send.split('.');
	const after = followers(id);
	return {
		id: `e2eAfterSend0000${index}`,
		name: `After ${send}`,
		nodes: [
			node(START, 'n8n-nodes-base.manualTrigger', 1, {}, [0, 0]),
			node(
				'Table',
				'n8n-nodes-base.dataTable',
				1.1,
				{
					resource: 'table',
					operation: 'create',
					tableName: 'after_sends',
					columns: {
						column: [
							['status', 'string'],
							['number', 'number'],
							['at', 'date'],
						].map(([name, type]) => ({ name, type })),
					},
					options: { createIfNotExists: true },
				},
				[150, 0],
			),
			node(
				'People',
				'n8n-nodes-base.code',
				2,
				{ jsCode: `return ${JSON.stringify(PEOPLE.map((json) => ({ json })))};` },
				[300, 0],
			),
			{
				...node(
					'Send',
					`${PACKAGE}.messagingService`,
					1,
					{ resource, operation, ...parameters },
					[450, 0],
				),
				credentials: {
					[EXAMPLE_CREDENTIAL.type]: { id: EXAMPLE_CREDENTIAL.id, name: EXAMPLE_CREDENTIAL.name },
				},
			} as Node,
			...after.map(([name, type, version, more], row) =>
				node(name, `n8n-nodes-base.${type}`, version, more, [700, row * 150]),
			),
		],
		connections: {
			[START]: { main: [[{ node: 'Table', type: 'main', index: 0 }]] },
			Table: { main: [[{ node: 'People', type: 'main', index: 0 }]] },
			People: { main: [[{ node: 'Send', type: 'main', index: 0 }]] },
			Send: { main: [after.map(([name]) => ({ node: name, type: 'main', index: 0 }))] },
		},
		settings: { executionOrder: 'v1' },
	} as StoredWorkflow;
}

const fixtures = new Fixtures();
let n8n: N8n;

beforeAll(async () => {
	const { installed, tarball } = await packedFor(fixtures);
	const sandbox = fixtures.add(await startSandboxProcess({ args: ['--quiet'] }), (one) =>
		one.stop(),
	);
	n8n = fixtures.add(await N8n.create({ installed, tarball }), (one) => one.remove());
	await n8n.importCredentials([sandboxCredential(sandbox.url)]);
	await n8n.importWorkflows(
		SENDS.map(([name, id, parameters], index) => workflow(name, index, id, parameters)),
	);
	await n8n.start();
	await n8n.login();
}, 600_000);
afterAll(async () => await fixtures.end());

test.each(SENDS.map(([name, id], index) => [name, id, index] as const))(
	"n8n's own nodes take the rows of %s",
	async (_, id, index) => {
		const execution: Execution = await n8n.runWorkflow(`e2eAfterSend0000${index}`, START);
		expect(execution.error?.message).toBeUndefined();
		expect(execution.status).toBe('success');
		const rows = itemsOf(execution, 'Send');
		expect(rows.map(({ status }) => status)).toEqual(['accepted', 'refused', 'accepted']);
		expect(rows.map((row) => typeof row[id] === 'number')).toEqual([true, false, true]);
		const of = (name: string, output = 0) => itemsOf(execution, name, output).length;
		expect([of('IF is empty'), of('IF is empty', 1)]).toEqual([1, 2]);
		expect([of('IF number'), of('IF number', 1)]).toEqual([2, 1]);
		expect(of('IF date') + of('IF date', 1)).toBe(3);
		expect(itemsOf(execution, 'Edit Fields').map((row) => typeof row.id)).toEqual([
			'number',
			'object',
			'number',
		]);
		expect(of('Date and Time')).toBe(3);
		expect(itemsOf(execution, 'Summarize')).toMatchObject([
			{ status: 'accepted', sum_segments: 2 },
			{ status: 'refused', sum_segments: 0 },
		]);
		expect(of('Data Table')).toBe(3);
		expect(of('Convert to File')).toBe(1);
	},
	300_000,
);
