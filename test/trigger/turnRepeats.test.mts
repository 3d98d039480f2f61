/** Promise: what may have been lost is emitted once more, and new events wait while it may still be at work. */
import {
	LETTERS,
	type Observation,
	type TriggerEvent,
} from '../../nodes/MessagingServiceTrigger/events/event.ts';
import {
	BOUNDS,
	type EmittedEvent,
	type TriggerState,
} from '../../nodes/MessagingServiceTrigger/state.ts';
import { sizeOf } from '../../nodes/MessagingServiceTrigger/stored.ts';
import { begin, type Known, type PollInput } from '../../nodes/MessagingServiceTrigger/turn.ts';
import { show, type Poll } from '../../nodes/MessagingServiceTrigger/watching/asking.ts';
import {
	NOW,
	SECONDS,
	MINUTE,
	emittedEvent,
	stateOf,
	rememberedOf,
	inputOf,
	sees,
	pollOf,
	idsIn,
} from './turnCase.mts';

describe('what is emitted once more', () => {
	const events = [emittedEvent('1')];
	const repeatedBy = (known: Partial<Known>, input?: PollInput): string[] =>
		idsIn(pollOf(known, input).result.events);

	test.each<[string, Partial<Known>, string[]]>([
		['nothing that this process stored', { stored: stateOf({ emitted: events }) }, []],
		[
			'what another process stored',
			{ stored: stateOf({ emitted: events, writtenBy: 'other' }) },
			['id1 repeated'],
		],
		[
			'what is not stored and has events since the last confirmed write',
			{
				remembered: rememberedOf(stateOf({ emitted: events, revision: 7, emittedRevision: 6 })),
			},
			['id1 repeated'],
		],
		[
			'nothing of what is not stored if its last events were confirmed',
			{
				remembered: rememberedOf(stateOf({ emitted: events, revision: 7, emittedRevision: 5 })),
			},
			[],
		],
		[
			'what the stored state lacks',
			{
				stored: stateOf({ revision: 5 }),
				remembered: rememberedOf(stateOf({ emitted: events, revision: 7, emittedRevision: 6 })),
			},
			['id1 repeated'],
		],
		[
			'nothing if the stored state has the write with the last events',
			{
				stored: stateOf({ revision: 6 }),
				remembered: rememberedOf(stateOf({ emitted: events, revision: 7, emittedRevision: 6 })),
			},
			[],
		],
	])('%s', (_, known, ids) => {
		expect(repeatedBy(known)).toEqual(ids);
	});

	test('nothing yet within half a minute of the last poll: its events may be on their way into the storage', () => {
		const state = stateOf({ emitted: events });
		const at = (ms: number) => ({ remembered: rememberedOf(state, { at: NOW - ms }) });
		const { turn, result } = pollOf(at(29_999));
		expect(turn).toMatchObject({ asks: [], due: [], isRestart: false, confirmed: 0 });
		expect(result).toEqual({
			events: [],
			notes: [],
			remembered: rememberedOf(state, { at: NOW - 29_999 }),
		});
		expect(repeatedBy(at(30_000))).toEqual(['id1 repeated']);
		// A clock that was ahead then is over as well.
		expect(repeatedBy(at(-30_000))).toEqual(['id1 repeated']);
	});

	test('half a minute does not hold what another process wrote', () => {
		const stored = stateOf({ emitted: events, writtenBy: 'other', revision: 9 });
		const remembered = rememberedOf(stateOf(), { at: NOW });
		expect(repeatedBy({ stored, remembered })).toEqual(['id1 repeated']);
	});

	describe('of two processes that poll in turn', () => {
		const own = emittedEvent('1');
		const remembered = rememberedOf(stateOf({ emitted: [own] }), { confirmed: 7 });
		test.each<[string, Partial<EmittedEvent>, boolean]>([
			['what the other has from this one, and left alone', {}, false],
			[
				'what the other emitted again, as it took this one for dead',
				{ emissions: 2, lastAt: NOW },
				false,
			],
			[
				'what was emitted as often at another time: this one was thrown away',
				{ lastAt: NOW },
				true,
			],
			['what the other saw by itself', { emittedAt: NOW - MINUTE, emissions: 2 }, true],
			['another event', { eventId: 'other' }, true],
		])('%s', (_, change, isRepeated) => {
			const stored = stateOf({
				emitted: [{ ...own, ...change }],
				writtenBy: 'other',
				revision: 9,
			});
			expect(repeatedBy({ stored, remembered })).toHaveLength(isRepeated ? 1 : 0);
		});

		test('fewer times than this one emitted it: this one was thrown away', () => {
			const twice = rememberedOf(stateOf({ emitted: [{ ...own, emissions: 2 }] }));
			const stored = stateOf({
				emitted: [{ ...own, lastAt: own.lastAt + 1 }],
				writtenBy: 'other',
				revision: 9,
			});
			expect(repeatedBy({ stored, remembered: twice })).toEqual(['id1 repeated']);
		});

		test('what this one remembers does not matter in a state that it wrote itself', () => {
			const mine = rememberedOf(stateOf({ emitted: [own], revision: 9, emittedRevision: 9 }));
			expect(repeatedBy({ stored: stateOf({ revision: 8 }), remembered: mine })).toEqual([
				'id1 repeated',
			]);
		});
	});

	test.each<[string, Partial<EmittedEvent>, boolean]>([
		['an old one three times in all', { emissions: 2 }, true],
		['an old one no fourth time', { emissions: 3 }, false],
		['a young one at every restart', { emissions: 3, emittedAt: NOW - 60 * MINUTE + 1 }, true],
		['one of an hour is old', { emissions: 3, emittedAt: NOW - 60 * MINUTE }, false],
	])('%s', (_, more, isRepeated) => {
		const stored = stateOf({ emitted: [emittedEvent('1', more)], writtenBy: 'other' });
		expect(repeatedBy({ stored })).toHaveLength(isRepeated ? 1 : 0);
	});

	test('what n8n threw away is emitted however often it was, and does not count', () => {
		const often = emittedEvent('1', { emissions: 9 });
		const remembered = rememberedOf(stateOf({ emitted: [often] }));
		const { result } = pollOf({ remembered });
		expect(idsIn(result.events)).toEqual(['id1 repeated']);
		expect(result.remembered?.state.emitted).toEqual([{ ...often, lastAt: NOW }]);
	});

	test('a restart counts it, and it is not forgotten; what is given up is', () => {
		const stored = stateOf({
			emitted: [emittedEvent('1'), emittedEvent('2', { emissions: 3 })],
			writtenBy: 'other',
		});
		const { result } = pollOf({ stored });
		expect(idsIn(result.events)).toEqual(['id1 repeated']);
		expect(result.remembered?.state.emitted).toEqual([
			{ ...emittedEvent('1'), emissions: 2, lastAt: NOW },
		]);
	});

	test('once, if the poll sees the same change anew', () => {
		const stored = stateOf({ emitted: events, writtenBy: 'other' });
		expect(repeatedBy({ stored }, inputOf({}, { watch: sees('1') }))).toEqual(['id1 change']);
	});

	test('with the record as it is now, which the poll asks for', () => {
		const asked: string[] = [];
		const record = { id: 1, name: 'now' };
		const lookUp = (poll: Poll, keys: readonly string[]): void => {
			asked.push(...keys);
			show(poll, { key: 's1', status: 'done', final: true, counters: [], record } as Observation);
		};
		const stored = stateOf({ emitted: events, writtenBy: 'other' });
		const { result } = pollOf({ stored }, inputOf({}, { lookUp }));
		expect(asked).toEqual(['s1']);
		expect(result.events).toEqual([
			{
				event: 'campaignFinished',
				eventId: 'id1',
				previousStatus: 'sending',
				newStatus: 'done',
				isFinal: true,
				previousCounters: undefined,
				origin: 'repeated',
				record,
			},
		]);
	});

	test.each([
		[`${LETTERS.sms}12`, { id: 12, status: 'done', message_type: 'sms' }],
		[`${LETTERS.rcs}12`, { id: 12, status: 'done', message_type: 'rcs' }],
		[`${LETTERS.application}12`, { id: 12, status: 'done' }],
		[`${LETTERS.messageId}12`, { id: 12, status: 'done' }],
		[`${LETTERS.task}12`, { task_id: 12, status: 'done' }],
		[`${LETTERS.reference}12`, { reference: '12', status: 'done' }],
		[`${LETTERS.campaignMessage}3.12`, { id: 12, campaign_id: 3, status: 'done' }],
		[`${LETTERS.click}b7f0-1`, { id: 'b7f0-1' }],
	])('with what is known of %s if the service does not show it', (key, record) => {
		const lookUp = (): void => {
			throw new Error('away');
		};
		const stored = stateOf({ emitted: [emittedEvent('1', { key })], writtenBy: 'other' });
		const { result } = pollOf({ stored }, inputOf({}, { lookUp }));
		expect(result.events.map((event) => event.record)).toEqual([record]);
	});
});

