/** Random histories: what the trigger emits is exactly what changed, whatever happens to n8n and to the service meanwhile. */
import fc from 'fast-check';
import type { StatusEvent } from '../../nodes/MessagingServiceTrigger/events/index.ts';
import { FakeService, type FakeCampaign } from './triggerService.mts';
import { Host, ruleFor, type Storage } from './triggerHost.mts';

const RUNS = Number(process.env.TRIGGER_MODEL_RUNS ?? 300);
const NEXT: Record<string, string[]> = {
	creation: ['moderation', 'scheduled', 'sending', 'spam', 'stopped'],
	moderation: ['spam', 'scheduled', 'sending', 'stopped'],
	spam: ['sending', 'stopped'],
	scheduled: ['sending', 'stopped'],
	sending: ['paused', 'done', 'stopped'],
	paused: ['sending', 'stopped'],
};
const isFinal = (status: string) => status === 'done' || status === 'stopped';

type Step =
	| { kind: 'create'; type: 'sms' | 'rcs'; status: string; late: number }
	| { kind: 'move'; which: number; way: number }
	| { kind: 'wait'; seconds: number }
	| { kind: 'poll' }
	| { kind: 'failingPoll'; at: number }
	| { kind: 'crash' }
	| { kind: 'restart' }
	| { kind: 'discard' }
	| { kind: 'forget' }
	| { kind: 'elsewhere'; dies: boolean }
	| { kind: 'lose' };

const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 8,
		arbitrary: fc.record({
			kind: fc.constant('create' as const),
			type: fc.constantFrom('sms' as const, 'rcs' as const),
			status: fc.constantFrom('creation', 'scheduled', 'sending', 'done'),
			late: fc.constantFrom(0, 0, 0, 5, 600),
		}),
	},
	{
		weight: 12,
		arbitrary: fc.record({
			kind: fc.constant('move' as const),
			which: fc.nat(1000),
			way: fc.nat(10),
		}),
	},
	{
		weight: 5,
		arbitrary: fc.record({
			kind: fc.constant('wait' as const),
			seconds: fc.constantFrom(0, 1, 60, 3600, 86_400, 2_000_000),
		}),
	},
	{ weight: 10, arbitrary: fc.constant({ kind: 'poll' as const }) },
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('failingPoll' as const),
			at: fc.integer({ min: 1, max: 6 }),
		}),
	},
	{ weight: 1, arbitrary: fc.constant({ kind: 'crash' as const }) },
	{ weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
	{ weight: 1, arbitrary: fc.constant({ kind: 'discard' as const }) },
	{ weight: 1, arbitrary: fc.constant({ kind: 'forget' as const }) },
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('elsewhere' as const),
			dies: fc.constantFrom(false, false, false, true),
		}),
	},
	{ weight: 1, arbitrary: fc.constant({ kind: 'lose' as const }) },
);
const histories = fc.array(step, { minLength: 5, maxLength: 60 });

/** What a perfect observer, who looks when the trigger polls, knows. */
class Observer {
	known = new Map<string, string>();
	began = false;

	keyOf = (one: FakeCampaign) => `${one.type}${one.id}`;

	/** The changes that are visible now, without taking them in. */
	visible(service: FakeService): Map<string, string> {
		const changes = new Map<string, string>();
		for (const one of service.campaigns) {
			const last = this.known.get(this.keyOf(one)) ?? null;
			if (last !== one.status && !(last !== null && isFinal(last)))
				changes.set(this.keyOf(one), `${last} > ${one.status}`);
		}
		return changes;
	}

	takeIn(service: FakeService): void {
		for (const one of service.campaigns) this.known.set(this.keyOf(one), one.status);
		this.began = true;
	}
}

const briefOf = (event: StatusEvent): [string, string] => {
	const { message_type: type, id } = event.record as { message_type: string; id: number };
	return [`${type}${id}`, `${event.previousStatus} > ${event.newStatus}`];
};

