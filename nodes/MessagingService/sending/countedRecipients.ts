import {
	NAMES_OF_LEFT_OUT,
	numberOf,
	recordsOf,
	STATES_UNDER_WAY,
	type Fields,
} from '../../shared/reply';
import { MESSAGE_STATUSES } from '../../shared/spec';

/*
 * Recipients that an answer counts, without naming them. Services count what they took, what they left out, or the messages of a campaign
 * by their states, under many names and at any place.
 */

/** Names of recipients. */
const OF_RECIPIENTS = '(?:contacts?|messages?|numbers?|phones?|recipients?)';
/** Words for those whom the counts of all are about. */
const RECIPIENT = '(?:contacts?|numbers?|phones?|recipients?)';
const RECIPIENTS = '(?:contacts|numbers|phones|recipients)';
const COUNT = '(?:count|total)';
/** Beside words for several recipients alone: beside others a number is that of a phone. */
const NUMBER = '(?:amount|num|number|qty|quantity|size)';

/** Names that count what a word says of recipients, with what counts before the word or behind it. */
const counting = (words: string): RegExp =>
	new RegExp(
		`^(?:(?:(?:${COUNT}|num|number)(?:_?of)?|${OF_RECIPIENTS})_?)?(?:${words})(?:_?(?:${COUNT}|${OF_RECIPIENTS})){0,2}$`,
		'iu',
	);
/** The same where the word alone may be a flag or a code, so that it counts only beside what counts. */
const countingBeside = (words: string): string =>
	`^(?:${COUNT}_?(?:${words})|(?:${words})_?(?:${COUNT}|${OF_RECIPIENTS}))$`;

/** Those that an answer names as not taken, whatever its campaign has done yet. */
const NOT_TAKEN = `${NAMES_OF_LEFT_OUT}|in_?stop_?list(?:ed)?|not_?(?:accepted|added|allowed|found|taken|valid)|unaccepted`;
const COUNT_OF_TAKEN = counting('accepted|valid');
/** Counts of what was done so far: 0 says nothing of a campaign that has not begun. */
const COUNT_OF_DONE = new RegExp(countingBeside('created|success(?:es|ful)?|taken'), 'iu');
const COUNT_OF_UNDER_WAY = counting(STATES_UNDER_WAY);
/** A message of several parts may count as several. */
const COUNT_OF_MESSAGES = /^(?:total_?messages|messages_?(?:count|total))$/i;
/** Statistics count messages, not numbers; `not_rcs_user` is counted, and is the state of no message. */
const STATES = `${STATES_UNDER_WAY}|${Object.keys(MESSAGE_STATUSES).join('|')}|not_rcs_user`;
const COUNT_OF_STATE = new RegExp(
	`^(?:(?:${COUNT}|messages)_?)?(?:${STATES})(?:_?(?:${COUNT}|messages))?$`,
	'i',
);
const COUNT_OF_ALL = new RegExp(
	`^(?:contacts|numbers|phones|recipients|${RECIPIENT}_?${COUNT}|${COUNT}_?${RECIPIENT}|${RECIPIENTS}_?${NUMBER}|${NUMBER}_?(?:of_?)?${RECIPIENTS})$`,
	'i',
);
const COUNT_OF_LEFT_OUT = new RegExp(
	`${counting(NOT_TAKEN).source}|${countingBeside('errors?')}`,
	'iu',
);
const NOT_SENT = 'not_?sent|unsent';
/** Those that have not been sent to yet, and those that never will be. */
const COUNT_OF_NOT_SENT = counting(NOT_SENT);

const LIST_OF_LEFT_OUT = new RegExp(
	`^(?:${OF_RECIPIENTS}_?)?(?:${NOT_TAKEN}|${NOT_SENT})(?:_?(?:index(?:es)?|indices|lines|list|places|positions|rows|${OF_RECIPIENTS}))?$`,
	'iu',
);

/** Records that count what an account or a list has, and not what became of a request. */
const OF_ACCOUNT =
	/^(?:account(?:_?(?:counters|data|info|statistics|stats|totals))?|balance|client|company|contact_?book|customer|daily\w*|groups?|limits?|monthly\w*|package|plan|profile|quota|sender(?:_?info)?|stop_?list|subscription|tariff|today|usage|user)$/i;

