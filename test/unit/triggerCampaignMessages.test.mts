import fc from 'fast-check';
import { rowOf } from '../../nodes/MessagingServiceTrigger/events/row.ts';
import type { StatusEvent } from '../../nodes/MessagingServiceTrigger/events/index.ts';
import { storedSize } from '../../nodes/MessagingServiceTrigger/state/codec.ts';
import { MessageSet } from '../../nodes/MessagingServiceTrigger/state/messageSet.ts';
import { BOUNDS } from '../../nodes/MessagingServiceTrigger/state/state.ts';
import { Host, ruleFor, type Storage } from './triggerHost.mts';
import { FakeService, type FakeCampaign, type FakeMessage } from './triggerService.mts';

const FINALS = ['delivered', 'undelivered', 'expired', 'failed'];
const idOf = ({ record }: StatusEvent): number => Number(record.id);

/** Even chances from 0 to 1, the same in every run. */
function chances(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
}

/** Sends messages of a campaign under IDs of so many digits that do not follow each other; returns them. */
function sendAtRandom(
	service: FakeService,
	{ id: campaign }: FakeCampaign,
	{ count, digits, random }: { count: number; digits: number; random: () => number },
): FakeMessage[] {
	const least = 10 ** (digits - 1);
	const ids = Array.from({ length: count }, () => least + Math.floor(random() * 9 * least));
	const messages = ids
		.sort((one, other) => one - other)
		.map((id) => ({ id, campaign, status: 'accepted' }));
	service.messages.set(campaign, messages);
	return messages;
}

/** A service with campaigns, and a trigger that watches their messages. */
function setUp(
	event: 'campaignMessageFinished' | 'campaignMessageStatusChanged' = 'campaignMessageFinished',
	options: ConstructorParameters<typeof FakeService>[0] = {},
	rule: Parameters<typeof ruleFor>[1] = {},
	storage: Storage = 'legacy',
) {
	const service = new FakeService(options);
	const host = new Host(service, ruleFor(event, rule), storage, ['sms']);
	const poll = async (options: Parameters<Host['poll']>[0] = {}, seconds = 60) => {
		host.advance(seconds);
		const before = service.requests;
		const result = await host.poll(options);
		return { ...result, requests: service.requests - before };
	};
	return { service, host, poll };
}

