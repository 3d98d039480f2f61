/** Promise: each decision of a poll is a value of what is passed in; nothing of it needs a service, n8n or a clock. */
import {
	LETTERS,
	type FirstSight,
	type Observation,
	type StatusEvent,
	type TriggerEvent,
} from '../../nodes/MessagingServiceTrigger/events/event.ts';
import {
	BOUNDS,
	newState,
	type EmittedEvent,
	type TriggerState,
} from '../../nodes/MessagingServiceTrigger/state.ts';
import { fromStored, sizeOf, toStored } from '../../nodes/MessagingServiceTrigger/stored.ts';
import {
	begin,
	end,
	next,
	type Known,
	type PollInput,
	type Remembered,
	type Turn,
} from '../../nodes/MessagingServiceTrigger/turn.ts';
import { show, type Poll } from '../../nodes/MessagingServiceTrigger/watching/asking.ts';

const NOW = 1_790_000_000_000;
const SECONDS = NOW / 1000;
const MINUTE = 60_000;

const emittedEvent = (name: string, more: Partial<EmittedEvent> = {}): EmittedEvent => ({
	key: `s${name}`,
	eventId: `id${name}`,
	previousStatus: 'sending',
	newStatus: 'done',
	isFinal: true,
	emittedAt: NOW - 2 * 60 * MINUTE,
	lastAt: NOW - 10 * MINUTE,
	emissions: 1,
	...more,
});

const stateOf = (more: Partial<TriggerState> = {}): TriggerState => ({
	...newState('watch', 'life', 'me'),
	revision: 7,
	emittedRevision: 7,
	ownTime: 1_000,
	polledAt: SECONDS - 60,
	...more,
});

const rememberedOf = (state: TriggerState, more: Partial<Remembered> = {}): Remembered => ({
	state,
	confirmed: 5,
	at: NOW - 5 * MINUTE,
	uptime: 100_000,
	...more,
});

interface Script {
	/** What the watch does, beside asking for one thing. */
	watch?: (poll: Poll, first: FirstSight) => void;
	lookUp?: (poll: Poll, keys: readonly string[]) => void;
	asks?: boolean;
}

function inputOf(
	more: Partial<PollInput> = {},
	{ watch, lookUp, asks = false }: Script = {},
	event: TriggerEvent = 'campaignFinished',
): PollInput {
	return {
		processName: 'me',
		life: 'new life',
		signature: 'watch',
		rule: {
			event,
			mode: 'finished',
			step: 1,
			reportNew: false,
			statuses: [],
			senders: [],
			ids: [],
		},
		watcher: {
			*watch(poll, first) {
				if (asks) yield [{ is: 'named', key: 's1' }];
				watch?.(poll, first);
			},
			*lookUp(poll, keys) {
				if (asks) yield [{ is: 'together', keys }];
				lookUp?.(poll, keys);
			},
		},
		first: 'silent',
		now: NOW,
		uptime: 160_000,
		failedPolls: 0,
		bounds: BOUNDS,
		...more,
	};
}

const change = (name: string): { key: string; event: StatusEvent } => ({
	key: `s${name}`,
	event: {
		event: 'campaignFinished',
		eventId: `id${name}`,
		previousStatus: 'sending',
		newStatus: 'done',
		isFinal: true,
		origin: 'change',
		record: { id: name },
	},
});
const sees =
	(...names: string[]) =>
	(poll: Poll) =>
		void poll.events.push(...names.map(change));

/** A whole poll whose watch asks for nothing. */
function pollOf(known: Partial<Known>, input: PollInput = inputOf()) {
	const turn = begin({ stored: undefined, remembered: undefined, ...known }, input);
	return { turn, result: end(turn) };
}
/** The state that a poll goes on with, before what it writes itself. */
function chosen(known: Partial<Known>, input?: PollInput): TriggerState | undefined {
	return begin({ stored: undefined, remembered: undefined, ...known }, input ?? inputOf()).poll
		?.state;
}
const idsIn = (events: readonly StatusEvent[]): string[] =>
	events.map(({ origin, eventId }) => `${eventId} ${origin}`);

