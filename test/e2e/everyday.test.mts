import { DateTime } from 'luxon';
import { itemsOf } from '../../tools/lib/n8n.mts';
import type { Execution, N8n, StoredWorkflow } from '../../tools/lib/n8n.mts';
import { startSandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import type { SandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import { Fixtures } from '../support/fixtures.mts';
import { startN8n } from '../support/prepared.mts';
import { messagingNode, rowOfNodes, storedNode } from '../support/workflows.mts';
import type { Json } from './examplesHarness.mts';
import { START } from './operations.mts';

/*
 * Ordinary mistakes of everyday.test.mts in test/engine, as whole workflows in the real n8n: what the sandbox received, and what n8n
 * shows of the execution.
 */

/** The zone of the workflows. That of the credential is UTC. */
const ZONE = 'Europe/Kyiv';
const [A, B, C] = ['380991112201', '380991112202', '380991112203'];

/** What people got, by their numbers: who, the text, and when it starts in UTC; null = at once. */
type Received = Array<{ phone: string; text: string; start: string | null }>;

interface Case {
	what: string;
	people: Json[];
	parameters: Json;
	/** More of the node that sends. */
	node?: Json;
	/** Settings of the sandbox. */
	config?: object;
	/** @throws what is wrong with what n8n shows and what was received */
	check(execution: Execution, received: Received): void;
}

/** Days from now at an hour of the workflow's zone: as a table has it, and as the service gets it. */
function inDays(days: number, hour: number): { local: string; utc: string } {
	const at = DateTime.now().setZone(ZONE).plus({ days }).startOf('day').set({ hour });
	return {
		local: at.toFormat('yyyy-MM-dd HH:mm'),
		utc: at.toJSDate().toISOString(),
	};
}

const sender = { __rl: true, mode: 'name', value: 'Shop' };
const personal = (parameters: Json): Json => ({
	resource: 'campaign',
	operation: 'sendPersonalizedSms',
	recipientSource: 'allItems',
	phoneField: 'phone',
	sender,
	...parameters,
});
const single = (parameters: Json): Json => ({
	resource: 'sms',
	operation: 'send',
	phone: '={{ $json.phone }}',
	sender,
	...parameters,
});
const skip = { invalidRecipients: 'skip' };
const named = (...names: string[]): Json[] =>
	names.map((name, index) => ({ phone: [A, B, C][index], first_name: name }));

const rowsOf = (execution: Execution): Json[] => itemsOf(execution, 'Send');
const hintsOf = (execution: Execution): string[] =>
	(execution.nodes.Send ?? []).flatMap(({ hints = [] }) =>
		(hints as Array<{ message: string }>).map(({ message }) => message),
	);
const succeeds = (execution: Execution): void => {
	expect(execution.error?.message).toBeUndefined();
	expect(execution.status).toBe('success');
};
/** The execution fails with the message, and nobody got anything. */
const fails = (message: RegExp) => (execution: Execution, received: Received) => {
	expect(execution.status).toBe('error');
	// Where all of several are refused, the error names them one by one.
	const own = execution.error?.message?.replace(
		/^Nothing was sent: .*? cannot be used: \[item 0\] /,
		'',
	);
	expect(own).toMatch(message);
	expect(received).toEqual([]);
};
/** Everybody gets a text at once, by their numbers. */
const texts =
	(...expected: string[]) =>
	(execution: Execution, received: Received) => {
		succeeds(execution);
		expect(rowsOf(execution).map(({ text }) => text)).toEqual(expected);
		expect(received.map(({ text }) => text)).toEqual(expected);
	};

const [TOMORROW, LATER] = [inDays(1, 9), inDays(5, 17)];

const CASES: Case[] = [
	{
		what: '1: a start and a validity of each recipient',
		people: [
			{ phone: A, at: TOMORROW.local, hours: 24 },
			{ phone: B, at: LATER.local, hours: 24 },
			{ phone: C, at: TOMORROW.utc, hours: 24 },
		],
		parameters: personal({
			text: 'Your appointment',
			options: { startAt: '={{ $json.at }}', validity: '={{ $json.hours }}' },
		}),
		check(execution, received) {
			succeeds(execution);
			const starts = [TOMORROW.utc, LATER.utc, TOMORROW.utc];
			expect(received.map(({ start }) => start)).toEqual(starts);
			expect(
				rowsOf(execution).map(({ start_at }) => new Date(String(start_at)).toISOString()),
			).toEqual(starts);
			expect(hintsOf(execution)).toContain('2 campaigns, one for each Start At.');
		},
	},
	{
		what: '3: an expression that comes to nothing',
		people: [{ phone: A, 'send at': TOMORROW.local }],
		parameters: personal({ text: 'Sale', options: { startAt: '={{ $json.send_at }}' } }),
		check: fails(/^Start At is empty.*\[item 0\]/),
	},
	...['Hi {{first_name}}', 'Hi {{ $json.first_name }}', 'Hi {first_name}'].map((text) => ({
		what: `4: a fixed text with ${text.slice(3)}`,
		people: named('Ann', 'Bo'),
		parameters: personal({ text }),
		check: texts('Hi Ann', 'Hi Bo'),
	})),
	...['Hi {First_Name}', 'Hi {{ $now }}', 'Hi {}'].map((text) => ({
		what: `4: a fixed text with ${text.slice(3)}, which nothing fills`,
		people: named('Ann', 'Bo'),
		parameters: personal({ text }),
		check: fails(/^Text (?:names|holds) /),
	})),
	{
		what: '4: an expression with a field',
		people: named('Ann', 'Bo'),
		parameters: single({ text: '=Hi {{ $json.first_name }}' }),
		check: texts('Hi Ann', 'Hi Bo'),
	},
	{
		what: '4: an expression with a field that is empty in one row, with Leave Out',
		people: named('Ann', '', 'Cy'),
		parameters: personal({ text: '=Hi {{ $json.first_name }}', options: skip }),
		check(execution, received) {
			succeeds(execution);
			expect(rowsOf(execution).map(({ status }) => status)).toEqual([
				'accepted',
				'refused',
				'accepted',
			]);
			expect(rowsOf(execution)[1]?.reason).toMatch(/^Text needs the field "first_name"/);
			expect(received.map(({ phone }) => phone)).toEqual([A, C]);
		},
	},
	...(
		[
			['undefined', '={{ "Hi " + String($json.name) }}'],
			['[object Object]', '=Hi {{ $json }}'],
			['NaN', '={{ "Hi " + Number($json.first_name) }}'],
		] as const
	).map(([slip, text]) => ({
		what: `4: an expression that wrote ${slip}`,
		people: named('Ann', 'Bo'),
		parameters: personal({ text }),
		check: (execution: Execution, received: Received) => {
			fails(/^Text holds /)(execution, received);
			expect(execution.error?.message).toContain(`"${slip}"`);
		},
	})),
	{
		what: '12: the empty item of Always Output Data',
		people: [],
		parameters: personal({ text: 'Sale' }),
		check(execution, received) {
			succeeds(execution);
			expect(rowsOf(execution)).toEqual([]);
			expect(hintsOf(execution)).toEqual([
				expect.stringMatching(/^An item without fields has nobody to send to/),
			]);
			expect(received).toEqual([]);
		},
	},
	{
		what: '16: a misspelt placeholder with Leave Out',
		people: named('Ann', 'Bo'),
		parameters: personal({ text: 'Hi {frist_name}', options: skip }),
		check: fails(/^Text names the field "frist_name", which is not there/),
	},
	...[personal, single].map((send) => ({
		what: `16: a sender that is not registered with Leave Out, ${String(send({}).operation)}`,
		people: named('Ann', 'Bo'),
		parameters: send({ text: 'Sale', sender: { ...sender, value: 'Nobody' }, options: skip }),
		check: fails(/sender/i),
	})),
	...['continueRegularOutput', 'continueErrorOutput'].flatMap((onError, output) => [
		{
			what: `17: a sender that is not registered, ${onError}`,
			people: named('Ann', 'Bo'),
			parameters: single({ text: 'Sale', sender: { ...sender, value: 'Nobody' } }),
			node: { onError },
			check: (execution: Execution, received: Received) => {
				succeeds(execution);
				expect(received).toEqual([]);
				const rows = itemsOf(execution, 'Send', output);
				expect(rows).toHaveLength(2);
				for (const [index, { error }] of rows.entries())
					expect(error).toMatch(new RegExp(`not allowed.*\\[item ${index}\\]`));
			},
		},
		{
			what: `17: an account without funds, ${onError}`,
			people: named('Ann'),
			parameters: single({ text: 'Sale' }),
			config: { balance: 0 },
			node: { onError },
			check: (execution: Execution, received: Received) => {
				succeeds(execution);
				expect(received).toEqual([]);
				const [{ error } = { error: '' }] = itemsOf(execution, 'Send', output);
				expect(error).toMatch(/funds.*\[item 0\]/);
				expect(error).not.toContain('did not accept a field');
			},
		},
	]),
];

const idOf = (index: number): string => `e2eEveryday0${String(index).padStart(4, '0')}`;

function workflowOf({ what, people, parameters, node }: Case, index: number): StoredWorkflow {
	const jsCode = `return ${JSON.stringify(people.map((json) => ({ json })))};`;
	const workflow = rowOfNodes(idOf(index), what, [
		storedNode(0, { name: START, type: 'n8n-nodes-base.manualTrigger', parameters: {} }),
		storedNode(1, {
			name: 'People',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: { jsCode },
			alwaysOutputData: true,
		}),
		{ ...messagingNode(2, parameters), ...node },
	]);
	return { ...workflow, settings: { executionOrder: 'v1', timezone: ZONE } };
}

const fixtures = new Fixtures();
let n8n: N8n;
let sandbox: SandboxProcess;

beforeAll(async () => {
	sandbox = fixtures.add(await startSandboxProcess({ args: ['--quiet'] }), (one) => one.stop());
	n8n = await startN8n(fixtures, {
		url: sandbox.url,
		authentication: 'apiKey',
		workflows: CASES.map(workflowOf),
	});
});
beforeEach(async () => {
	await sandbox.control('POST', 'reset');
	await sandbox.control('POST', 'config', { balance: 1000 });
});
afterAll(async () => await fixtures.end(), 60_000);

/** Reads what people got. */
async function received(): Promise<Received> {
	const list = async <T,>(name: string): Promise<T[]> =>
		(await sandbox.control<{ data: T[] }>('GET', `${name}?limit=1000`)).data;
	const starts = new Map(
		(await list<{ id: number; startAt: string; createdAt: string }>('campaigns')).map(
			({ id, startAt, createdAt }) => [id, startAt > createdAt ? startAt : null],
		),
	);
	const messages = await list<{ msisdn: string; text: string; campaignId: number | null }>(
		'messages',
	);
	return messages
		.filter(({ msisdn }) => [A, B, C].includes(msisdn))
		.map(({ msisdn, text, campaignId }) => ({
			phone: msisdn,
			text,
			start: campaignId === null ? null : (starts.get(campaignId) ?? null),
		}))
		.sort((one, other) => one.phone.localeCompare(other.phone));
}

test.each(CASES.map((one, index) => ({ ...one, index })))('$what', async ({ index, ...one }) => {
	if (one.config) await sandbox.control('POST', 'config', one.config);
	const execution = await n8n.runWorkflow(idOf(index), START);
	one.check(execution, await received());
});
