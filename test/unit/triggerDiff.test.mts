import { diff, matches } from '../../nodes/MessagingServiceTrigger/events/change.ts';
import type { Rule } from '../../nodes/MessagingServiceTrigger/events/change.ts';
import { eventIdOf } from '../../nodes/MessagingServiceTrigger/events/index.ts';
import type { FirstSight, Observation } from '../../nodes/MessagingServiceTrigger/events/index.ts';
import { BOUNDS, newState } from '../../nodes/MessagingServiceTrigger/state/state.ts';
import type { WatchedObject } from '../../nodes/MessagingServiceTrigger/state/state.ts';
import { Session } from '../../nodes/MessagingServiceTrigger/watching/session.ts';
import { ruleFor } from './triggerHost.mts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const RECORD = { id: 7 };
const see = (status: string, more: Partial<Observation> = {}): Observation => ({
	key: 's7',
	status,
	final: ['done', 'stopped'].includes(status),
	counters: [10, 4],
	record: RECORD,
	...more,
});
const STATUS = ruleFor('campaignStatusChanged');
const FINISHED = ruleFor('campaignFinished');
const PROGRESS = ruleFor('campaignProgress', { step: 5 });
const look = (
	known: WatchedObject | undefined,
	seen: Observation,
	rule: Rule = STATUS,
	first: FirstSight = 'silent',
) => diff(known, seen, rule, first, NOW);

describe('what an object that was not watched makes', () => {
	const table: Array<[Rule, FirstSight, string, false | object]> = [
		[STATUS, 'silent', 'sending', false],
		[STATUS, 'silent', 'done', false],
		[STATUS, 'existing', 'sending', { existing: true, isFinal: false }],
		[STATUS, 'recovered', 'sending', { recovered: true }],
		[STATUS, 'new', 'sending', { previousStatus: null, newStatus: 'sending' }],
		[STATUS, 'new', 'done', { isFinal: true }],
		[STATUS, 'final', 'sending', false],
		[STATUS, 'final', 'done', { isFinal: true }],
		[{ ...STATUS, reportNew: false }, 'new', 'sending', false],
		[{ ...STATUS, reportNew: false }, 'new', 'done', { isFinal: true }],
		[{ ...STATUS, statuses: ['paused'] }, 'new', 'sending', false],
		[{ ...STATUS, statuses: ['paused', 'sending'] }, 'new', 'sending', { newStatus: 'sending' }],
		[FINISHED, 'silent', 'done', false],
		[FINISHED, 'existing', 'sending', false],
		[FINISHED, 'existing', 'done', { existing: true }],
		[FINISHED, 'recovered', 'done', { recovered: true }],
		[FINISHED, 'new', 'sending', false],
		[FINISHED, 'new', 'done', { isFinal: true }],
		[PROGRESS, 'silent', 'sending', false],
		[PROGRESS, 'existing', 'sending', { existing: true, previousCounters: [0, 0] }],
		[PROGRESS, 'new', 'sending', { previousCounters: [0, 0] }],
		[{ ...PROGRESS, step: 11 }, 'new', 'sending', false],
		[{ ...PROGRESS, step: 10 }, 'new', 'sending', { previousCounters: [0, 0] }],
		[{ ...PROGRESS, step: 11 }, 'new', 'done', { isFinal: true, previousCounters: [0, 0] }],
	];
	it.each(table)('%j, %s, %s', (rule, first, status, expected) => {
		const { event, next } = look(undefined, see(status), rule, first);
		if (expected === false) expect(event).toBeUndefined();
		else
			expect(event).toMatchObject({
				previousStatus: null,
				newStatus: status,
				record: RECORD,
				...expected,
			});
		for (const mark of ['existing', 'recovered', 'previousCounters'])
			expect([mark, event !== undefined && mark in event]).toEqual([
				mark,
				expected !== false && mark in expected,
			]);
		expect(next.status).toBe(status);
	});
});

