/** Promise: what of two looks at an object is news depends on them, the rule and the kind of the first look alone. */
import { diff, matches, type Rule } from '../../nodes/MessagingServiceTrigger/events/change.ts';
import {
	eventIdOf,
	type FirstSight,
	type Observation,
} from '../../nodes/MessagingServiceTrigger/events/event.ts';
import type { WatchedObject } from '../../nodes/MessagingServiceTrigger/state.ts';

const ruleOf = (more: Partial<Rule> = {}): Rule => ({
	event: 'campaignStatusChanged',
	mode: 'status',
	step: 1,
	reportNew: true,
	statuses: [],
	senders: [],
	ids: [],
	...more,
});
const seenAs = (status: string, more: Partial<Observation> = {}): Observation => ({
	key: 's1',
	status,
	final: status === 'done',
	counters: [],
	record: { id: 1, status },
	...more,
});
const eventOf = (
	known: WatchedObject | undefined,
	seen: Observation,
	rule: Partial<Rule> = {},
	first: FirstSight = 'new',
) => diff(known, seen, ruleOf(rule), first).event;

describe('whom the rule cares for', () => {
	test.each<[boolean, Partial<Rule>, Pick<Observation, 'key' | 'sender'>]>([
		[true, {}, { key: 's1' }],
		[true, { ids: ['2', '1'] }, { key: 's1' }],
		[false, { ids: ['2'] }, { key: 's1' }],
		[true, { senders: ['Shop'] }, { key: 's1', sender: ' Shop ' }],
		[true, { senders: ['Bank', '+380991112233'] }, { key: 's1', sender: '380991112233' }],
		[false, { senders: ['Bank'] }, { key: 's1', sender: 'Shop' }],
		[false, { senders: ['Bank'] }, { key: 's1' }],
		[false, { senders: ['undefined'] }, { key: 's1' }],
		[false, { senders: ['Shop'], ids: ['2'] }, { key: 's1', sender: 'Shop' }],
	])('%p: %j of %j', (isMatch, rule, seen) => {
		expect(matches(ruleOf(rule), seen)).toBe(isMatch);
	});
});

describe('a first look', () => {
	const table: Array<[FirstSight, status: string, Partial<Rule>, origin: string | undefined]> = [
		['silent', 'sending', {}, undefined],
		['silent', 'done', {}, undefined],
		['existing', 'sending', {}, 'existing'],
		['existing', 'done', { mode: 'finished' }, 'existing'],
		['existing', 'sending', { mode: 'finished' }, undefined],
		['existing', 'sending', { mode: 'progress' }, 'existing'],
		['recovered', 'sending', {}, 'recovered'],
		['recovered', 'done', { mode: 'finished' }, 'recovered'],
		['recovered', 'sending', { mode: 'progress' }, undefined],
		['new', 'sending', {}, 'change'],
		['new', 'sending', { reportNew: false }, undefined],
		['new', 'done', { reportNew: false }, 'change'],
		['new', 'sending', { mode: 'finished' }, undefined],
		['new', 'done', { mode: 'finished' }, 'change'],
		['final', 'sending', {}, undefined],
		['final', 'done', {}, 'change'],
		['final', 'done', { mode: 'progress' }, 'change'],
		['silent', 'done', { mode: 'progress' }, undefined],
		['new', 'sending', { statuses: ['done'] }, undefined],
		['new', 'done', { statuses: ['done'] }, 'change'],
	];
	test.each(table)('%s, %s, %j: %s', (first, status, rule, origin) => {
		const event = eventOf(undefined, seenAs(status), rule, first);
		expect(event?.origin).toBe(origin);
		if (event) expect(event).toMatchObject({ previousStatus: null, newStatus: status });
	});

	test('is remembered with what is needed to compare', () => {
		const seen = seenAs('sending', { created: '2026-01-01 00:00:00', counters: [1, null] });
		expect(diff(undefined, seen, ruleOf(), 'silent').next).toStrictEqual({
			status: 'sending',
			created: '2026-01-01 00:00:00',
		});
		expect(diff(undefined, seen, ruleOf({ mode: 'finished' }), 'silent').next).toEqual({
			status: 'sending',
			created: '2026-01-01 00:00:00',
			counters: [1, 0],
		});
		expect(diff(undefined, seen, ruleOf({ mode: 'progress' }), 'silent').next.reported).toEqual([
			1, 0,
		]);
	});
});

