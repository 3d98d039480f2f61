/**
 * What must never change between two versions of the node, as the service and saved executions hold it: references, the keys of the
 * record of a run, and which messages share a request or a piece of a file. Otherwise a retry would not find what an earlier try has
 * sent, and would send it again. The values were written by an earlier version, none of them is computed here.
 */
import type { IDataObject } from 'n8n-workflow';
import { fromExecute } from '../../../nodes/MessagingService/dispatch/context.ts';
import { writeKey } from '../../../nodes/MessagingService/dispatch/record.ts';
import { deriveRunKey } from '../../../nodes/MessagingService/dispatch/runKey.ts';
import { groupsBy, Pieces, piecesOf } from '../../../nodes/MessagingService/sending/pieces.ts';
import {
	contentReference,
	identityOf,
	messageKey,
	referenceOf,
} from '../../../nodes/MessagingService/sending/references.ts';
import {
	bulkEndpoint,
	campaignEndpoint,
	individualEndpoint,
	personalizedCampaignEndpoint,
	singleEndpoint,
	type SendEndpoint,
} from '../../../nodes/MessagingService/sending/endpoints.ts';
import {
	ready,
	settled,
	type Message,
	type Ready,
	type Recipient,
} from '../../../nodes/MessagingService/sending/message.ts';
import { groupsOfItems } from '../../../nodes/MessagingService/sending/way.ts';
import { fakeFunctions, lost, type Answer, type FakeOptions } from './fakeFunctions.mts';
import { custom } from './fakeOperations.mts';
import { isSend, OWN, run } from './sendHarness.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