describe('Campaign Message Finished', () => {
	it('reports each message of a new campaign once, when it has ended', async () => {
		const { service, poll } = setUp();
		await poll();
		const campaign = service.create('sms', 'sending');
		const messages = service.send(campaign, 3);
		expect((await poll()).events).toEqual([]);
		const [one, two, three] = messages as [FakeMessage, FakeMessage, FakeMessage];
		two.status = 'delivered';
		expect((await poll()).events.map(idOf)).toEqual([two.id]);
		one.status = 'sent';
		expect((await poll()).events).toEqual([]);
		one.status = 'undelivered';
		three.status = 'delivered';
		const { events } = await poll();
		expect(events.map(idOf)).toEqual([one.id, three.id]);
		expect(events[0]).toMatchObject({ previousStatus: 'sent', newStatus: 'undelivered' });
		service.turn(campaign, 'done');
		for (let index = 0; index < 30; index++) expect((await poll()).events).toEqual([]);
	});

	it('gives the row that Campaign: Get Messages gives, with whom it went to first', async () => {
		const { service, poll } = setUp();
		await poll();
		const campaign = service.create('sms', 'sending');
		const [message] = service.send(campaign, 1, 'delivered');
		const [event] = (await poll()).events;
		const row = rowOf(event as StatusEvent);
		expect(Object.keys(row).slice(0, 5)).toEqual([
			'phone',
			'status',
			'reference',
			'campaign_id',
			'message_id',
		]);
		expect(row).toMatchObject({
			reference: `r${message?.id}`,
			campaign_id: campaign.id,
			price: 0.01,
			currency: 'EUR',
			country: 'UA',
			is_final: true,
		});
	});

	it('notes what has ended before the activation, and follows the rest of a running campaign', async () => {
		const { service, poll } = setUp();
		const campaign = service.create('sms', 'sending');
		service.send(campaign, 3, 'delivered');
		const [open] = service.send(campaign, 1);
		await poll();
		expect((await poll()).events).toEqual([]);
		if (open) open.status = 'expired';
		expect((await poll()).events.map(idOf)).toEqual([open?.id]);
	});

	it('follows the campaigns that are named, and asks for no list of campaigns then', async () => {
		const service = new FakeService();
		const [one, other] = [service.create('sms', 'sending'), service.create('sms', 'sending')];
		const [message] = service.send(one, 1);
		const [unwanted] = service.send(other, 1);
		const rule = ruleFor('campaignMessageFinished', { ids: [String(one.id)] });
		const host = new Host(service, rule, 'legacy', ['sms']);
		await host.poll();
		for (const sent of [message, unwanted]) if (sent) sent.status = 'delivered';
		host.advance(60);
		const before = service.requests;
		expect((await host.poll()).events.map(idOf)).toEqual([message?.id]);
		expect(service.requests - before).toBe(1);
	});

	it('follows the campaigns of the senders that are wanted', async () => {
		const { service, poll } = setUp('campaignMessageFinished', {}, { senders: ['books'] });
		await poll();
		const [one, other] = [service.create('sms', 'sending'), service.create('sms', 'sending')];
		one.sender = 'Books';
		const [message] = service.send(one, 1, 'delivered');
		service.send(other, 1, 'delivered');
		expect((await poll()).events.map(idOf)).toEqual([message?.id]);
	});

	it('reports what is there already where that is asked for', async () => {
		const { service, poll } = setUp();
		const [message] = service.send(service.create('sms', 'sending'), 1, 'delivered');
		const { events } = await poll({ first: 'existing' });
		expect(events).toMatchObject([{ existing: true, newStatus: 'delivered' }]);
		expect(events.map(idOf)).toEqual([message?.id]);
	});

	it('fails at the activation where the service has no list of messages', async () => {
		const { poll } = setUp('campaignMessageFinished', { hasNoMessages: true });
		expect((await poll()).fault?.error).toMatchObject({ message: 'no such list' });
	});

	it('takes up a message that appears late, below others that have ended', async () => {
		const { service, poll } = setUp();
		await poll();
		const campaign = service.create('sms', 'sending');
		const messages = service.send(campaign, 2_000, 'delivered', 2);
		await poll();
		const late = (messages[700]?.id ?? 0) + 1;
		service.sendLate(campaign, late, 'delivered');
		const seen: number[] = [];
		for (let index = 0; index < 3; index++) seen.push(...(await poll()).events.map(idOf));
		expect(seen).toEqual([late]);
	});

	it('follows 10,000 messages with at most 20 requests a poll and a state under 64 kB', async () => {
		const { service, host, poll } = setUp();
		await poll();
		const campaign = service.create('sms', 'sending');
		const messages = service.send(campaign, 10_000, 'accepted', 3);
		const seen = new Map<number, number>();
		let [requests, size] = [0, 0];
		for (let round = 0; round < 40 && seen.size < messages.length; round++) {
			for (const [index, message] of messages.entries())
				if ((index * 7 + round * 13) % 10 < 2 + round / 4)
					message.status = FINALS.includes(message.status)
						? message.status
						: (FINALS[index % 4] ?? '');
			const polled = await poll();
			requests = Math.max(requests, polled.requests);
			size = Math.max(size, host.state ? storedSize(host.state) : 0);
			for (const event of polled.events) seen.set(idOf(event), (seen.get(idOf(event)) ?? 0) + 1);
		}
		expect(seen.size).toBe(10_000);
		expect([...seen.values()].every((times) => times === 1)).toBe(true);
		expect(requests).toBeLessThanOrEqual(20);
		expect(size).toBeLessThan(BOUNDS.size);
	});

	it('follows 10,000 messages all at the same time where their IDs are ten digits drawn at random', async () => {
		const { service, host, poll } = setUp();
		const random = chances(5);
		await poll();
		const campaign = service.create('sms', 'sending');
		const messages = sendAtRandom(service, campaign, { count: 10_000, digits: 10, random });
		await poll();
		await poll();
		const { messages: known = '' } = host.state?.campaigns[String(campaign.id)] ?? {};
		expect(MessageSet.unpack(known).size).toBe(10_000);
		const seen = new Set<number>();
		let size = 0;
		for (let round = 0; round < 5; round++) {
			for (const [index, message] of messages.entries())
				if (index % 4 <= round) message.status = 'delivered';
			const lost = await poll({ crash: round === 1 });
			if (round === 1) {
				// Whatever n8n has not worked on comes once more.
				const again = (await poll()).delivered.map(idOf);
				expect(again).toEqual(expect.arrayContaining(lost.events.map(idOf)));
				for (const id of again) seen.add(id);
			}
			size = Math.max(size, host.state ? storedSize(host.state) : 0);
			for (const event of lost.delivered) {
				expect(seen.has(idOf(event))).toBe(false);
				seen.add(idOf(event));
			}
		}
		expect(seen.size).toBeGreaterThanOrEqual(2_000);
		expect(size).toBeLessThanOrEqual(BOUNDS.size);
	});

	it('makes room for others when campaigns have ended, not only when they are left alone', async () => {
		const { service, host, poll } = setUp();
		const random = chances(6);
		const small = Array.from({ length: 22 }, () => service.create('sms', 'sending'));
		for (const campaign of small)
			for (const message of sendAtRandom(service, campaign, { count: 250, digits: 15, random }))
				message.status = 'delivered';
		await poll();
		for (const campaign of small) service.turn(campaign, 'done');
		const other = service.create('sms', 'sending');
		sendAtRandom(service, other, { count: 500, digits: 15, random });
		for (let round = 0; round < 6; round++) await poll({}, 55);
		const { campaigns = {} } = host.state ?? {};
		const sizeOf = ({ id }: FakeCampaign) => MessageSet.unpack(campaigns[id]?.messages ?? '').size;
		expect([...small, other].map(sizeOf)).toEqual([...small.map(() => 250), 500]);
	});

	it('leaves a campaign alone when it and all its messages have ended', async () => {
		const { service, host, poll } = setUp();
		await poll();
		const campaign = service.create('sms', 'sending');
		service.send(campaign, 700, 'delivered');
		await poll();
		service.turn(campaign, 'done');
		for (let index = 0; index < 15; index++) await poll();
		expect(host.state?.campaigns).toEqual({});
		expect((await poll()).requests).toBe(1);
	});

	it('gives up messages that can no longer be valid, and tells the log', async () => {
		const { service, host, poll } = setUp();
		await poll();
		const campaign = service.create('sms', 'sending');
		service.send(campaign, 2, 'sent');
		await poll();
		service.turn(campaign, 'done');
		await poll();
		const { notes } = await poll({}, 74 * 3600);
		expect(notes).toEqual([expect.stringContaining('can no longer be valid')]);
		expect(host.state?.campaigns).toEqual({});
	});

	it('reads on with the others where the messages of one campaign cannot be read', async () => {
		const service = new FakeService();
		const campaigns = [service.create('sms', 'sending'), service.create('sms', 'sending')];
		const [broken, fine] = campaigns as [FakeCampaign, FakeCampaign];
		const [message] = service.send(fine, 1);
		const rule = ruleFor('campaignMessageFinished', { ids: campaigns.map(({ id }) => String(id)) });
		const host = new Host(service, rule, 'legacy', ['sms']);
		await host.poll();
		if (message) message.status = 'delivered';
		service.meanwhileReading = (query) => {
			if (query['filter[campaign_id]'] === String(broken.id)) throw new Error('403');
		};
		host.advance(60);
		const { events, notes } = await host.poll();
		expect(events.map(idOf)).toEqual([message?.id]);
		expect(notes).toEqual([expect.stringContaining('could not read the messages of 1')]);
	});
});

