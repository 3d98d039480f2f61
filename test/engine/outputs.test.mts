import { NodeHelpers } from 'n8n-workflow';
import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { nameOf } from '../e2e/operations.mts';
import { runEveryOperation, type OperationRun } from './operationRuns.mts';
import { watchReads } from './parameterReads.mts';
import {
	choicesOf,
	describedOperations,
	nodeDescription,
	triggerDescription,
} from '../browser/described.mts';
import { readContract, writeContract } from './outputsContract.mts';
import { triggerSamples } from './samples.mts';
import { jsonOf, type Stage } from './stage.mts';

/**
 * Workflows map the fields of an output by name, and people read its first columns: both are a contract. outputs.json holds the fields
 * of every operation and event in their order. UPDATE_OUTPUTS=1 adds what is new and changes nothing that is there.
 */
let contract: Record<string, string[]>;

const sender = { __rl: true, mode: 'name', value: 'Shop' };
/** Two that are sent to, one that comes again, and one whose number cannot be. */
const SOME = {
	recipientSource: 'list',
	recipients: '380997001071, +380 99 700 10 71, 12-34, 099 700 10 72',
	sender,
	text: 'To some',
	defaultCountry: 'UA',
};
const left = { invalidRecipients: 'skip' };
const HOURS = { days: [1, 2, 3, 4, 5, 6, 7], zoneField: '' };
/** Nearly all day, so that no campaign may start in Ukraine: its zones have no moment in common. Poland has one zone. */
const quiet = { ...left, quietHours: { hours: { from: '00:00', to: '23:30', ...HOURS } } };
const WITH_POLAND = { recipients: `${SOME.recipients}, +48512345678` };
const hourInKyiv = Number(
	new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Kyiv', hour: '2-digit' }).format(new Date()),
);
const full = (hour: number): string => `${String((hour + 24) % 24).padStart(2, '0')}:00`;
/** Some hours before and after now, so that single messages are held back. */
const quietNow = {
	...left,
	quietHours: {
		hours: { from: full(hourInKyiv - 3), to: full(hourInKyiv + 6), ...HOURS },
	},
};
const quietFor = (name: string): INodeParameters =>
	name.startsWith('campaign.') ? quiet : quietNow;
const SENDS = [
	'sms.sendBulk',
	'sms.sendIndividual',
	'campaign.sendSms',
	'campaign.sendPersonalizedSms',
];
/** What operations put out where it is not what they usually do. */
const VARIANTS: ReadonlyArray<[name: string, what: string, parameters: INodeParameters]> = [
	...SENDS.flatMap(
		(name): Array<[string, string, INodeParameters]> => [
			[name, 'some left out', { ...SOME, options: left }],
			[name, 'Dry Run', { ...SOME, dryRun: true, options: left }],
			[name, 'Summary Only', { ...SOME, simplify: true, options: left }],
			[name, 'Summary Only, Dry Run', { ...SOME, simplify: true, dryRun: true, options: left }],
		],
	),
	['sms.send', 'Dry Run', { sender, phone: '380997001071', text: 'One', dryRun: true }],
	[
		'sms.send',
		'left out',
		{ sender, phone: '380997001071', text: 'None', options: { leaveOutNumbers: '380997001071' } },
	],
	[
		'sms.waitForDelivery',
		'not found',
		{ reference: 'nobody1', waitMinutes: 0, outputMode: 'single' },
	],
	...SENDS.flatMap(
		(name): Array<[string, string, INodeParameters]> => [
			[name, 'Quiet Hours', { ...SOME, ...WITH_POLAND, options: quietFor(name) }],
			[
				name,
				'Quiet Hours, Summary Only',
				{ ...SOME, ...WITH_POLAND, simplify: true, options: quietFor(name) },
			],
		],
	),
	['sms.send', 'Quiet Hours', { sender, phone: '380997001073', text: 'Late', options: quietNow }],
	[
		'report.request',
		'without waiting',
		{ selectBy: 'messageIds', messageIds: '={{ $json.message_id }}', wait: false },
	],
	['campaign.getAll', 'Simplify off', { simplify: false }],
	['rcsCampaign.getAll', 'Simplify off', { simplify: false }],
	['sender.getAll', 'Simplify off', { simplify: false }],
];
/** Those whose rows are of the same kind as those that the operation usually puts out. */
const SAME_ROWS = /\((?:some left out|left out|Dry Run|not found)\)$/;

/** Sends from a file, which put out an item for each request and a file that says what became of each line. */
const FILE_SENDS: ReadonlyArray<[what: string, parameters: INodeParameters]> = [
	['A File', { options: left }],
	['A File, Dry Run', { dryRun: true, options: left }],
	['A File, Quiet Hours', { options: quiet }],
];
const LINES = 'phone\n380997001081\n+380 99 700 10 81\n12-34\n+48512345678\n';

const made = new Map<string, IDataObject[]>();
/** The first rows of the files that sends from a file put out. */
const headers = new Map<string, string[]>();
/** Names of the parameters that our code read, by the operation that ran. */
const read = new Map<string, Set<string>>();
let runs: OperationRun[] = [];
let stage: Stage;

