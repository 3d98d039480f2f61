import { numberOf, recordsOf, STATES_UNDER_WAY, type Fields } from '../../shared/reply';
import { MESSAGE_STATUSES } from '../../shared/spec';

/*
 * Recipients that an answer counts, without naming them. Services count what they took, what they left out, or the messages of a campaign
 * by their states, under many names and at any place.
 */

/** Names under which an answer counts or lists those that were not taken. */
export const NOT_TAKEN =
	'(?:black_?listed|duplicates?|excluded|failed|filtered|(?:in_?)?stop_?list(?:ed)?|invalid|left_?out|refused|rejected|skipped|unsubscribed)';
/** Names of recipients. */
export const OF_RECIPIENTS = '(?:contacts|messages|numbers|phones|recipients)';
const COUNTED = `(?:_?(?:count|total|${OF_RECIPIENTS}))?$`;
const COUNT_OF_TAKEN = new RegExp(`^(?:accepted|valid)${COUNTED}`, 'i');
const COUNT_OF_UNDER_WAY = new RegExp(`^(?:${STATES_UNDER_WAY})${COUNTED}`, 'i');
/** A message of several parts may count as several. */
const COUNT_OF_MESSAGES = /^(?:total_?messages|messages_?(?:count|total))$/i;
/** Statistics count messages, not numbers; `not_rcs_user` is counted, and is the state of no message. */
const COUNT_OF_STATE = new RegExp(
	`^(?:${STATES_UNDER_WAY}|${Object.keys(MESSAGE_STATUSES).join('|')}|not_rcs_user)(?:_?(?:count|total|messages))?$`,
	'i',
);
const COUNT_OF_ALL = new RegExp(
	`^(?:recipients|${OF_RECIPIENTS}_?(?:count|total)|(?:count|total)_?${OF_RECIPIENTS})$`,
	'i',
);
const COUNT_OF_LEFT_OUT = new RegExp(`^(?:${NOT_TAKEN}${COUNTED}|errors?_?(?:count|total)$)`, 'i');
/** Those that have not been sent to yet, and those that never will be. */
const COUNT_OF_NOT_SENT = new RegExp(`^not_?sent${COUNTED}`, 'i');

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
	const taken = countsIn(place, COUNT_OF_TAKEN);
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
	const summaries = campaigns.flatMap(recordsOf);
	const messages = campaigns.flatMap((place) => countsIn(place, COUNT_OF_MESSAGES));
	const all = { recipients, messages: messages.filter((count) => count > 0) };
	const places = [
		...campaigns.map((place) => withStatesAdded(place, all, true)),
		...summaries.map((place) => withStatesAdded(place, all, false)),
	];
	return Math.max(...places.map((place) => leftOutBy(place, recipients)));
}