/** The records in a place of an answer that may sum up what became of a request. */
const summariesIn = (place: Fields): Fields[] =>
	recordsOf(
		Object.entries(place).flatMap(([name, value]) => (OF_ACCOUNT.test(name) ? [] : [value])),
	);

/** Whether a name is that of a list of those left out. */
export const isListOfLeftOut = (name: string): boolean => LIST_OF_LEFT_OUT.test(name);

/** What a record of an answer counts under such names. */
const countsIn = (place: Fields, names: RegExp): number[] =>
	Object.entries(place).flatMap(([name, value]) =>
		names.test(name) ? (numberOf(value) ?? []) : [],
	);

/**
 * How many recipients a record of an answer counts as taken; nothing where it does not count them, or not yet: where messages are
 * counted by their states, "accepted" is one of these, and those of a campaign that has not begun are all 0.
 */
function countsOfTaken(place: Fields): number[] {
	const done = countsIn(place, COUNT_OF_DONE).filter((count) => count > 0);
	const taken = [...countsIn(place, COUNT_OF_TAKEN), ...done];
	const underWay = countsIn(place, COUNT_OF_UNDER_WAY);
	if (taken.length === 0 || taken.some((count) => count > 0)) return taken.filter(Boolean);
	const all = underWay.reduce((sum, count) => sum + count, 0);
	const isAlone = underWay.length === 0 && countsIn(place, COUNT_OF_LEFT_OUT).length === 0;
	return all > 0 || isAlone ? [all] : [];
}

/**
 * Takes a record of an answer, and how many recipients and messages there are; returns it with the sum of its states as what it counts as
 * accepted, where these are statistics of a campaign that was taken. In such statistics each message stands in one state, and those that
 * failed later were taken as well. States are statistics where one of the way stands beside another one: `accepted` and `rejected` alone
 * are a summary of what was taken. In the record of the campaign itself, `accepted` and one state beside it may count the same messages.
 */
function withStatesAdded(
	place: Fields,
	{ recipients, messages }: { recipients: number; messages: readonly number[] },
	isCampaign: boolean,
): Fields {
	const counts = countsIn(place, COUNT_OF_STATE);
	const sum = counts.reduce((total, count) => total + count, 0);
	const isAcceptedCounted = countsIn(place, COUNT_OF_TAKEN).length > 0;
	const fewest = isCampaign && isAcceptedCounted ? 3 : 2;
	const areStatistics = counts.length >= fewest && countsIn(place, COUNT_OF_UNDER_WAY).length > 0;
	// A sum of more counts some twice, and one of fewer may grow yet where nothing counts those that wait.
	const isWhole =
		[recipients, ...messages].includes(sum) || (isAcceptedCounted && sum > 0 && sum < recipients);
	if (!areStatistics || !isWhole) return place;
	const others = Object.entries(place).filter(([name]) => !COUNT_OF_STATE.test(name));
	return { ...Object.fromEntries(others), accepted: sum };
}

/** How many recipients a record of an answer counts as left out, at most. */
function leftOutBy(place: Fields, recipients: number): number {
	const all = countsIn(place, COUNT_OF_ALL).filter((count) => count > 0);
	// Where it has sent to nobody, it has not begun.
	const notSent = countsIn(place, COUNT_OF_NOT_SENT).filter((count) => count < recipients);
	const others = [...countsOfTaken(place), ...all].map((count) => recipients - count);
	return Math.max(0, ...countsIn(place, COUNT_OF_LEFT_OUT), ...notSent, ...others);
}

/**
 * Takes the JSON of an answer, and how many recipients its request had; returns how many of them it counts as left out, at most: in
 * itself, in its data, or in a summary within either.
 */
export function countOfLeftOut(json: Fields, recipients: number): number {
	const campaigns = recordsOf([json, json.data, json.result]);
	const summaries = campaigns.flatMap(summariesIn);
	const messages = campaigns.flatMap((place) => countsIn(place, COUNT_OF_MESSAGES));
	const all = { recipients, messages: messages.filter((count) => count > 0) };
	const places = [
		...campaigns.map((place) => withStatesAdded(place, all, true)),
		...summaries.map((place) => withStatesAdded(place, all, false)),
	];
	return Math.max(...places.map((place) => leftOutBy(place, recipients)));
}
