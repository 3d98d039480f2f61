/** Promise: each decision of a poll is a value of what is passed in; nothing of it needs a service, n8n or a clock. */
import type { FirstSight } from '../../nodes/MessagingServiceTrigger/events/event.ts';
import { BOUNDS, type TriggerState } from '../../nodes/MessagingServiceTrigger/state.ts';
import { fromStored, toStored } from '../../nodes/MessagingServiceTrigger/stored.ts';
import {
	begin,
	end,
	next,
	type Known,
	type PollInput,
	type Turn,
} from '../../nodes/MessagingServiceTrigger/turn.ts';
import type { Poll } from '../../nodes/MessagingServiceTrigger/watching/asking.ts';
import {
	NOW,
	SECONDS,
	emittedEvent,
	stateOf,
	rememberedOf,
	inputOf,
	sees,
	pollOf,
	chosen,
	idsIn,
} from './turnCase.mts';

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