describe('what a poll may add', () => {
	const roomOf = (
		state: TriggerState,
		more: Partial<PollInput> = {},
		event: TriggerEvent = 'campaignFinished',
	) => {
		const { poll } = begin({ stored: state, remembered: undefined }, inputOf(more, {}, event));
		return poll && { most: poll.most, mostMessages: poll.mostMessages };
	};
	const messagesIn = (free: number): number => Math.floor((free - 80_000) / 2 / 20);
	const recent = (count: number, name = 'r') =>
		Array.from({ length: count }, (_, at) =>
			emittedEvent(`${name}${at}`, { lastAt: NOW - 119_999 }),
		);

	test('as many as may wait, and what fits beside the state', () => {
		const state = stateOf();
		const free = BOUNDS.size - sizeOf({ ...state, polledAt: SECONDS, ownTime: 1_060 });
		expect(roomOf(state)).toEqual({ most: 400, mostMessages: messagesIn(free) });
		expect(roomOf(state, {}, 'campaignMessageFinished')).toEqual({
			most: 10_000,
			mostMessages: messagesIn(free),
		});
	});

	test('less by those whose executions may still run, for two minutes', () => {
		expect(roomOf(stateOf({ emitted: recent(30) }))?.most).toBe(370);
		const old = [emittedEvent('1', { lastAt: NOW - 120_000 })];
		expect(roomOf(stateOf({ emitted: old }))?.most).toBe(400);
	});

	test('less by those that are due again', () => {
		const emitted = [emittedEvent('1'), emittedEvent('2')];
		expect(roomOf(stateOf({ emitted, writtenBy: 'other' }))?.most).toBe(398);
	});

	test('none while so many may still run, and a few however large the state is', () => {
		const bounds = { ...BOUNDS, waiting: 10 };
		expect(roomOf(stateOf({ emitted: recent(10) }), { bounds })?.most).toBe(0);
		expect(roomOf(stateOf({ emitted: recent(12) }), { bounds })?.most).toBe(0);
		expect(roomOf(stateOf(), { bounds: { ...BOUNDS, size: 1_000 } })?.most).toBe(BOUNDS.least);
	});

	test('what fits where that is less', () => {
		const state = stateOf();
		const own = sizeOf({ ...state, polledAt: SECONDS, ownTime: 1_060 });
		const bounds = { ...BOUNDS, size: own + 320 * 50 + 319 };
		expect(roomOf(state, { bounds })?.most).toBe(50);
		const forMessages = { ...BOUNDS, size: own + 80_000 + 40 * 30 + 39 };
		expect(roomOf(state, { bounds: forMessages }, 'campaignMessageStatusChanged')).toEqual({
			most: 30,
			mostMessages: 30,
		});
	});

	test('so many unfinished ones as the bounds say, unless the watch says otherwise', () => {
		const mostOf = (watcher: PollInput['watcher']) =>
			begin({ stored: undefined, remembered: undefined }, inputOf({ watcher })).poll?.mostWatched;
		const { watcher } = inputOf();
		expect(mostOf(watcher)).toBe(BOUNDS.watched);
		expect(mostOf({ ...watcher, mostWatched: ({ namedIds }) => namedIds })).toBe(BOUNDS.namedIds);
	});
});
