import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { RunResult } from './harness.mts';
import { people } from './sendsSupport.mts';
import { asked, jsonOf, openStage } from './stage.mts';
import type { Stage } from './stage.mts';

// SMS: Wait for Delivery, as time passes and on many messages.

const options = { retryFor: 0 };
const wait = async (
	stage: Stage,
	items: IDataObject[],
	parameters: INodeParameters,
): Promise<RunResult> => {
	stage.sandbox.requests.length = 0;
	const reference = '={{ $json.reference }}';
	return await stage.act('sms.waitForDelivery', { reference, options, ...parameters }, { items });
};
const BY_ID = { identifyBy: 'id', messageId: '={{ $json.message_id }}' };

describe('while time passes', () => {
	let stage: Stage;
	beforeAll(async () => {
		stage = await openStage({ clock: 'real', speed: 20, config: { senders: 'any' } });
	});
	beforeEach(async () => await stage.fresh());
	afterAll(async () => await stage.close());

	const send = async (items: IDataObject[]): Promise<IDataObject[]> =>
		jsonOf(
			await stage.act(
				'sms.send',
				{ sender: 'Shop', phone: '={{ $json.phone }}', text: 'Hi' },
				{ items },
			),
		);

	it('parts delivered and not delivered, by reference or by message ID', async () => {
		const sent = await send([...people(3), { phone: '380990000002' }]);
		const unsent = { reference: null, phone: '380991112299', reason: 'It is left out' };
		const run = await wait(stage, [...sent, unsent], { waitMinutes: 0.5 });
		expect(run.error).toBeUndefined();
		expect(
			run.outputs[0]?.map(({ json, pairedItem }) => [json.delivered, json.phone, pairedItem]),
		).toEqual(people(3).map(({ phone }, item) => [true, phone, { item }]));
		expect(run.outputs[1]).toMatchObject([
			{
				json: { delivered: false, timed_out: false, status: 'undeliverable' },
				pairedItem: { item: 3 },
			},
			{
				json: { delivered: false, status: 'not sent', phone: unsent.phone, reason: unsent.reason },
				pairedItem: { item: 4 },
			},
		]);
		const single = await wait(stage, sent, { ...BY_ID, waitMinutes: 0.5, outputMode: 'single' });
		expect(single.outputs.map((output) => output.map(({ json }) => json.delivered))).toEqual([
			[true, true, true, false],
		]);
	});

	it('asks with growing pauses until the time is up, and says so', async () => {
		const sent = await send([{ phone: '380990000004' }]);
		const run = await wait(stage, [...sent, { reference: 'nobody' }], { waitMinutes: 0.1 });
		expect(run.outputs[1]?.map(({ json }) => [json.timed_out, json.status])).toEqual([
			[true, expect.any(String)],
			[true, 'not found'],
		]);
		expect(run.hints[0]?.message).toBe('2 messages: 1 still on the way, 1 not found so far.');
		const own = stage.sandbox.requests.filter(({ path }) =>
			path.endsWith(String(sent[0]?.reference)),
		);
		const times = own.map(({ at }) => Date.parse(at));
		const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
		// At 0, 1, 2.5, 4.75 s, and when the 6 s are over.
		expect(times).toHaveLength(5);
		for (const [index, one] of pauses.slice(0, -2).entries())
			expect(pauses[index + 1]).toBeGreaterThan(1.2 * one);
	});

	it('stops when the execution is cancelled', async () => {
		const items = await send([{ phone: '380990000004' }]);
		const stop = new AbortController();
		setTimeout(() => stop.abort(), 300);
		const parameters = { reference: '={{ $json.reference }}', waitMinutes: 0.5, options };
		const run = await stage.act('sms.waitForDelivery', parameters, { items, signal: stop.signal });
		expect(run.status).toBe('canceled');
	});

	it('has at most 10 connections for many messages', async () => {
		const sent = await send(people(120));
		const before = stage.sandbox.stats.openConnections;
		stage.sandbox.stats.maxConnections = before;
		const run = await wait(stage, sent, { waitMinutes: 0.5 });
		expect(run.error).toBeUndefined();
		expect(run.outputs[0]).toHaveLength(120);
		expect(stage.sandbox.stats.maxRequests).toBeLessThanOrEqual(10);
		expect(stage.sandbox.stats.maxConnections).toBeLessThanOrEqual(Math.max(10, before));
	});
});