/** Sends from a file as each operation for many takes it. */
async function sendFromFiles(): Promise<void> {
	for (const send of SENDS)
		for (const [what, parameters] of FILE_SENDS) {
			const [resource = '', operation = ''] = send.split('.');
			const name = `${send} (${what})`;
			const data = await stage.engine.storeBinary(Buffer.from(LINES), 'list.csv');
			const run = await stage.engine.run({
				credential: stage.credential,
				parameters: {
					resource,
					operation,
					recipientSource: 'file',
					phoneField: 'phone',
					sender,
					text: 'To a file',
					defaultCountry: 'UA',
					...parameters,
				},
				items: [{ json: {}, binary: { data } }],
			});
			if (run.error) throw new Error(`${name}: ${run.error.message}`);
			made.set(name, jsonOf(run));
			const result = run.items.find(({ binary }) => binary?.result)?.binary?.result;
			if (!result) throw new Error(`${name}: no result file`);
			const [header = ''] = String(await stage.engine.readBinary(result)).split(/\r?\n/);
			headers.set(`${name}, result file`, header.split(','));
		}
}

beforeAll(async () => {
	const reads = watchReads();
	({ stage, runs } = await runEveryOperation((step) => {
		read.set(nameOf(step), reads.next());
	}));
	reads.end();
	for (const { step, items } of runs) {
		const name = `${step.resource}.${step.operation}`;
		made.set(name, [...(made.get(name) ?? []), ...items]);
	}
	for (const [name, { items }] of await triggerSamples()) made.set(name, items);
	const messageId = String(made.get('sms.send')?.[0]?.message_id);
	for (const [name, what, parameters] of VARIANTS) {
		const run = await stage.act(name, parameters, { items: [{ message_id: messageId }] });
		if (run.error) throw new Error(`${name} (${what}): ${run.error.message}`);
		made.set(`${name} (${what})`, jsonOf(run));
	}
	await sendFromFiles();
	contract = readContract();
	if (process.env.UPDATE_OUTPUTS !== '1') return;
	const fresh = [...made].map(([name, items]) => [name, Object.keys(items[0] ?? {})]);
	contract = { ...contract, ...Object.fromEntries([...fresh, ...headers]), ...contract };
	writeContract(contract);
});
afterAll(async () => await stage.close());

test('every row has the fields of the contract, in their order', () => {
	expect(Object.keys(contract).sort()).toEqual([...made.keys(), ...headers.keys()].sort());
	for (const [name, items] of made) {
		expect({ name, items: items.length > 0 }).toEqual({ name, items: true });
		for (const item of items)
			expect({ name, fields: Object.keys(item) }).toEqual({ name, fields: contract[name] });
	}
});

test('every result file of a send from a file has the columns of the contract, in their order', () => {
	expect(headers.size).toBe(SENDS.length * FILE_SENDS.length);
	for (const [name, columns] of headers)
		expect({ name, columns }).toEqual({ name, columns: contract[name] });
});

test('rows and summaries of a send with Quiet Hours say when it goes out, or may go', () => {
	const later = [...made].filter(([name]) => name.includes('Quiet Hours'));
	expect(later.length).toBe(SENDS.length * 3 + 1);
	// Of a file of single messages, the result says it of each line.
	const told = later.filter(([name]) => name.startsWith('campaign.') || !name.includes('A File'));
	expect(told.length).toBe(11);
	for (const [name, items] of told)
		expect({
			name,
			starts: items.every((item) => 'start_at' in item),
		}).toEqual({ name, starts: true });
	const held = told.flatMap(([, items]) => items.filter(({ status }) => status === 'skipped'));
	// Single messages to Poland wait, too.
	expect(held.length).toBe(1 + 2 * 2 + 4);
	for (const { start_at, reason } of held) {
		expect(start_at).toMatch(/^20\d\d-/);
		expect(reason).toContain(String(start_at));
	}
});

test('one thing has one name in all outputs: none of the names by which the service calls it', () => {
	// Where Simplify is off, a record is the service's own.
	const rows = Object.entries(contract).filter(([name]) => !name.includes('Simplify off'));
	const names = [...new Set(rows.flatMap(([, fields]) => fields))];
	expect(names.length).toBeGreaterThan(50);
	const own =
		/^(?:id|msisdn|originator|body|totalprice|time_(?:in|sent|dr)|parent_message_id|reference_id|external_id|calculated_price|real_start_at|mesage_type)$|[A-Z]/;
	expect(names.filter((name) => own.test(name))).toEqual([]);
});

test('what there is nothing for is null, and has its type elsewhere', () => {
	const typesOf = new Map<string, Set<string>>();
	for (const [output, items] of made)
		for (const item of output.includes('Simplify off') ? [] : items)
			for (const [name, value] of Object.entries(item)) {
				expect([name, value]).not.toEqual([name, '-']);
				expect([name, value]).not.toEqual([name, '']);
				if (value === null) continue;
				const column = `${output.replace(/ \(.*$/, '')} ${name}`;
				const types = typesOf.get(column) ?? new Set();
				typesOf.set(column, types.add(typeof value));
			}
	const mixed = [...typesOf].filter(([, types]) => types.size > 1).map(([name]) => name);
	expect(mixed).toEqual([]);
});