describe('Campaign Message Status Changed', () => {
	it('reports every status, once each', async () => {
		const { service, poll } = setUp('campaignMessageStatusChanged');
		await poll();
		const [message] = service.send(service.create('sms', 'sending'), 1) as [FakeMessage];
		const seen: string[] = [];
		for (const status of ['accepted', 'sent', 'sent', 'delivered', 'read']) {
			message.status = status;
			seen.push(...(await poll()).events.map(({ newStatus }) => newStatus));
		}
		expect(seen).toEqual(['accepted', 'sent', 'delivered']);
	});
});

type Step =
	| { kind: 'campaign' }
	| { kind: 'send'; which: number; count: number; step: number }
	| { kind: 'late'; which: number; at: number }
	| { kind: 'move'; from: number; share: number; way: number }
	| { kind: 'end'; which: number }
	| { kind: 'wait'; seconds: number }
	| { kind: 'poll' }
	| { kind: 'failingPoll'; at: number }
	| { kind: 'crash' }
	| { kind: 'restart' }
	| { kind: 'discard' };

const histories = fc.array(
	fc.oneof(
		{ weight: 2, arbitrary: fc.constant<Step>({ kind: 'campaign' }) },
		{
			weight: 6,
			arbitrary: fc.record({
				kind: fc.constant('send' as const),
				which: fc.nat(100),
				count: fc.constantFrom(1, 2, 40, 200, 700),
				step: fc.constantFrom(2, 2, 20),
			}),
		},
		{
			weight: 2,
			arbitrary: fc.record({
				kind: fc.constant('late' as const),
				which: fc.nat(100),
				at: fc.nat(1000),
			}),
		},
		{
			weight: 8,
			arbitrary: fc.record({
				kind: fc.constant('move' as const),
				from: fc.nat(1000),
				share: fc.integer({ min: 1, max: 7 }),
				way: fc.nat(20),
			}),
		},
		{
			weight: 1,
			arbitrary: fc.record({ kind: fc.constant('end' as const), which: fc.nat(100) }),
		},
		{
			weight: 2,
			arbitrary: fc.record({
				kind: fc.constant('wait' as const),
				seconds: fc.constantFrom(1, 300, 3600, 20_000),
			}),
		},
		{ weight: 10, arbitrary: fc.constant<Step>({ kind: 'poll' }) },
		{
			weight: 2,
			arbitrary: fc.record({
				kind: fc.constant('failingPoll' as const),
				at: fc.integer({ min: 1, max: 6 }),
			}),
		},
		{ weight: 1, arbitrary: fc.constant<Step>({ kind: 'crash' }) },
		{ weight: 1, arbitrary: fc.constant<Step>({ kind: 'restart' }) },
		{ weight: 1, arbitrary: fc.constant<Step>({ kind: 'discard' }) },
	),
	{ minLength: 5, maxLength: 50 },
);

