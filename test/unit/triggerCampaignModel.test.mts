/** Random histories of campaigns' messages: sends, late ones, ends, faults, crashes and lost polls. */
import fc from 'fast-check';
import type { StatusEvent } from '../../nodes/MessagingServiceTrigger/events/index.ts';
import type { Host, Storage } from './triggerHost.mts';
import { FINALS, idOf, setUp } from './triggerMessages.mts';
import type { FakeService } from './triggerService.mts';

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
			if (!before || one?.status === 'done' || before.id % 2 !== 0) return true;
			// No two messages of a service share an ID.
			if (one && !all?.some(({ id }) => id === before.id + 1))
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
