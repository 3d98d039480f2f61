import type {
	Cause,
	EarlierTry,
	Fact,
	Policy,
	Seen,
	Step,
} from '../../nodes/MessagingService/sending/progress.ts';
import { begin, step } from '../../nodes/MessagingService/sending/step.ts';
import type { AnswerKind, SendKind } from '../../nodes/MessagingService/sending/verdict.ts';

/*
 * A send as a course of facts, told in one line a step: what became of messages, what the record is to say, and what comes next. Messages
 * are called A, B and C.
 */

const LETTERS = 'ABC';
const placeOf = (letter: string): number => LETTERS.indexOf(letter);
const lettersOf = (places: readonly number[]): string =>
	places.map((place) => LETTERS[place]).join('');
/** By place what is named by letter. */
const placed = <Value,>(of: Readonly<Record<string, Value>>): Map<number, Value> =>
	new Map(Object.entries(of).map(([letter, value]) => [placeOf(letter), value]));

export const answer = (kind: AnswerKind): Fact => ({ is: 'answer', kind });
export const results = (of: Record<string, AnswerKind>): Fact => ({
	is: 'answer',
	kind: 'idGiven',
	results: placed(of),
});
export const names = (letters: string): Fact => ({
	is: 'answer',
	kind: 'namesRecipients',
	named: new Set([...letters].map(placeOf)),
});
export const shows = (of: Record<string, Seen>): Fact => ({ is: 'shown', seen: placed(of) });
/** A round of questions that says the same of these messages. */
export const all = (letters: string, seen: Seen): Fact =>
	shows(Object.fromEntries([...letters].map((letter) => [letter, seen])));
/** Three rounds, as short as they come. */
export const three = (letters: string, seen: Seen): Fact[] =>
	Array(3).fill(all(letters, seen)) as Fact[];
export const late: Fact = { is: 'late' };
export const stopped: Fact = { is: 'stopped' };
export const lost = answer('noAnswer');

const NEXT: Readonly<Record<string, string>> = { end: 'end', halve: 'halve' };

/** One step in words. */
function told({ outcomes, notes, next }: Step): string {
	const said = [
		...outcomes.map(({ outcome, messages }) => `${lettersOf(messages)} ${outcome}`),
		...notes.map(({ state, messages }) => `record ${lettersOf(messages)} ${state}`),
	];
	if (next.do === 'post')
		said.push(`post ${lettersOf(next.messages)}${next.wait === 'none' ? ' now' : ''}`);
	else if (next.do === 'ask')
		said.push(`ask ${lettersOf(next.messages)}${next.mayBeLate ? ' in time' : ''}`);
	else said.push(NEXT[next.do] ?? '');
	return said.join(', ');
}

interface Setting extends Partial<Policy> {
	/** The messages of the request. */
	of?: string;
	/** What earlier tries left of messages; of the others nothing. */
	left?: Record<string, EarlierTry['is']>;
	/** Which of them Send Again has repeated. */
	sentAgain?: string;
	cause?: Cause;
}

const ALL: Readonly<Record<SendKind, string>> = {
	sms: 'A',
	bulk: 'AB',
	campaign: 'ABC',
	message: 'A',
	contactLists: 'A',
};

/** How a send goes on, step by step, from what earlier tries left of it. */
export function course(kind: SendKind, setting: Setting, ...facts: Fact[]): string[] {
	const { of = ALL[kind], left = {}, sentAgain = '', cause, ...more } = setting;
	const policy = { kind, isAutomatic: true, ifUnknown: 'stop', hasOneKey: false, ...more } as const;
	const earlier = [...of].map((letter) => ({
		is: left[letter] ?? 'not recorded',
		sentAgain: sentAgain.includes(letter),
	}));
	let now = begin(earlier, policy, cause);
	const lines = [told(now)];
	for (const fact of facts) {
		now = step(now.progress, fact, policy);
		lines.push(told(now));
	}
	return lines;
}

/** The last step of a course. */
export const endOf = (...all: Parameters<typeof course>): string | undefined =>
	course(...all).at(-1);