const isFinal = (status: string) => FINALS.includes(status);
const RUNS = Number(process.env.TRIGGER_MODEL_RUNS ?? 40);

/** Changes the service as a step says; returns whether the step was one of the service. */
function make(service: FakeService, host: Host, step: Step): boolean {
	const { campaigns } = service;
	const pick = (which: number) => campaigns[which % Math.max(1, campaigns.length)];
	switch (step.kind) {
		case 'campaign':
			if (campaigns.length < 8) service.create('sms', 'sending');
			return true;
		case 'send': {
			const one = pick(step.which);
			if (one && one.status !== 'done') service.send(one, step.count, 'accepted', step.step);
			return true;
		}
		case 'late': {
			const one = pick(step.which);
			const all = one && service.messages.get(one.id);
			const before = all?.[step.at % Math.max(1, all.length)];
			if (one && before && one.status !== 'done' && before.id % 2 === 0)
				service.sendLate(one, before.id + 1, step.at % 2 ? 'delivered' : 'accepted');
			return true;
		}
		case 'move': {
			const all = [...service.messages.values()].flat();
			for (const [index, message] of all.entries()) {
				if ((index + step.from) % step.share !== 0 || isFinal(message.status)) continue;
				message.status = step.way < 5 ? 'sent' : (FINALS[step.way % 4] ?? 'delivered');
			}
			return true;
		}
		case 'end': {
			const one = pick(step.which);
			if (one && one.status !== 'done') service.turn(one, 'done');
			return true;
		}
		case 'wait':
			host.advance(step.seconds);
			return true;
		default:
			return false;
	}
}