describe('which state a poll goes on from', () => {
	test('none that is known: a new life, and its first look is taken as n8n began it', () => {
		const looks: FirstSight[] = [];
		const input = inputOf({ first: 'recovered' }, { watch: (_, first) => void looks.push(first) });
		const { result } = pollOf({}, input);
		expect(looks).toEqual(['recovered']);
		expect(result.write).toMatchObject({ life: 'new life', revision: 1, emittedRevision: 0 });
		expect(result.remembered?.confirmed).toBe(0);
	});

	test('a stored one: what it finds is taken for final', () => {
		const looks: FirstSight[] = [];
		const input = inputOf({ first: 'silent' }, { watch: (_, first) => void looks.push(first) });
		expect(pollOf({ stored: stateOf() }, input).result.write).toMatchObject({
			life: 'life',
			revision: 8,
			emittedRevision: 7,
			writtenBy: 'me',
		});
		expect(looks).toEqual(['final']);
	});

	test('one of another watch counts as none, in the storage and in the memory', () => {
		const other = stateOf({ signature: 'other' });
		expect(chosen({ stored: other, remembered: rememberedOf(other) })?.life).toBe('new life');
	});

	const remembered = (more: Partial<TriggerState> = {}) => stateOf({ life: 'life', ...more });
	test.each([
		// As a rename leaves it, and a state that was lost.
		['the remembered one if nothing is stored', undefined, remembered(), 'memory'],
		[
			'the stored one if it is of another life',
			stateOf({ life: 'other', revision: 3 }),
			remembered(),
			'stored',
		],
		['the stored one if it is as new', stateOf({ revision: 7 }), remembered(), 'stored'],
		['the stored one if it is newer', stateOf({ revision: 9 }), remembered(), 'stored'],
		['the remembered one if it is newer', stateOf({ revision: 6 }), remembered(), 'memory'],
		[
			'the stored one if another process has polled since, however many polls of this one were not stored',
			stateOf({ revision: 6, writtenBy: 'other' }),
			remembered(),
			'stored',
		],
		[
			'the remembered one if what another process stored is older than what this one found stored',
			stateOf({ revision: 5, writtenBy: 'other' }),
			remembered(),
			'memory',
		],
	])('%s', (_, stored, state, from) => {
		const known = { stored: stored && toStored(stored), remembered: rememberedOf(state) };
		if (stored) known.stored = { ...toStored(stored), done: ['stored'] };
		known.remembered.state = { ...state, done: ['memory'] };
		expect(chosen(known)?.done).toEqual([from]);
	});

	test('what is remembered stays as it was until the poll has ended', () => {
		const state = stateOf({ revision: 9 });
		const before = structuredClone(state);
		const input = inputOf({}, { watch: (poll) => void poll.state.done.push('x') });
		begin({ stored: undefined, remembered: rememberedOf(state, { confirmed: 9 }) }, input);
		expect(state).toEqual(before);
	});

	test('confirmed is the stored write of this life, else what was confirmed before', () => {
		const remembered = rememberedOf(stateOf({ revision: 9 }), { confirmed: 5 });
		expect(begin({ stored: stateOf({ revision: 6 }), remembered }, inputOf()).confirmed).toBe(6);
		expect(begin({ stored: undefined, remembered }, inputOf()).confirmed).toBe(5);
	});
});

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
	])('with what is known of %s if the service does not show it', (key, record) => {
		const lookUp = (): void => {
			throw new Error('away');
		};
		const stored = stateOf({ emitted: [emittedEvent('1', { key })], writtenBy: 'other' });
		const { result } = pollOf({ stored }, inputOf({}, { lookUp }));
		expect(result.events.map((event) => event.record)).toEqual([record]);
	});
});