describe('of many messages', () => {
	let stage: Stage;
	beforeAll(async () => {
		stage = await openStage();
	});
	beforeEach(async () => {
		await stage.fresh();
		stage.sandbox.config.dialect.extensions = true;
	});
	afterAll(async () => await stage.close());

	/** Sends to so many; returns what their messages are named by, ten minutes later. */
	async function sent(operation: string, count: number): Promise<IDataObject[]> {
		const recipients = Array.from({ length: count }, (_, index) => 380_671_001_000 + index).join();
		const run = await stage.act(operation, {
			recipientSource: 'list',
			recipients,
			sender: 'Shop',
			text: 'Sale',
			options,
		});
		stage.sandbox.clock.advance(600_000);
		return jsonOf(run);
	}
	/** The same by their IDs. */
	async function idsOf(count: number): Promise<IDataObject[]> {
		await sent('campaign.sendSms', count);
		const ids = [...stage.sandbox.store.messages.keys()].slice(-count);
		return ids.map((message_id) => ({ message_id }));
	}
	const AT_ONCE = { waitMinutes: 0, outputMode: 'single' };

	it('asks for the messages of a campaign by the hundred', async () => {
		const ids = await idsOf(250);
		const items = jsonOf(await wait(stage, ids, { ...AT_ONCE, ...BY_ID }));
		expect(asked(stage)).toEqual(Array(3).fill('POST /rest/sms/getStatus'));
		expect(items.map(({ message_id }) => ({ message_id }))).toEqual(ids);
		expect(items.filter(({ delivered }) => delivered === true).length).toBeGreaterThan(240);
		expect(items[5]).toMatchObject({ timed_out: false, reference: expect.stringMatching(/^\w+$/) });
	});

	it.each([
		['campaign.sendSms', 1],
		['sms.sendBulk', 4],
	] as const)(
		'asks for 400 messages of %s by their references in %d requests',
		async (operation, most) => {
			const messages = await sent(operation, 400);
			const items = jsonOf(await wait(stage, messages, AT_ONCE));
			expect(asked(stage).length).toBeLessThanOrEqual(most);
			expect(items.map(({ reference }) => reference)).toEqual(
				messages.map(({ reference }) => reference),
			);
			expect(items.filter(({ delivered }) => delivered === true).length).toBeGreaterThan(390);
			expect(items[5]).toMatchObject({ timed_out: false, phone: messages[5]?.phone });
			expect(Object.keys(items[5] ?? {})).not.toContain('text');
		},
	);

	it.each<[string, () => Promise<IDataObject[]>, INodeParameters, boolean]>([
		['has no list of messages', async () => await sent('campaign.sendSms', 6), {}, false],
		['does not take many IDs', async () => await idsOf(6), BY_ID, false],
		['leaves them out of the reply', async () => await idsOf(6), BY_ID, true],
	])('asks for them one by one where the service %s', async (_, messages, by, isOffered) => {
		const items = await messages();
		stage.sandbox.config.dialect.extensions = isOffered;
		const body = { error: 0, result: [] };
		if (isOffered)
			stage.sandbox.faults.add({ kind: 'status', status: 200, body, path: '/rest/sms/getStatus' });
		const run = await wait(stage, items, { ...AT_ONCE, ...by });
		expect(asked(stage)).toHaveLength(7);
		expect(jsonOf(run).map(({ status }) => status)).toEqual(Array(6).fill('delivered'));
	});
});

