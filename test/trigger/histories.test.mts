/**
 * Promise: whatever happens to n8n and to the service, every change that a poll could see is reported, nothing is invented, and
 * nothing comes twice in one life of the state without saying so. Random histories of campaigns here, with faults, and half as many
 * with crashes, lost states and other processes; those of messages are in messageHistories.
 */
import fc from 'fast-check';
import type { StatusEvent } from '../../nodes/MessagingServiceTrigger/events/event.ts';
import { isLong } from '../support/options.mts';
import { Host, parametersFor, type Storage } from './host.mts';
import { FakeService, type FakeCampaign } from './service.mts';

const RUNS = isLong ? 1200 : 200;
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
	| { kind: 'failingPoll'; at: number }
	| { kind: 'elsewhere'; dies: boolean }
	| { kind: 'poll' | 'crash' | 'restart' | 'discard' | 'forget' | 'lose' };

const plain = (kind: 'poll' | 'crash' | 'restart' | 'discard' | 'forget' | 'lose', weight = 1) => ({
	weight,
	arbitrary: fc.constant<Step>({ kind }),
});
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
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('failingPoll' as const),
			at: fc.integer({ min: 1, max: 6 }),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('elsewhere' as const),
			dies: fc.constantFrom(false, false, false, true),
		}),
	},
	plain('poll', 10),
	plain('crash'),
	plain('restart'),
	plain('discard'),
	plain('forget'),
	plain('lose'),
);
const histories = fc.array(step, { minLength: 5, maxLength: 60 });

/** What a perfect observer knows who looks when the trigger polls. */
class Observer {
	known = new Map<string, string>();
	began = false;

	/** The changes that are visible now. */
	visible({ campaigns }: FakeService): Map<string, string> {
		const changes = new Map<string, string>();
		for (const one of campaigns) {
			const last = this.known.get(keyOf(one)) ?? null;
			if (last !== one.status && !(last !== null && isFinal(last)))
				changes.set(keyOf(one), `${last} > ${one.status}`);
		}
		return changes;
	}

	takeIn({ campaigns }: FakeService): void {
		for (const one of campaigns) this.known.set(keyOf(one), one.status);
		this.began = true;
	}
}

const keyOf = ({ type, id }: FakeCampaign) => `${type}${id}`;
const briefOf = ({ record, previousStatus, newStatus }: StatusEvent): [string, string] => [
	`${String(record.message_type)}${String(record.id)}`,
	`${previousStatus} > ${newStatus}`,
];
const textOf = (event: StatusEvent) => briefOf(event)[0] + event.newStatus;

/** Changes the service as a step says; returns whether the step was one of the service. */
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

/** A service with some past, and n8n beside it. */
function begin(storage: Storage, skewMs = 0): { service: FakeService; host: Host } {
	const service = new FakeService();
	for (let index = 4; index >= 0; index -= 1)
		service.create(
			index % 2 ? 'sms' : 'rcs',
			index % 3 ? 'sending' : 'done',
			service.now - 86_400 * index,
		);
	return {
		service,
		host: new Host(service, parametersFor('campaignStatusChanged'), storage, skewMs),
	};
}

const storages = fc.constantFrom<Storage>('legacy', 'cursors', 'scheduler');

test('each poll reports exactly the changes that are visible, and a lost state begins without a flood', async () => {
	await fc.assert(
		fc.asyncProperty(
			histories,
			storages,
			fc.integer({ min: -5, max: 5 }),
			async (steps, storage, skewHours) => {
				const { service, host } = begin(storage, skewHours * 3_600_000);
				const observer = new Observer();
				let waited = 0;
				let ids = new Set<string>();
				/** Events of any life, by id. */
				const ever = new Map<string, string>();
				for (const one of steps) {
					// What the list no longer shows has its turn at some later poll.
					if (one.kind === 'wait' && (waited += one.seconds) > 70 * 86_400) continue;
					if (make(service, host, one)) continue;
					host.advance(30);
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
						expect(ever.get(event.eventId) ?? textOf(event)).toBe(textOf(event));
						ever.set(event.eventId, textOf(event));
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

test('nothing is lost when n8n dies, throws results away, loses its state or hands the node to another process', async () => {
	await fc.assert(
		fc.asyncProperty(histories, storages, async (steps, storage) => {
			const { service, host } = begin(storage);
			await host.activate();
			const first = new Set(service.campaigns.filter((one) => isFinal(one.status)));
			const received = new Map<string, string>();
			let others = 0;
			// An event that is older than an hour is emitted three times in all: a third crash in a row could lose it.
			let died = 0;
			let isLost = false;
			const poll = async (options: Parameters<Host['poll']>[0] = {}): Promise<void> => {
				const crash = options.crash === true && died < 2;
				const sight = isLost ? 'recovered' : 'silent';
				const { delivered, fault } = await host.poll({ ...options, first: sight, crash });
				for (const event of delivered) {
					// One id, one change: the same id never stands for something else.
					expect(received.get(event.eventId) ?? textOf(event)).toBe(textOf(event));
					const isNews = event.origin === 'change';
					if (isNews && storage === 'cursors' && !isLost)
						expect(received.has(event.eventId)).toBe(false);
					received.set(event.eventId, textOf(event));
				}
				if (crash && options.other) others += 1;
				if (crash) died += 1;
				else if (!fault && !options.discard) died = 0;
			};
			for (const one of steps) {
				// What ended more than a day before a lost state is found again is past.
				if (one.kind === 'wait' && isLost && one.seconds > 3600) continue;
				if (make(service, host, one)) continue;
				host.advance(30);
				if (one.kind === 'restart') host.restart();
				else if (one.kind === 'lose') {
					host.lose();
					isLost = true;
					await poll();
				} else if (one.kind === 'forget') {
					if (storage === 'legacy') host.live = undefined;
				} else if (one.kind === 'crash') await poll({ crash: true });
				else if (one.kind === 'discard') await poll({ discard: true });
				else if (one.kind === 'elsewhere') {
					if (storage !== 'legacy') await poll({ other: `other-${others}`, crash: one.dies });
				} else if (one.kind === 'failingPoll') {
					service.failAt = service.requests + one.at;
					await poll();
					service.failAt = Infinity;
				} else if (one.kind === 'poll') await poll();
			}
			for (let round = 0; round < 3; round += 1) {
				host.advance(30);
				await poll();
			}
			const texts = new Set(received.values());
			for (const one of service.campaigns)
				if (isFinal(one.status) && !first.has(one) && !(isLost && isOld(one, service)))
					expect(texts).toContain(keyOf(one) + one.status);
		}),
		{ numRuns: RUNS / 2 },
	);
});

/** Whether a campaign ended more than a day before the latest that the list shows. */
const isOld = ({ finished = 0 }: FakeCampaign, { campaigns }: FakeService): boolean =>
	finished < Math.max(...campaigns.map((one) => one.finished ?? one.created)) - 86_000;