test('every operation of the node and every event of the trigger is among them', () => {
	const operations = describedOperations(nodeDescription()).map(
		({ resource, operation }) => `${String(resource.value)}.${String(operation.value)}`,
	);
	const events = choicesOf(triggerDescription().properties.find(({ name }) => name === 'event'));
	const all = [...operations, ...events.map(({ value }) => `trigger.${String(value)}`)];
	expect([...made.keys()].filter((name) => !name.includes('(')).sort()).toEqual(all.sort());
});

test('rows have the same fields, whether a recipient is sent to or not', () => {
	const variants = [...made.keys()].filter((name) => SAME_ROWS.test(name));
	expect(variants.length).toBeGreaterThan(10);
	for (const name of variants)
		expect({ name, fields: contract[name] }).toEqual({
			name,
			fields: contract[name.replace(/ \(.*$/, '')],
		});
});

const count = (value: unknown): number => Number(value ?? 0);

test('counters add up: what was sent is delivered, has failed or is on the way', () => {
	const counted = [...made].flatMap(([name, items]) =>
		items.filter((item) => 'on_the_way' in item).map((item) => ({ name, item })),
	);
	/** RCS messages are read, and what was read the service counts as delivered and no longer as sent (2.1). */
	const mayBeRead = ({ message_type, delivered }: IDataObject): boolean =>
		message_type === 'rcs' && count(delivered) > 0;
	const known = counted.filter(({ item }) => !mayBeRead(item));
	expect(new Set(known.map(({ name }) => name)).size).toBe(6);
	for (const { name, item } of known)
		expect({
			name,
			sent: count(item.delivered) + count(item.failed) + count(item.on_the_way),
		}).toEqual({ name, sent: count(item.sent) });
	const unknown = counted.filter(({ item }) => mayBeRead(item));
	expect(unknown.length).toBeGreaterThan(1);
	for (const { name, item } of unknown) {
		const ended = ['done', 'stopped'].includes(String(item.status));
		expect({ name, failed: item.failed, open: item.on_the_way }).toEqual({
			name,
			failed: null,
			open: ended ? 0 : null,
		});
	}
});

test('counters add up: each recipient of a summary is counted once', () => {
	const summaries = [...made].filter(([name]) => name.endsWith('(Summary Only)'));
	expect(summaries.length).toBe(SENDS.length);
	for (const [name, items] of summaries) {
		const sumOf = (field: string): number =>
			items.reduce((sum, item) => sum + count(item[field]), 0);
		const counts = ['recipients', 'accepted', 'refused', 'unknown', 'duplicate', 'skipped'].map(
			sumOf,
		);
		expect({ name, counts }).toEqual({ name, counts: [4, 2, 1, 0, 1, 0] });
	}
});

/** The fields and options that the form shows for these parameters. */
function shown(parameters: INodeParameters): string[] {
	const { description } = stage.engine.nodeType();
	const values =
		NodeHelpers.getNodeParameters(
			description.properties,
			parameters,
			true,
			false,
			null,
			description,
		) ?? {};
	const visible = (properties: INodeProperties[]): INodeProperties[] =>
		properties.filter(
			(property) =>
				!['notice', 'hidden'].includes(property.type) &&
				NodeHelpers.displayParameter(values, property, null, description, values),
		);
	// n8n itself puts these into the request, and the sandbox judges what comes: their names are a test of their own.
	const isSentByN8n = ({ routing }: INodeProperties) => routing?.send?.property !== undefined;
	return visible(description.properties).flatMap((property) => {
		const { name, type, options } = property;
		// The last is n8n's own: it adds it to every declarative node.
		if (['resource', 'operation', 'requestOptions'].includes(name)) return [];
		if (type !== 'collection') return isSentByN8n(property) ? [] : [name];
		return visible((options ?? []) as INodeProperties[]).flatMap((option) =>
			isSentByN8n(option) ? [] : [`${name}.${option.name}`],
		);
	});
}

test('no field and no option does nothing: each that the form shows is read', () => {
	const idle = runs.flatMap(({ step, parameters }) => {
		const names = read.get(nameOf(step)) ?? new Set<string>();
		return (
			shown({ resource: step.resource, operation: step.operation, ...parameters })
				.filter((name) => !names.has(name) && !names.has(`${name.split('.')[0] ?? ''}.*`))
				// A group is read by what it holds.
				.filter((name) => ![...names].some((read) => read.startsWith(`${name}.`)))
				.map((name) => `${nameOf(step)}: ${name}`)
		);
	});
	expect(runs.length).toBeGreaterThan(18);
	expect(shown({ resource: 'sms', operation: 'send' })).toEqual(
		expect.arrayContaining(['phone', 'text', 'options.delivery']),
	);
	expect(read.get('sms send')?.has('options.searchMonths')).toBe(false);
	expect(idle).toEqual([]);
});