describe('a later look', () => {
	test('that shows the same is no news, whatever the first one was', () => {
		for (const first of ['silent', 'existing', 'recovered', 'new', 'final'] as const)
			expect(eventOf({ status: 'done' }, seenAs('done'), {}, first)).toBeUndefined();
	});

	test('that shows another status is, and says what it was', () => {
		expect(eventOf({ status: 'sending' }, seenAs('done'), {}, 'recovered')).toEqual({
			event: 'campaignStatusChanged',
			eventId: eventIdOf('campaignStatusChanged', 's1', 'done', 1),
			previousStatus: 'sending',
			newStatus: 'done',
			isFinal: true,
			origin: 'change',
			record: { id: 1, status: 'done' },
		});
	});

	test('of an object whose status was none that is known has no previous one', () => {
		const { next, event } = diff({ status: '' }, seenAs('sending'), ruleOf(), 'final');
		expect(event).toMatchObject({ previousStatus: null, newStatus: 'sending' });
		expect(next.visits).toBeUndefined();
	});

	test('is news of an end alone, where ends are wanted', () => {
		const ends: Partial<Rule> = { mode: 'finished' };
		expect(eventOf({ status: 'created' }, seenAs('sending'), ends)).toBeUndefined();
		expect(eventOf({ status: 'sending' }, seenAs('done'), ends)?.newStatus).toBe('done');
		expect(eventOf({ status: 'done' }, seenAs('done'), ends)).toBeUndefined();
	});

	test('is news of the statuses that are wanted', () => {
		const wanted: Partial<Rule> = { statuses: ['paused', 'done'] };
		expect(eventOf({ status: 'created' }, seenAs('sending'), wanted)).toBeUndefined();
		expect(eventOf({ status: 'sending' }, seenAs('paused'), wanted)?.newStatus).toBe('paused');
	});

	test('that finds it again forgets the looks that did not', () => {
		expect(
			diff({ status: 'sending', misses: 3 }, seenAs('sending'), ruleOf(), 'new').next,
		).toStrictEqual({ status: 'sending' });
	});

	test('keeps what it does not show, and notes no counters of what has none', () => {
		const known = { status: 'created', created: '2026-01-01 00:00:00' };
		const { next, event } = diff(known, seenAs('done'), ruleOf({ mode: 'finished' }), 'new');
		expect(event).toBeDefined();
		expect(next).toStrictEqual({ ...known, status: 'done', visits: { created: 1, done: 1 } });
	});

	test('the second visit to a status is another change than the first', () => {
		let known: WatchedObject | undefined;
		const ids: string[] = [];
		for (const status of ['sending', 'paused', 'sending', 'paused', 'sending']) {
			const { next, event } = diff(known, seenAs(status), ruleOf(), 'new');
			known = next;
			ids.push(event?.eventId ?? '');
		}
		expect(known?.visits).toEqual({ sending: 3, paused: 2 });
		const idOf = (status: string, turn: number) =>
			eventIdOf('campaignStatusChanged', 's1', status, turn);
		expect(ids).toEqual([
			idOf('sending', 1),
			idOf('paused', 1),
			idOf('sending', 2),
			idOf('paused', 2),
			idOf('sending', 3),
		]);
	});
});

describe('progress', () => {
	const progress: Partial<Rule> = { mode: 'progress', step: 10, event: 'campaignProgress' };
	const look = (
		known: WatchedObject | undefined,
		counters: Observation['counters'],
		status = 'sending',
		first: FirstSight = 'new',
	) => diff(known, seenAs(status, { counters }), ruleOf(progress), first);

	test('is told from the least movement on, since it was told last', () => {
		const known = { status: 'sending', counters: [15, 0], reported: [10, 0] };
		expect(look(known, [19, 0]).event).toBeUndefined();
		expect(look(known, [19, 0]).next).toMatchObject({ counters: [19, 0], reported: [10, 0] });
		const { next, event } = look(known, [20, 0]);
		expect(event).toEqual({
			event: 'campaignProgress',
			eventId: eventIdOf('campaignProgress', 's1', 'sending', 1, [20, 0]),
			previousStatus: 'sending',
			newStatus: 'sending',
			isFinal: false,
			origin: 'change',
			previousCounters: [10, 0],
			record: { id: 1, status: 'sending' },
		});
		expect(next.reported).toEqual([20, 0]);
	});

	test('is the movement of the counter that moves most, in either direction', () => {
		expect(
			look({ status: 'sending', counters: [], reported: [0, 30] }, [9, 20]).event,
		).toBeDefined();
		expect(
			look({ status: 'sending', counters: [], reported: [9, 9] }, [0, 0]).event,
		).toBeUndefined();
	});

	test('of a counter that is left out is none', () => {
		const known = { status: 'sending', counters: [50, 7], reported: [50, 7] };
		const { next, event } = look(known, [null, 7]);
		expect(event).toBeUndefined();
		expect(next.counters).toEqual([50, 7]);
	});

	test('counts from nothing at a first look that reports, and from what it finds at one that does not', () => {
		expect(look(undefined, [10]).event?.previousCounters).toEqual([0]);
		expect(look(undefined, [9]).event).toBeUndefined();
		expect(look(undefined, [10], 'sending', 'silent').event).toBeUndefined();
		expect(look(undefined, [9], 'sending', 'silent').next.reported).toEqual([9]);
	});

	test('of an object that was watched without counters begins with what it shows', () => {
		expect(look({ status: 'sending' }, [500]).event).toBeUndefined();
		expect(look({ status: 'sending' }, [500]).next.reported).toEqual([500]);
		expect(look({ status: 'sending' }, [null]).next.counters).toEqual([0]);
	});

	test('an end is told even where no counter moved, and once', () => {
		const known = { status: 'sending', counters: [5], reported: [5] };
		expect(look(known, [5], 'done').event?.isFinal).toBe(true);
		expect(look({ ...known, status: 'done' }, [5], 'done').event).toBeUndefined();
		expect(look({ ...known, status: 'done' }, [6], 'done').event).toBeDefined();
		expect(look({ status: 'created', counters: [5], reported: [5] }, [5]).event).toBeUndefined();
	});
});