describe('the model of campaign messages', () => {
	it('emits every final status once in a life, and nothing else, whatever the service is like', async () => {
		await fc.assert(
			fc.asyncProperty(
				histories,
				fc.record({
					pageMax: fc.constantFrom(500, 500, 60),
					hidesTotal: fc.boolean(),
					sortsMessages: fc.constantFrom(true, true, false),
				}),
				async (steps, options) => {
					const { service, host, poll } = setUp('campaignMessageFinished', options);
					await host.poll();
					const seen = new Map<number, string>();
					const take = (events: StatusEvent[]) => {
						for (const event of events) {
							const message = service.messages
								.get(Number(event.record.campaign_id))
								?.find(({ id }) => id === idOf(event));
							expect(seen.has(idOf(event))).toBe(false);
							expect(event.newStatus).toBe(message?.status);
							seen.set(idOf(event), event.newStatus);
						}
					};
					for (const step of steps) {
						if (make(service, host, step)) continue;
						if (step.kind === 'failingPoll') service.failAt = service.requests + step.at;
						else if (step.kind !== 'poll') continue;
						take((await poll()).events);
						service.failAt = Infinity;
					}
					for (let round = 0; round < 60; round++) take((await poll({}, 1900)).events);
					const wanted = [...service.messages.values()]
						.flat()
						.filter(({ status }) => isFinal(status))
						.map(({ id }) => id);
					expect([...seen.keys()].sort()).toEqual(wanted.sort());
				},
			),
			{ numRuns: RUNS },
		);
	});

	it('loses nothing when n8n dies or throws results away, and repeats only under the same ID', async () => {
		await fc.assert(
			fc.asyncProperty(
				histories,
				fc.constantFrom<Storage>('legacy', 'cursors', 'scheduler'),
				async (steps, storage) => {
					const { service, host, poll } = setUp('campaignMessageFinished', {}, {}, storage);
					await host.poll();
					host.saved = host.live ?? host.saved ?? host.inMemory;
					const received = new Map<number, string>();
					const ids = new Map<string, number>();
					let died = 0;
					const take = (events: StatusEvent[]) => {
						for (const event of events) {
							if (event.repeated !== true && storage === 'cursors')
								expect(received.has(idOf(event))).toBe(false);
							expect(ids.get(event.eventId) ?? idOf(event)).toBe(idOf(event));
							ids.set(event.eventId, idOf(event));
							received.set(idOf(event), event.newStatus);
						}
					};
					for (const step of steps) {
						if (make(service, host, step)) continue;
						if (step.kind === 'restart') host.restart();
						else if (step.kind === 'crash' || step.kind === 'discard') {
							const crash = step.kind === 'crash' && died < 2;
							take((await poll({ crash, discard: step.kind === 'discard' })).delivered);
							died = crash ? died + 1 : died;
						} else {
							if (step.kind === 'failingPoll') service.failAt = service.requests + step.at;
							const { delivered, fault } = await poll();
							take(delivered);
							if (!fault) died = 0;
							service.failAt = Infinity;
						}
					}
					for (let round = 0; round < 30; round++) take((await poll({}, 1900)).delivered);
					for (const { id, status } of [...service.messages.values()].flat())
						if (isFinal(status)) expect(received.get(id)).toBe(status);
					expect(ids.size).toBe(received.size);
				},
			),
			{ numRuns: RUNS },
		);
	});
});
