import { jsonOf, openStage, people, phoneOf } from './sendsSupport.mts';
import type { Send, Stage } from './sendsSupport.mts';

let stage: Stage;
beforeAll(async () => {
	stage = await openStage({ authentication: 'apiKey', speed: 20 });
});
beforeEach(() => stage.sandbox.reset());
afterAll(async () => await stage.close());

const send: Send = {
	resource: 'sms',
	operation: 'send',
	parameters: { sender: 'Shop', phone: '={{ $json.phone }}', text: 'Hi' },
};
const wait: Send = {
	resource: 'sms',
	operation: 'waitForDelivery',
	parameters: { reference: '={{ $json.reference }}', waitMinutes: 0.5 },
};

describe('Wait for Delivery', () => {
	it('sends delivered and not delivered to two outputs, by reference', async () => {
		const sent = await stage.send({ ...send, items: [...people(3), { phone: '380990000002' }] });
		const run = await stage.send({ ...wait, items: jsonOf(sent) });
		expect(run.error).toBeUndefined();
		expect(run.outputs).toHaveLength(2);
		expect(
			run.outputs[0]?.map(({ json, pairedItem }) => [json.delivered, json.phone, pairedItem]),
		).toEqual(people(3).map(({ phone }, item) => [true, phone, { item }]));
		expect(run.outputs[1]).toEqual([
			expect.objectContaining({
				json: expect.objectContaining({
					delivered: false,
					timed_out: false,
					status: 'undeliverable',
				}),
				pairedItem: { item: 3 },
			}),
		]);
	});

	it.each(['run', 'viaRoute'] as const)(
		'gives one output with a status by choice, by message ID (%s)',
		async (way) => {
			const sent = await stage.send({ ...send, items: people(2) });
			const run = await stage.send({
				...wait,
				way,
				items: jsonOf(sent),
				parameters: {
					...wait.parameters,
					identifyBy: 'id',
					messageId: '={{ $json.message_id }}',
					outputMode: 'single',
				},
			});
			expect(run.error).toBeUndefined();
			expect(run.outputs).toHaveLength(1);
			expect(jsonOf(run).map(({ delivered }) => delivered)).toEqual([true, true]);
		},
	);

	it('takes recipients that were never sent for not delivered', async () => {
		const sent = await stage.send({ ...send, items: people(1) });
		const run = await stage.send({
			...wait,
			items: [
				...jsonOf(sent),
				{ reference: null, phone: '380991112299', reason: 'The number is in Leave Out Numbers' },
			],
		});
		expect(run.outputs.map((output) => output.length)).toEqual([1, 1]);
		expect(run.outputs[1]?.[0]).toMatchObject({
			json: {
				delivered: false,
				status: 'not sent',
				phone: '380991112299',
				reason: 'The number is in Leave Out Numbers',
			},
			pairedItem: { item: 1 },
		});
	});

	it('ends when the time is up, and says so', async () => {
		const sent = await stage.send({ ...send, items: [{ phone: '380990000004' }] });
		const run = await stage.send({
			...wait,
			items: [...jsonOf(sent), { reference: 'nobody' }],
			parameters: { ...wait.parameters, waitMinutes: 0.03 },
		});
		expect(run.error).toBeUndefined();
		expect(
			run.outputs[1]?.map(({ json }) => [json.delivered, json.timed_out, json.status]),
		).toEqual([
			[false, true, expect.any(String)],
			[false, true, 'not found'],
		]);
		expect(run.hints[0]?.message).toBe('2 messages: 1 still on the way, 1 not found so far.');
	});

	it('asks with growing pauses', async () => {
		const sent = await stage.send({ ...send, items: [{ phone: '380990000004' }] });
		const before = stage.sandbox.requests.length;
		await stage.send({
			...wait,
			items: jsonOf(sent),
			parameters: { ...wait.parameters, waitMinutes: 0.1 },
		});
		const times = stage.sandbox.requests.slice(before).map(({ at }) => Date.parse(at));
		const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
		// At 0, 1, 2.5, 4.75 s, and when the 6 s are over.
		expect(times).toHaveLength(5);
		for (const [index, one] of pauses.slice(0, -2).entries())
			expect(pauses[index + 1]).toBeGreaterThan(1.2 * one);
	});

	it('refuses a wrong reference before it asks', async () => {
		const run = await stage.send({ ...wait, items: [{ reference: 'a b' }] });
		expect(run.error?.message).toMatch(/^Reference .*\[item 0\]$/);
		expect(stage.sandbox.stats.requests).toBe(0);
	});

	it('waits for 1,000 messages with at most 10 connections', async () => {
		const sent = await stage.send({ ...send, items: people(1000) });
		const before = stage.sandbox.stats.openConnections;
		stage.sandbox.stats.maxConnections = before;
		const run = await stage.send({ ...wait, items: jsonOf(sent) });
		expect(run.error).toBeUndefined();
		expect(run.outputs[0]).toHaveLength(1000);
		expect(stage.sandbox.stats.maxRequests).toBeLessThanOrEqual(10);
		expect(stage.sandbox.stats.maxConnections).toBeLessThanOrEqual(Math.max(10, before));
	});

	it('stops when the execution is cancelled', async () => {
		const sent = await stage.send({ ...send, items: [{ phone: '380990000004' }] });
		const abort = new AbortController();
		setTimeout(() => abort.abort(), 300);
		const run = await stage.send({ ...wait, items: jsonOf(sent), signal: abort.signal });
		expect(run.status).toBe('canceled');
	});
});

it('keeps pairing through phones that are written differently', async () => {
	const sent = await stage.send({ ...send, items: [{ phone: `+${phoneOf(1)}` }] });
	expect(jsonOf(sent)[0]?.phone).toBe(phoneOf(1));
});