describe('the own time', () => {
	const timeOf = (known: Partial<Known>, more: Partial<PollInput> = {}) => {
		const { ownTime, polledAt } = chosen(known, inputOf(more)) ?? {};
		return { ownTime, polledAt };
	};
	const state = stateOf({ revision: 9, emittedRevision: 0 });
	test.each<[string, ReturnType<typeof timeOf>, number]>([
		['begins with that of n8n', timeOf({}), SECONDS],
		['goes on with n8n’s clock after a restart', timeOf({ stored: state }), 1_060],
		['never goes back with it', timeOf({ stored: { ...state, polledAt: SECONDS + 5 } }), 1_000],
		[
			'goes on with the clock of the process while it lives',
			timeOf({ remembered: rememberedOf(state) }),
			1_060,
		],
		[
			'does not follow n8n’s clock then',
			timeOf({ remembered: rememberedOf(state) }, { now: NOW + 86_400_000 }),
			1_060,
		],
		[
			'keeps what another process has come to',
			timeOf({
				stored: { ...state, ownTime: 9_000, revision: 10 },
				remembered: rememberedOf(state),
			}),
			9_000,
		],
	])('%s', (_, { ownTime, polledAt }, expected) => {
		expect(ownTime).toBe(expected);
		expect(polledAt).toBeGreaterThanOrEqual(SECONDS);
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

describe('what a poll that ends keeps', () => {
	test('its events, and those of five minutes', () => {
		const emitted = [
			emittedEvent('old', { lastAt: NOW - 300_000 }),
			emittedEvent('young', { lastAt: NOW - 299_999 }),
		];
		const { result } = pollOf({ stored: stateOf({ emitted }) }, inputOf({}, { watch: sees('1') }));
		expect(result.remembered?.state.emitted).toEqual([
			emitted[1],
			emittedEvent('1', { emittedAt: NOW, lastAt: NOW, previousCounters: undefined }),
		]);
		expect(result).toMatchObject({
			write: { revision: 8, emittedRevision: 8, writtenBy: 'me' },
			remembered: { confirmed: 7, at: NOW, uptime: 160_000 },
		});
	});

	test('all of them if it has no events', () => {
		const emitted = [emittedEvent('old')];
		const { result } = pollOf({ stored: stateOf({ emitted }) });
		expect(result.remembered?.state.emitted).toEqual(emitted);
		expect(result.write?.emittedRevision).toBe(7);
	});

	test('the newest where they are too many', () => {
		const bounds = { ...BOUNDS, waiting: 2 };
		const emitted = [emittedEvent('young', { lastAt: NOW - 200_000 })];
		const input = inputOf({ bounds }, { watch: sees('1', '2') });
		const { result } = pollOf({ stored: stateOf({ emitted }) }, input);
		expect(result.remembered?.state.emitted.map(({ eventId }) => eventId)).toEqual(['id1', 'id2']);
	});

	test('what comes out first is what is emitted again', () => {
		const stored = stateOf({ emitted: [emittedEvent('0')], writtenBy: 'other' });
		const { result } = pollOf({ stored }, inputOf({}, { watch: sees('1') }));
		expect(idsIn(result.events)).toEqual(['id0 repeated', 'id1 change']);
	});

	test('the stored state is what can be read again', () => {
		const { result } = pollOf({ stored: stateOf() }, inputOf({}, { watch: sees('1') }));
		expect(fromStored(result.write, 'watch', 'campaignFinished')).toEqual(
			JSON.parse(JSON.stringify(result.remembered?.state)),
		);
	});

	test('its warnings', () => {
		const { result } = pollOf({}, inputOf({}, { watch: ({ notes }) => void notes.push('much') }));
		expect(result.notes).toEqual(['much']);
	});
});

describe('a poll that fails', () => {
	const fault = new Error('away');
	const fails = (poll: Poll): never => {
		poll.notes.push('lost');
		throw fault;
	};
	const failsLate = (poll: Poll): never => {
		sees('1')(poll);
		return fails(poll);
	};

	test('before it has seen a change leaves everything as it was', () => {
		const remembered = rememberedOf(stateOf({ revision: 9, emittedRevision: 0 }));
		const { turn, result } = pollOf({ remembered }, inputOf({}, { watch: fails }));
		expect(turn.asks).toEqual([]);
		expect(result).toEqual({ events: [], remembered, notes: [], fault: { error: fault } });
	});

	test('after one reports it, and the rest follows', () => {
		const { result } = pollOf({ stored: stateOf() }, inputOf({}, { watch: failsLate }));
		expect(idsIn(result.events)).toEqual(['id1 change']);
		expect(result.fault).toBeUndefined();
	});

	test('at a first look leaves everything as it was, whatever it has seen', () => {
		const { result } = pollOf({}, inputOf({}, { watch: failsLate }));
		expect(result).toEqual({
			events: [],
			remembered: undefined,
			notes: [],
			fault: { error: fault },
		});
	});
});

describe('what a poll asks', () => {
	test('comes one after the other, and each turn has the next', () => {
		const stored = stateOf({ emitted: [emittedEvent('1')], writtenBy: 'other' });
		const first = begin({ stored, remembered: undefined }, inputOf({}, { asks: true }));
		expect(first.asks).toEqual([{ is: 'named', key: 's1' }]);
		const second = next(first, [{ is: 'late' }]);
		expect(second.asks).toEqual([{ is: 'together', keys: ['s1'] }]);
		const last = next(second, [{ is: 'late' }]);
		expect(last.asks).toEqual([]);
		expect(idsIn(end(last).events)).toEqual(['id1 repeated']);
	});

	test('a poll that waits asks nothing, and goes on with nothing', () => {
		const remembered = rememberedOf(stateOf(), { at: NOW });
		const turn: Turn = begin({ stored: undefined, remembered }, inputOf({}, { asks: true }));
		expect(turn.asks).toEqual([]);
		expect(next(turn, [])).toEqual(turn);
	});

	test('it knows how many polls failed before', () => {
		expect(
			begin({ stored: undefined, remembered: undefined }, inputOf({ failedPolls: 3 })).poll,
		).toMatchObject({ failedPolls: 3, requests: 0, isLate: false, now: NOW });
	});
});
