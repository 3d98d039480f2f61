/**
 * How messages and bulk tasks that the user names are watched: messages by their IDs by the hundred if the service offers that,
 * all others each by itself, a few at a time and so many in a poll. Those that waited longest come first; what the poll does not
 * suffice for follows at the next one.
 */
import { maskPhone } from '../../shared/errors';
import { LIMITS } from '../../shared/spec';
import { LETTERS, type FirstSight, type Observation } from '../events/event';
import {
	ask,
	askOne,
	IN_FLIGHT,
	isFull,
	note,
	show,
	type Asking,
	type Poll,
	type Watcher,
} from './asking';
import { AS_EVENTS } from './observe';
import { isDue, LONGEST_VALIDITY, UNREADABLE } from './time';
import { tryEach } from './tryEach';

/** So few are asked for one by one, which tells more of each. */
const ONE_BY_ONE = 5;
/** Among so many an example is looked for. */
const EXAMPLES_OF_ROUND = 3;
/** States in which the validity has not begun. */
const NOT_BEGUN = ['scheduled', 'moderation'];

/** Notes a look at an object that is not final; after a while it is given up. Changes the poll. */
function noteLook(
	{ state, notes }: Poll,
	key: string,
	seen: Observation | undefined,
	patience = LONGEST_VALIDITY,
): void {
	const watched = (state.watched[key] ??= { status: '' });
	watched.lookedAt = state.ownTime;
	// What is scheduled has its validity still before it.
	if (watched.since === undefined || (seen && NOT_BEGUN.includes(seen.status)))
		watched.since = state.ownTime;
	if (state.ownTime - watched.since <= patience) return;
	delete state.watched[key];
	state.done.push(key);
	notes.push(`no longer asks for ${maskPhone(key)}, whose validity is over`);
}

/** Notes what the service says of a named object. Changes the poll. */
function takeNamed(
	poll: Poll,
	key: string,
	seen: Observation | undefined,
	first: FirstSight,
): void {
	const { watched, done } = poll.state;
	if (!seen) {
		// It was not there at the first look: what a later one finds is news.
		delete watched[key]?.first;
		noteLook(poll, key, seen);
		return;
	}
	show(poll, seen);
	const finding = AS_EVENTS.judge(poll, seen, first);
	AS_EVENTS.take(poll, finding);
	if (finding.is === 'waits') return;
	if (seen.final) done.push(key);
	else noteLook(poll, key, seen);
}

/** Keys that are due; those that waited longest come first. */
function dueKeys(keys: readonly string[], { state }: Poll): string[] {
	const done = new Set(state.done);
	const lookedAt = (key: string) => state.watched[key]?.lookedAt ?? 0;
	return keys
		.filter((key) => !done.has(key))
		.filter((key) =>
			isDue(lookedAt(key), state.watched[key]?.since ?? state.ownTime, state.ownTime),
		)
		.sort((one, other) => lookedAt(one) - lookedAt(other));
}

type Take = (key: string, seen: Observation | undefined) => void;

/** Parts of so many. */
const partsOf = <T>(things: readonly T[], size: number): T[][] =>
	Array.from({ length: Math.ceil(things.length / size) }, (_, part) =>
		things.slice(part * size, (part + 1) * size),
	);

/** Asks for messages by the hundred, if that can be done. @returns those that are still to be asked for one by one */
function* readTogether(
	poll: Poll,
	keys: readonly string[],
	taken: Take,
	isOver: () => boolean,
): Asking<string[]> {
	const left = new Set(keys);
	if (keys.length <= ONE_BY_ONE || keys[0]?.startsWith(LETTERS.messageId) !== true)
		return [...keys];
	// The first one shows whether the service offers it at all.
	const [head = [], ...others] = partsOf(keys, LIMITS.statusIds);
	for (const some of [[head], ...partsOf(others, IN_FLIGHT)]) {
		const answers = yield* ask(
			poll,
			some.map((hundred) => ({ is: 'together', keys: hundred })),
		);
		for (const answered of answers)
			for (const seen of answered.is === 'page' ? answered.seen : [])
				if (left.delete(seen.key)) taken(seen.key, seen);
		if (answers.some(({ is }) => is === 'notOffered') || isOver()) break;
	}
	return [...left];
}

/** Asks for keys, by the hundred or one by one. @returns those that could not be read @throws the first fault if none could */
function* readNamed(
	poll: Poll,
	keys: readonly string[],
	taken: Take,
	isOver: () => boolean,
): Asking<string[]> {
	const left = yield* readTogether(poll, keys, taken, isOver);
	return yield* tryEach(left.slice(0, poll.bounds.named), poll, {
		what: 'of those that are named',
		atATime: IN_FLIGHT,
		*work(some) {
			const answers = yield* ask(
				poll,
				some.map((key) => ({ is: 'named', key, before: poll.state.watched[key]?.counters })),
			);
			return answers.map((answered, place) => {
				if (answered.is === 'page') taken(some[place] ?? '', answered.seen[0]);
				return answered.is === 'fault' ? answered.error : undefined;
			});
		},
		isOver,
	});
}

/** Forgets what is no longer named, but for some of those that are done: they may be named again, and are no news then. Changes the poll. */
function keepNamed({ state, bounds }: Poll, keys: readonly string[]): void {
	const isNamed = new Set(keys);
	for (const key of Object.keys(state.watched)) if (!isNamed.has(key)) delete state.watched[key];
	const others = state.done.filter((key) => !isNamed.has(key)).slice(-bounds.done);
	state.done = [...others, ...state.done.filter((key) => isNamed.has(key))];
}

/**
 * Looks at the named objects that are due. One that is named later than the watch began is reported when it is final.
 * Changes the poll.
 */
function* watchNamed(keys: readonly string[], poll: Poll, first: FirstSight): Asking {
	const { state } = poll;
	keepNamed(poll, keys);
	const failed = yield* readNamed(
		poll,
		dueKeys(keys, poll),
		(key, seen) => takeNamed(poll, key, seen, first),
		() => poll.isLate || isFull(poll),
	);
	if (isFull(poll)) note(poll, 'named ones may wait in the service');
	for (const key of failed) noteLook(poll, key, undefined, UNREADABLE);
	if (first === 'final') return;
	// What a first look had no time for keeps how it is to be taken: it was there before the watch.
	const done = new Set(state.done);
	for (const key of keys) if (!done.has(key)) state.watched[key] ??= { status: '', first };
}

/** The watcher of what the user names. */
export const watcherOfNamed = (keys: readonly string[]): Watcher => ({
	mostWatched: ({ namedIds }) => namedIds,
	watch: (poll, first) => watchNamed(keys, poll, first),
	*lookUp(poll, some) {
		const hidden = some.filter((key) => !poll.shown.has(key));
		const shown: Take = (_, seen) => seen && show(poll, seen);
		yield* readNamed(poll, hidden, shown, () => poll.isLate);
	},
	*example(poll) {
		const errors: unknown[] = [];
		const tried = keys.slice(0, EXAMPLES_OF_ROUND);
		for (const key of tried) {
			try {
				const page = yield* askOne(poll, { is: 'named', key });
				const seen = page?.seen[0];
				if (seen && !seen.strange) return seen;
			} catch (error) {
				errors.push(error);
			}
		}
		// As in a poll, one that cannot be read does not stop the others.
		if (tried.length > 0 && errors.length === tried.length) throw errors[0];
		return undefined;
	},
});