function make(service: FakeService, host: Host, history: Step): boolean {
	switch (history.kind) {
		case 'create':
			service.create(history.type, history.status, service.now - history.late);
			return true;
		case 'move': {
			const open = service.campaigns.filter((one) => !isFinal(one.status));
			const one = open[history.which % Math.max(1, open.length)];
			const ways = one ? (NEXT[one.status] ?? []) : [];
			const next = ways[history.way % Math.max(1, ways.length)];
			if (one && next) service.turn(one, next);
			return true;
		}
		case 'wait':
			host.advance(history.seconds);
			return true;
		default:
			return false;
	}
}

/** A campaign that appears under a time long past cannot be told from an old one; a history of hours without a poll has none. */
const settle = (host: Host) => host.advance(30);

describe('the model', () => {
	it('emits exactly the changes that are visible at a poll: none missing, none invented, none twice in a life', async () => {
		await fc.assert(
			fc.asyncProperty(
				histories,
				fc.constantFrom<Storage>('legacy', 'cursors', 'scheduler'),
				fc.integer({ min: -5, max: 5 }),
				async (steps, storage, skewHours) => {
					const service = new FakeService();
					for (let index = 0; index < 5; index += 1)
						service.create(
							index % 2 ? 'sms' : 'rcs',
							index % 3 ? 'sending' : 'done',
							service.now - 86_400 * index,
						);
					const host = new Host(
						service,
						ruleFor('campaignStatusChanged'),
						storage,
						['sms', 'rcs'],
						skewHours * 3_600_000,
					);
					const observer = new Observer();
					let waited = 0;
					let ids = new Set<string>();
					/** Events that were emitted in any life, by id. */
					const ever = new Map<string, string>();
					for (const one of steps) {
						// What the list no longer shows by itself has its turn at some later poll; the third model looks at that.
						if (one.kind === 'wait' && (waited += one.seconds) > 70 * 86_400) continue;
						if (make(service, host, one)) continue;
						settle(host);
						if (one.kind === 'lose') {
							host.lose();
							observer.known.clear();
							observer.began = false;
							ids = new Set();
							continue;
						}
						if (one.kind !== 'poll' && one.kind !== 'failingPoll') continue;
						service.failAt = one.kind === 'failingPoll' ? service.requests + one.at : Infinity;
						const expected = observer.visible(service);
						const { events, fault } = await host.poll();
						service.failAt = Infinity;
						if (!observer.began) {
							expect(events).toEqual([]);
							if (!fault) observer.takeIn(service);
							continue;
						}
						const got = events.map(briefOf);
						for (const [key, change] of got) {
							expect([key, change]).toEqual([key, expected.get(key)]);
							observer.known.set(key, change.split(' > ')[1] ?? '');
						}
						expect(new Set(got.map(([key]) => key)).size).toBe(got.length);
						if (!fault && one.kind === 'poll') expect(got.length).toBe(expected.size);
						for (const event of events) {
							expect(ids.has(event.eventId)).toBe(false);
							ids.add(event.eventId);
							const text = briefOf(event)[0] + event.newStatus;
							expect(ever.get(event.eventId) ?? text).toBe(text);
							ever.set(event.eventId, text);
						}
					}
					// A poll that failed half-way leaves its rest to the next one.
					const rest = observer.visible(service);
					const last = await host.poll();
					if (observer.began) expect(last.events.map(briefOf).sort()).toEqual([...rest].sort());
				},
			),
			{ numRuns: RUNS },
		);
	});

	it('loses nothing when n8n dies, throws results away, forgets or hands the node to another process', async () => {
		await fc.assert(
			fc.asyncProperty(
				histories,
				fc.constantFrom<Storage>('legacy', 'cursors', 'scheduler'),
				async (steps, storage) => {
					const service = new FakeService();
					for (let index = 0; index < 5; index += 1)
						service.create('sms', index % 3 ? 'sending' : 'done', service.now - 86_400 * index);
					const host = new Host(service, ruleFor('campaignStatusChanged'), storage);
					await host.poll();
					host.saved = host.live ?? host.saved ?? host.inMemory;
					const first = new Set(
						service.campaigns.filter((one) => isFinal(one.status)).map((one) => one.id),
					);
					const received = new Map<string, string>();
					let others = 0;
					// An event that is older than an hour is emitted three times in all: a third crash in a row could lose it.
					let died = 0;
					const poll = async (options: Parameters<Host['poll']>[0] = {}): Promise<void> => {
						const crash = options.crash === true && died < 2;
						const { delivered, fault } = await host.poll({ ...options, crash });
						take(delivered);
						if (crash && options.other) others += 1;
						if (crash) died += 1;
						else if (!fault && !options.discard) died = 0;
					};
					const take = (events: StatusEvent[]) => {
						for (const event of events) {
							const text = briefOf(event)[0] + event.newStatus;
							// One id, one change: the same id never stands for something else.
							expect(received.get(event.eventId) ?? text).toBe(text);
							if (event.repeated !== true && storage === 'cursors')
								expect(received.has(event.eventId)).toBe(false);
							received.set(event.eventId, text);
						}
					};
					for (const one of steps) {
						if (make(service, host, one)) continue;
						settle(host);
						if (one.kind === 'restart') host.restart();
						else if (one.kind === 'forget') {
							if (storage === 'legacy') host.live = undefined;
						} else if (one.kind === 'crash' || one.kind === 'discard') {
							await poll(one.kind === 'crash' ? { crash: true } : { discard: true });
						} else if (one.kind === 'elsewhere') {
							if (storage === 'legacy') continue;
							await poll({ other: `other-${others}`, crash: one.dies });
						} else if (one.kind === 'failingPoll') {
							service.failAt = service.requests + one.at;
							await poll();
							service.failAt = Infinity;
						} else if (one.kind === 'poll') {
							await poll();
						}
					}
					for (let round = 0; round < 3; round += 1) {
						settle(host);
						await poll();
					}
					const texts = new Set(received.values());
					for (const one of service.campaigns) {
						if (isFinal(one.status) && !first.has(one.id))
							expect(texts).toContain(`${one.type}${one.id}${one.status}`);
					}
				},
			),
			{ numRuns: RUNS },
		);
	});

	it('comes to know every final status where pages are small and nothing is sorted by status', async () => {
		await fc.assert(
			fc.asyncProperty(
				histories,
				fc.integer({ min: 30, max: 45 }),
				fc.boolean(),
				fc.integer({ min: 0, max: 150 }),
				async (steps, pageMax, sortsByStatus, past) => {
					const service = new FakeService({ pageMax, sortsByStatus });
					for (let index = 0; index < past; index += 1)
						service.create('sms', index % 20 ? 'done' : 'sending', service.now - 86_400 + index);
					const host = new Host(service, ruleFor('campaignFinished'), 'legacy', ['sms']);
					await host.poll();
					const first = new Set(
						service.campaigns.filter((one) => isFinal(one.status)).map((one) => one.id),
					);
					const got: string[] = [];
					const take = (events: StatusEvent[]) =>
						got.push(...events.map((event) => briefOf(event)[0]));
					for (const one of steps) {
						if (
							one.kind === 'create'
								? make(service, host, { ...one, type: 'sms' })
								: make(service, host, one)
						)
							continue;
						settle(host);
						if (one.kind === 'poll') take((await host.poll()).events);
					}
					for (let round = 0; round < 80; round += 1) {
						host.advance(61);
						take((await host.poll()).events);
					}
					const wanted = service.campaigns
						.filter((one) => one.type === 'sms' && isFinal(one.status) && !first.has(one.id))
						.map((one) => `sms${one.id}`);
					expect(got.sort()).toEqual(wanted.sort());
				},
			),
			{ numRuns: Math.ceil(RUNS / 3) },
		);
	});
});