beforeAll(() => void jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-21T10:00:00Z')));
afterAll(() => jest.restoreAllMocks());

const [ANN, BOB, CID] = ['380991000011', '380991000022', '380991000033'] as const;
/** An execution of which all is fixed that keys are made from, and the key of its first run. */
const EXECUTION = { executionId: '7', token: 'a1b2'.repeat(16) };
const RUN = 'cd51f2c82863683806517a114df3da80';
const DAY = '2026-11-21';
const TERMS = {};

const messageOf = (more: Partial<Message>): Message => ({
	item: 0,
	position: -1,
	nth: 0,
	identity: '',
	phone: ANN,
	sender: 'Shop',
	text: 'Sale',
	reference: '',
	terms: TERMS,
	isFurther: (more.nth ?? 0) > 0,
	...more,
});

describe('digests', () => {
	it.each<[string, FakeOptions, string]>([
		['', {}, RUN],
		['in the next round of a loop', { runIndex: 1 }, 'ec4092567571d0c019aae9ce040a09f1'],
		['of another node', { node: { name: 'Second' } }, '3e74b417ef3e04b59a530426f6bfb8a2'],
		['without a signature', { token: null }, '2d1ba37303d1ad15d86f93e2da3d2d6a'],
	])('the key of a run %s', (_, other, key) => {
		const { functions } = fakeFunctions({ ...EXECUTION, ...other });
		expect(deriveRunKey(fromExecute(functions))).toBe(key);
	});

	it('the identity of a message, and its key in the record', () => {
		const identities = [0, 1, 2].map((nth) => identityOf(RUN, { phone: ANN, nth }));
		expect(identities).toEqual([
			'6012a6408119543566472b345719202e',
			'567b40d5d1feb165522452f3f6e2878d',
			'80e4bcb79ada71c5c0096876ef7ddf84',
		]);
		expect(identities.map((identity) => messageKey({ identity }))).toEqual([
			'6012a64081195435',
			'567b40d5d1feb165',
			'80e4bcb79ada71c5',
		]);
	});

	it('the reference of a message, of each kind', () => {
		const message = messageOf({ nth: 1, reference: 'order1' });
		const modes = ['automatic', 'content', 'custom'] as const;
		const sources = modes.map((mode) => ({ mode, run: RUN, day: DAY }));
		expect(sources.map((source) => referenceOf(message, source))).toEqual([
			'567b40d5d1feb165522452f3f6e2878d',
			'32715c25a5ef7da4dc5a690e791e3ab5',
			'order1',
		]);
		expect(contentReference(messageOf({ text: 'Знижка' }), DAY)).toBe(
			'3f9ff3da1234f6c52963806871060205',
		);
	});

	it('the key of a request that changes something else', () => {
		const phone = 380991000011;
		expect([
			writeKey(0, 'PUT', { path: '/api/contacts/5', body: { phone } }),
			writeKey(1, 'PUT', { path: '/api/contacts/5', body: { phone } }),
			writeKey(0, 'PUT', { path: '/api/campaigns/5/stop' }),
			writeKey(0, 'POST', { path: '/rest/stat/create', qs: { a: 'b' }, body: {} }),
			writeKey(0, 'POST', { path: '/api/stop-list/attach', body: { phone, types: ['sms'] } }),
		]).toEqual([
			'f2RLaNHsVWvydnZsy-9wJ2z9',
			'WBCNj-dWJ48YC4moWuqBcYxc',
			'r5lPMmjykmZmSZUsm7L_UBlA',
			'kDDAjtNGopKII7wsApipeeZu',
			'IO6IpOkpUm0WrZ3Eiz9bEh6v',
		]);
	});
});

/** Which messages go out together, in the order of the requests: their texts. */
const textsOf = (requests: ReadonlyArray<readonly Recipient[]>): string[] =>
	requests.map((request) => request.map(({ message }) => message.text).join(' '));

describe('what shares a request', () => {
	const OTHER_TERMS = { validity: 2 };
	const EARLIER = [{}, {}] as const;
	const START = Date.parse('2026-11-22T08:00:00Z');
	const ROWS: ReadonlyArray<Partial<Message> & { earlier?: object }> = [
		{ text: 'a' },
		{ text: 'b', phone: CID, sender: 'Other' },
		{ text: 'c', nth: 1 },
		{ text: 'd', phone: BOB },
		{ text: 'e', phone: BOB, nth: 1, sender: 'Other' },
		{ text: 'f', phone: CID, nth: 1, start: START },
		{ text: 'g', phone: '380991000044', start: START },
		{ text: 'h', phone: '380991000055', start: START - 1000 },
		{ text: 'i', phone: '380991000066', terms: OTHER_TERMS },
		{ text: 'j', nth: 2 },
		{ text: 'k', phone: '380991000077', earlier: EARLIER[0] },
		{ text: 'l', phone: '380991000088', earlier: EARLIER[1] },
		{ text: 'm', phone: '380991000099', earlier: EARLIER[0] },
		{ text: 'n', phone: '380991000110' },
		{ text: 'o', phone: '380991000121' },
	];
	const made = ROWS.map(({ earlier, ...more }) => ({ earlier, one: ready(messageOf(more)) }));
	const recipients = made.map(({ one }) => one);
	const earlierOf = (message: Message): object | undefined =>
		made.find(({ one }) => one.message === message)?.earlier;
	const requestsOf = (rows: readonly Recipient[], size: number): Ready[][] =>
		piecesOf(rows, size, groupsOfItems(rows, earlierOf));
	const refused = settled(messageOf({ text: 'z' }), {
		status: 'refused',
		refusal: { field: '', message: '' },
	});

	it.each([
		[1, 'a|d|n|o|b|i|k|m|l|c|e|j|h|g|f'],
		[2, 'a d|n o|b|i|k m|l|c|e|j|h|g|f'],
		[10_000, 'a d n o|b|i|k m|l|c|e|j|h|g|f'],
	])('of at most %d messages', (size, requests) => {
		const made = requestsOf([refused, ...recipients], size);
		expect(textsOf(made).join('|')).toBe(requests);
	});

	it('if no number is repeated', () => {
		const once = recipients.filter(({ message: { nth } }) => nth === 0);
		const made = piecesOf(once, 3, groupsOfItems(once));
		expect(textsOf(made).join('|')).toBe('a d k|l m n|o|b|i|h|g');
	});

	/** Parts of rows that come three at a time; those in round brackets go into no request. */
	function partsOf(rows: readonly Recipient[], size: number): string[] {
		const groupOf = groupsBy(
			({ message }) => message.sender,
			({ nth }) => nth,
		);
		const pieces = new Pieces(size, groupOf, true);
		const parts: string[] = [];
		// Of a file the moment is found when a piece leaves.
		const placed = rows.map((one) => ({ ...one, message: { ...one.message, start: undefined } }));
		for (let from = 0; from < placed.length; from += 3) {
			const some = placed.slice(from, from + 3);
			const others = some.filter(({ status }) => status !== 'ready');
			parts.push(...textsOf([others]).map((texts) => `(${texts})`), ...textsOf(pieces.add(some)));
		}
		parts.push(...textsOf(pieces.rest()));
		return parts.filter((part) => part !== '' && part !== '()');
	}

	it.each([
		[1, 'a|c|d|g|h|i|k|l|m|n|(z)|o|b|f|e|j'],
		[2, 'a d|g h|i k|l m|(z)|n o|b|c f|e|j'],
		[10_000, '(z)|a d g h i k l m n o|b|c f|e|j'],
	])('as a piece of a file of at most %d lines', (size, parts) => {
		expect(partsOf([...recipients, refused], size).join('|')).toBe(parts);
	});

	it('as a piece of a file with more senders than are collected at a time', () => {
		const senders = Array.from({ length: 50 }, (_, index) =>
			ready(messageOf({ sender: `Shop${index % 23}`, text: String(index) })),
		);
		expect(partsOf(senders, 2).join('|')).toBe(
			'0 23|1 24|2 25|3 26|4 27|46|47|48|49|5 28|6 29|7 30|8 31|9 32|10 33|11 34|12 35|13 36|14 37|15 38|16 39|17 40|18 41|19 42|20 43|21 44|22 45',
		);
	});
});

/** What a record holds: the key of its run, and of each request its state and the keys of its messages. */
function recordIn(context: IDataObject): string[] {
	const runs = (context.messagingService ?? {}) as Record<string, { requests: IDataObject[] }>;
	return Object.entries(runs).flatMap(([run, { requests }]) =>
		requests.map(
			({ state, messages }) => `${run} ${String(state)}: ${(messages as string[]).join(' ')}`,
		),
	);
}

/** Each message of a request: number and reference. */
const messagesIn = (body: IDataObject): string[] =>
	((body.phones ?? body.messages ?? [body]) as IDataObject[]).map(
		(one) =>
			`${String(one.msisdn ?? one.number ?? one.phone)} ${String(one.reference ?? one.reference_id)}`,
	);

/** Takes as many requests, and answers no other: a record stays only if something failed. */
function service(taken: number): NonNullable<FakeOptions['answer']> {
	let posts = 0;
	return ({ method, options }): Answer => {
		if (method !== 'POST') return { status: 500, body: {} };
		if (posts++ >= taken) return lost();
		const { phones = [] } = options.body as { phones?: IDataObject[] };
		const result = phones.map(({ reference }, place) => ({ reference, id: 70 + place, error: 0 }));
		const id = 100 + posts;
		return { body: { error: 0, id, task_id: id, data: { id }, result } };
	};
}

/** Sends where only the answer to the last request is lost: what went out, and what the record holds. */
async function send(
	endpoint: SendEndpoint,
	requests: number,
	parameters: IDataObject,
	more: FakeOptions,
): Promise<{ requests: string[][]; record: string[] }> {
	const context: IDataObject = {};
	const { sent } = await run(
		endpoint,
		{
			...(endpoint.personal && { text: 'Hi {name}', sender: '{sender}' }),
			...parameters,
			options: { retryFor: 0, ...(parameters.options as IDataObject) },
		},
		{ ...EXECUTION, ...more, context, answer: service(requests - 1) },
	);
	return { requests: sent.map(messagesIn), record: recordIn(context) };
}

const PEOPLE = [
	{ phone: ANN, reference: 'own0', name: 'Ann', sender: 'Shop' },
	{ phone: BOB, reference: 'own1', name: 'Bob', sender: 'Shop' },
	{ phone: ANN, reference: 'own2', name: 'Ann again', sender: 'Shop' },
	{ phone: CID, reference: 'own3', name: 'Cid', sender: 'Other' },
];
/** Under which keys the record knows their messages. */
const KEYS = ['6012a64081195435', 'ef28655a408e5924', '567b40d5d1feb165', 'f89fb8c0a7d20f9f'];
const AUTOMATIC = [
	'6012a6408119543566472b345719202e',
	'ef28655a408e59244624fd1cb235a1af',
	'567b40d5d1feb165522452f3f6e2878d',
	'f89fb8c0a7d20f9ff132fe16b4d3ac4b',
];
const OWN_REFERENCES = PEOPLE.map(({ reference }) => reference);
/** The references of their messages; where all have one text and one sender, the third is the same as the first. */
const REFERENCES = {
	common: {
		automatic: AUTOMATIC,
		content: [
			'aacb441ffd5f85bfb73584f228b7215d',
			'f7f18f098d007a0f99cf9a05de3bef7e',
			'',
			'0d050584d7217c2966d3f091f0205a96',
		],
		custom: OWN_REFERENCES,
	},
	personal: {
		automatic: AUTOMATIC,
		content: [
			'50b00fbeb8919815bc70aa7909e8f02d',
			'62cb1769a5894560d69bfe86f7d173ae',
			'6697db17a0d14ef940163c4c080784a3',
			'fa18f6a83a19779ed09b5a41a1facd9b',
		],
		custom: OWN_REFERENCES,
	},
};

describe('what goes out, and what the record holds', () => {
	const SENDS: ReadonlyArray<[string, SendEndpoint, number, number[][]]> = [
		['one SMS for each', singleEndpoint, 1, [[0], [1], [3], [2]]],
		['one text in bulk', bulkEndpoint, 1000, [[0, 1, 3]]],
		['own texts in bulk', individualEndpoint, 1000, [[0, 1], [3], [2]]],
		['a campaign', campaignEndpoint, 10_000, [[0, 1, 3]]],
		['a personalized campaign', personalizedCampaignEndpoint, 10_000, [[0, 1], [3], [2]]],
	];
	const MODES = ['automatic', 'content', 'custom'] as const;

	it.each(SENDS.flatMap(([name, ...one]) => MODES.map((mode) => [name, mode, ...one] as const)))(
		'%s, with references that are %s',
		async (_, mode, endpoint, size, rows) => {
			const options = mode === 'custom' ? OWN : { referenceMode: mode };
			const references = REFERENCES[endpoint.personal ? 'personal' : 'common'][mode];
			const { requests, record } = await send(
				endpoint,
				rows.length,
				{ options },
				{ items: PEOPLE },
			);
			expect(endpoint.recipientsPerRequest).toBe(size);
			expect(requests).toEqual(
				rows.map((own) => own.map((row) => `${PEOPLE[row]?.phone} ${references[row]}`)),
			);
			// Requests go side by side.
			expect(record.sort()).toEqual(
				rows
					.map((own, place) => {
						const state = place === rows.length - 1 ? 'unknown' : 'accepted';
						return `${RUN} ${state}: ${own.map((row) => KEYS[row]).join(' ')}`;
					})
					.sort(),
			);
		},
	);

	it('a file', async () => {
		const lines = Array.from(
			{ length: 1002 },
			(_, index) => `38099${String(index % 1001).padStart(5, '0')}11,Person ${index},Shop`,
		);
		const csv = ['phone,name,sender', `${BOB},Bob,Other`, ...lines, ''].join('\n');
		const { requests, record } = await send(
			individualEndpoint,
			4,
			{ recipientSource: 'file', phoneField: 'phone' },
			{ items: [{}], files: [csv] },
		);
		expect(requests.map((request) => [request.length, request[0], request.at(-1)])).toEqual([
			[
				1000,
				'380990000011 9b263ce1e455a318570557adfc4fd068',
				'380990099911 6ef7b331fc01dc884231e8ac16feff93',
			],
			...[
				'380991000022 3d2687aac8df006bda69afa912afc8fd',
				'380990100011 81a83c4d0307f6a860435dd03a04fb3d',
				'380990000011 ef640467d2213e9b417c58e51a2dd401',
			].map((only) => [1, only, only]),
		]);
		expect(record).toEqual([
			`${RUN} accepted: 5ee397585df3c9cf556d995b8b007f17`,
			`${RUN} accepted: d01606082951b2d73e070f50d12293fd`,
			`${RUN} accepted: 022a5a647268713cfa3865a35d48c9c5`,
			`${RUN} unknown: 459dd4fe6777cb84480073dc079153bf`,
		]);
	});

	it('contact lists', async () => {
		const items = [[6, 5], [5, 6], [7]].map((groups) => ({ groups }));
		const context: IDataObject = {};
		const parameters = { groups: '={{ $json.groups }}', sender: 'Shop', text: 'Sale' };
		const { asked } = await custom(
			'campaign.sendSmsToContactLists',
			{ ...parameters, options: { retryFor: 0 } },
			service(2),
			{ ...EXECUTION, context, items },
		);
		expect(asked.filter(isSend)).toHaveLength(3);
		expect(recordIn(context)).toEqual([
			`${RUN} accepted: 2aa6313b12399176`,
			`${RUN} accepted: 714e334286f79a3b`,
			`${RUN} unknown: 1cad5c36df190759`,
		]);
	});
});