describe('what a change makes', () => {
	it('is the whole event', () => {
		expect(look({ status: 'sending' }, see('done'))).toEqual({
			next: { status: 'done', visits: { sending: 1, done: 1 } },
			event: {
				event: 'campaignStatusChanged',
				eventId: eventIdOf('campaignStatusChanged', 's7', 'done', 1),
				previousStatus: 'sending',
				newStatus: 'done',
				isFinal: true,
				noticedAt: '2026-11-21T10:00:00.000Z',
				record: RECORD,
			},
		});
	});

	it('is nothing where nothing changed', () => {
		expect(
			look({ status: 'sending', misses: 3, created: 'then' }, see('sending'), STATUS, 'new'),
		).toEqual({
			next: { status: 'sending', created: 'then' },
		});
		expect(look({ status: 'done' }, see('done'), FINISHED, 'final')).toEqual({
			next: { status: 'done', counters: [10, 4] },
		});
	});

	it('counts the visits to a status', () => {
		let known: WatchedObject = { status: 'paused' };
		const ids: unknown[] = [];
		for (const status of ['sending', 'paused', 'sending', 'paused']) {
			const { next, event } = look(known, see(status));
			ids.push(event?.eventId);
			known = next;
		}
		expect(known.visits).toEqual({ paused: 3, sending: 2 });
		expect(ids).toEqual(
			[1, 2, 2, 3].map((turn, index) =>
				eventIdOf('campaignStatusChanged', 's7', index % 2 ? 'paused' : 'sending', turn),
			),
		);
	});

	it('begins to count where an object was asked for before it was there', () => {
		const { next, event } = look({ status: '' }, see('sending'));
		expect(next).toEqual({ status: 'sending' });
		expect(event).toMatchObject({
			previousStatus: null,
			newStatus: 'sending',
			eventId: eventIdOf('campaignStatusChanged', 's7', 'sending', 1),
		});
	});

	it('keeps to the wanted states, and to finished ones', () => {
		expect(
			look({ status: 'sending' }, see('paused'), { ...STATUS, statuses: ['done'] }).event,
		).toBeUndefined();
		expect(
			look({ status: 'sending' }, see('done'), { ...STATUS, statuses: ['done'] }).event,
		).toBeDefined();
		expect(look({ status: 'sending' }, see('paused'), FINISHED).event).toBeUndefined();
		expect(look({ status: 'sending' }, see('done'), FINISHED).event).toMatchObject({
			isFinal: true,
		});
	});

	it('keeps what later polls need', () => {
		expect(
			look({ status: 'sending' }, see('sending', { created: '2026-11-21 09:00:00' })).next,
		).toEqual({ status: 'sending', created: '2026-11-21 09:00:00' });
		expect(look({ status: 'sending' }, see('sending'), FINISHED).next).toEqual({
			status: 'sending',
			counters: [10, 4],
		});
		expect(look({ status: 'sending' }, see('sending', { counters: [] }), FINISHED).next).toEqual({
			status: 'sending',
		});
	});
});