describe('of other channels than SMS', () => {
	let stage: Stage;
	beforeAll(async () => {
		stage = await openStage({ config: { senders: 'any' } });
	});
	beforeEach(async () => {
		await stage.fresh();
		Object.assign(stage.sandbox.config.dialect, { extensions: true, campaignReferences: 'never' });
	});
	afterAll(async () => await stage.close());

	/** One phone has RCS and Viber, and the other has neither. */
	const PHONES = [{ phone: '380991112233' }, { phone: '380990000002' }];
	const smsFields = { smsSender: 'Shop', smsText: 'Sale by SMS' };
	const SENDS: Array<[operation: string, parameters: INodeParameters, channel: string]> = [
		[
			'rcsMessage.send',
			{ sender: 'Agent', content: 'text', contentText: 'Sale', fallBackToSms: true, ...smsFields },
			'rcs',
		],
		[
			'message.send',
			{ sendBy: 'viber,sms', viberSender: 'Shop', viberText: 'Sale', ...smsFields },
			'viber',
		],
	];
	async function sent([operation, parameters]: (typeof SENDS)[number], items = PHONES) {
		const given = { ...parameters, phone: '={{ $json.phone }}' };
		const run = await stage.act(operation, given, { items });
		expect(run.error).toBeUndefined();
		stage.sandbox.clock.advance(600_000);
		return jsonOf(run);
	}
	const AT_ONCE = { waitMinutes: 0, outputMode: 'single' };
	const channelsOf = (run: RunResult) =>
		jsonOf(run).map(({ delivered, delivered_by, timed_out }) => [
			delivered,
			delivered_by,
			timed_out,
		]);

	describe.each(SENDS)('%s', (...send) => {
		const [, , channel] = send;
		const BOTH = [
			[true, channel, false],
			[true, 'sms', false],
		];
		it.each([
			['their references', {}],
			['their message IDs', BY_ID],
		])('says by which channel they arrived, by %s', async (_, by) => {
			const messages = await sent(send);
			const run = await wait(stage, messages, { ...AT_ONCE, ...by });
			expect(channelsOf(run)).toEqual(BOTH);
			expect(jsonOf(run)).toMatchObject(
				messages.map(({ message_id, reference, phone }) => ({ message_id, reference, phone })),
			);
		});

		it('takes the SMS in the place of one that the look-up of SMS shows as not delivered', async () => {
			Object.assign(stage.sandbox.config.dialect, { campaignReferences: 'atOnce' });
			expect(channelsOf(await wait(stage, await sent(send), AT_ONCE))).toEqual(BOTH);
		});

		it('asks for many with one request', async () => {
			const many = Array.from({ length: 20 }, (_, at) => ({ phone: String(380991110000 + at) }));
			const messages = await sent(send, many);
			const run = await wait(stage, messages, AT_ONCE);
			expect(asked(stage)).toEqual(['GET /api/messages']);
			expect(channelsOf(run)[2]).toEqual([true, 'sms', false]);
			expect(channelsOf(run)[9]).toEqual([true, channel, false]);
		});
	});

	it('does not find them at a service that has no list of messages, which is asked for once', async () => {
		const messages = await sent(SENDS[0] ?? ['', {}, '']);
		stage.sandbox.config.dialect.extensions = false;
		const run = await wait(stage, messages.slice(0, 1), { ...AT_ONCE, waitMinutes: 0.03 });
		expect(jsonOf(run)).toMatchObject([{ status: 'not found', delivered: false, timed_out: true }]);
		expect(asked(stage).filter((request) => request === 'GET /api/messages')).toHaveLength(1);
		expect(asked(stage).length).toBeGreaterThan(2);
	});

	it('finds by a reference alone what the look-up of SMS does not show', async () => {
		const [, second] = await sent(SENDS[1] ?? ['', {}, '']);
		const reference = String(second?.reference);
		const run = await wait(stage, [{ reference }], AT_ONCE);
		expect(channelsOf(run)).toEqual([[true, 'sms', false]]);
	});
});
