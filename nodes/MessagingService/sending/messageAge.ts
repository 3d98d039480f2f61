import type { IDataObject } from 'n8n-workflow';
import { timesShown, type RunMemory, type Span } from '../dispatch/memory';
import type { Message, Recipient } from './outcomes';
import { hasOwnReference } from './references';
import { wasAskedBefore, wasInCampaign } from './remember';
import type { SendRun } from './run';

/*
 * Whose campaign brought a message that shows under a reference of the user's own. Nothing keeps users from giving each campaign the same
 * references, such as the numbers of their customers. Then what an earlier campaign brought says nothing of this one: it neither proves
 * that it was accepted, nor that it was not, as a service may show one message of several under a reference.
 *
 * An SMS needs none of this: the service refuses it under a reference that it knows, whoever used it.
 */

/** Clocks differ, and the service writes whole seconds. */
export const CLOCKS_DIFFER_MS = 60_000;

/** So much two times may differ that one clock tells in whole seconds, or two good ones. */
const SAME_TIME_MS = 2000;

/** A day, and the hours by which two time zones differ at most: what is older is so by any clock. */
export const OLDER_MS = 26 * 3_600_000;

/** Five years: what is said to be older has no time at all, as where a service writes 1970 or the year 1. */
const YEARS_MS = 5 * 365 * 86_400_000;

/** Whether a time is in a span, or at most `by` milliseconds beside it. */
const isIn = (time: number, { since, until = Infinity }: Span, by: number): boolean =>
	time >= since - by && time <= until + by;

/** How a message that the service shows under a reference of a run stands to it. */
export type MessageAge =
	/** It came since the run began, or nobody else can have used its reference. */
	| 'ofRun'
	/** It was there long before, by any clock. */
	| 'older'
	/** It may have been there before. */
	| 'unclear';

/** When a message came that the service shows, by its clock (ms); NaN where it tells no time. */
function timeOf({ time_in }: IDataObject): number {
	const at = /^\d{4}-/.test(String(time_in)) ? Date.parse(String(time_in)) : NaN;
	return at > Date.now() - YEARS_MS ? at : NaN;
}

/**
 * Takes a message to another number that the service shows under the reference of an SMS; returns whether it was there before the run may
 * have sent the SMS, which the service refused for it then. What came later, as with a campaign, refused nothing.
 */
export const cameBefore = (
	{ memory: { beganAt = -Infinity } }: Pick<SendRun, 'memory'>,
	{ before }: Message,
	shown: IDataObject,
): boolean => !before || timeOf(shown) < beganAt - CLOCKS_DIFFER_MS;

/** Takes what the service shows under the reference of a message of a campaign; returns whether the run may have brought it. */
export function ageOf(
	{ memory }: Pick<SendRun, 'memory'>,
	message: Message,
	record: IDataObject,
): MessageAge {
	if (!hasOwnReference(message)) return 'ofRun';
	const shown = memory.shownBefore.get(message.reference);
	if (shown === String(record.id)) return 'older';
	// Where it showed nothing under the reference before, or another message, what it shows now came since.
	const wasAskedFor = wasAskedBefore(memory, message);
	const at = timeOf(record);
	if (Number.isNaN(at)) return wasAskedFor ? 'ofRun' : 'unclear';
	const spans = message.before ? sinceItBegan(memory) : memory.unrecorded;
	const [first] = spans ?? [];
	if (!spans || !first) return 'unclear';
	if (at < first.since - OLDER_MS) return 'older';
	if (wasAskedFor && spans.some((span) => isIn(at, span, CLOCKS_DIFFER_MS))) {
		memory.firstShownAt = Math.min(memory.firstShownAt ?? at, at);
		return 'ofRun';
	}
	// Another campaign may have come a moment before the node began. What is known to be of this one tells how the clock of the service goes.
	const times = timesShown(memory);
	const exact = spans.map((span) => {
		const known = times.filter((time) => isIn(time, span, CLOCKS_DIFFER_MS));
		return known.length === 0 ? span : { ...span, since: Math.min(...known) };
	});
	return exact.some((span) => isIn(at, span, SAME_TIME_MS)) ? 'ofRun' : 'unclear';
}

/** When the run may have sent what an earlier try left an entry of. */
const sinceItBegan = ({ beganAt }: Pick<RunMemory, 'beganAt'>): readonly Span[] | undefined =>
	beganAt === undefined ? undefined : [{ since: beganAt }];

/**
 * Takes a recipient; returns what tells a message under its reference that may have been there before the campaign that carried it;
 * undefined where none did, or where its reference cannot be that of another message.
 */
export function earlierMessageOf(
	run: Pick<SendRun, 'memory' | 'endpoint'>,
	{ message }: Recipient,
): ((record: IDataObject) => boolean) | undefined {
	if (!hasOwnReference(message)) return undefined;
	if (!run.endpoint.campaign && !wasInCampaign(message)) return undefined;
	return (record) => ageOf(run, message, record) !== 'ofRun';
}