describe('progress', () => {
	const progress = (
		known: WatchedObject | undefined,
		counters: number[],
		status = 'sending',
		rule = PROGRESS,
	) => look(known, see(status, { counters }), rule);

	it('is a step of any counter, up or down', () => {
		expect(progress({ status: 'sending', reported: [10, 4] }, [14, 8]).event).toBeUndefined();
		expect(progress({ status: 'sending', reported: [10, 4] }, [14, 8]).next).toMatchObject({
			reported: [10, 4],
			counters: [14, 8],
		});
		const { event, next } = progress({ status: 'sending', reported: [10, 4] }, [10, 9]);
		expect(event).toMatchObject({
			previousCounters: [10, 4],
			previousStatus: 'sending',
			eventId: eventIdOf('campaignProgress', 's7', 'sending', 1, [10, 9]),
		});
		expect(next).toMatchObject({ reported: [10, 9], counters: [10, 9] });
		expect(progress({ status: 'sending', reported: [10, 4] }, [5, 4]).event).toBeDefined();
		expect(progress({ status: 'sending', reported: [] }, [5, 0]).event).toMatchObject({
			previousCounters: [],
		});
	});

	it('begins at the first counters where none were reported', () => {
		expect(progress({ status: 'sending' }, [100, 100])).toEqual({
			next: { status: 'sending', reported: [100, 100], counters: [100, 100] },
		});
		expect(progress(undefined, [100, 100]).next).toMatchObject({ reported: [100, 100] });
	});

	it('ends with what is left', () => {
		expect(progress({ status: 'sending', reported: [10, 4] }, [10, 5], 'done').event).toMatchObject(
			{
				isFinal: true,
				previousCounters: [10, 4],
			},
		);
		expect(progress({ status: 'sending', reported: [10, 4] }, [10, 4], 'done').event).toMatchObject(
			{
				isFinal: true,
			},
		);
		expect(progress({ status: 'done', reported: [10, 4] }, [10, 4], 'done').event).toBeUndefined();
		expect(progress({ status: 'done', reported: [10, 4] }, [10, 5], 'done').event).toBeDefined();
		expect(
			progress({ status: 'paused', reported: [10, 4] }, [10, 4], 'sending').event,
		).toBeUndefined();
	});

	it('ends even where no counter ever moved', () => {
		const ended = (first: FirstSight) =>
			diff(undefined, see('done', { counters: [0, 0] }), PROGRESS, first, NOW).event;
		for (const first of ['new', 'final', 'recovered'] as const)
			expect(ended(first)).toMatchObject({ isFinal: true, previousCounters: [0, 0] });
		expect(ended('silent')).toBeUndefined();
	});
});

describe('filters', () => {
	const rule = (more: Partial<Rule>) => ({ ...STATUS, ...more });
	it('hold senders in any letter case, and ids', () => {
		expect(matches(rule({}), see('sending'))).toBe(true);
		expect(matches(rule({ senders: ['shop'] }), see('sending', { sender: 'SHOP' }))).toBe(true);
		expect(matches(rule({ senders: ['shop'] }), see('sending', { sender: 'Other' }))).toBe(false);
		expect(matches(rule({ senders: ['+3801'] }), see('sending', { sender: '3801' }))).toBe(true);
		expect(matches(rule({ senders: ['shop'] }), see('sending'))).toBe(false);
		expect(matches(rule({ ids: ['7'] }), see('sending'))).toBe(true);
		expect(matches(rule({ ids: ['8'] }), see('sending'))).toBe(false);
		expect(
			matches(rule({ senders: ['shop'], ids: ['8'] }), see('sending', { sender: 'Shop' })),
		).toBe(false);
	});
});

describe('a poll at work', () => {
	const session = (rule: Rule = STATUS) => new Session(newState('sig', 'life', 'run'), rule, NOW);

	it('keeps what is open, lets go what is final, and passes over what nobody wants', () => {
		const one = session({ ...STATUS, ids: ['7', '8'] });
		expect(one.observe(see('sending'), 'new')).toBe(true);
		expect(one.observe(see('done', { key: 's8' }), 'new')).toBe(true);
		expect(one.observe(see('sending', { key: 's9' }), 'new')).toBe(true);
		expect(Object.keys(one.state.watched)).toEqual(['s7']);
		expect(one.events.map(({ key, event }) => [key, event.newStatus])).toEqual([
			['s7', 'sending'],
			['s8', 'done'],
		]);
		one.observe(see('done'), 'new');
		expect(one.state.watched).toEqual({});
	});

	it('holds so many events and no more, and changes nothing for the next', () => {
		const one = session();
		for (let index = 0; index < BOUNDS.events; index += 1)
			expect(one.observe(see('sending', { key: `s${index}` }), 'new')).toBe(true);
		expect(one.observe(see('sending', { key: 'sX' }), 'new')).toBe(false);
		expect(one.events).toHaveLength(BOUNDS.events);
		expect(one.state.watched.sX).toBeUndefined();
		expect(one.observe(see('sending', { key: 'sY' }), 'silent')).toBe(true);
	});

	it('is late from its deadline on', () => {
		const at = (now: number) => new Session(newState('', '', ''), STATUS, NOW, 100, () => now).late;
		expect([at(99), at(100), at(101)]).toEqual([false, true, true]);
		expect(session().late).toBe(false);
	});
});
