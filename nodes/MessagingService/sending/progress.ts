import type { IfUnknown } from './parameters';
import type { AnswerKind, IfNone, SendKind } from './verdict';

/*
 * A request that sends, on its way, as plain data: no clock, no texts, no numbers of people. Messages are named by their place in the
 * request. What follows from a fact, step.ts says.
 */

/**
 * What may have been done with a message before the next answer comes:
 *
 * - `none`: nothing.
 * - `unrecorded`: a try that left no record may have sent it. That try is over: the service has the message, or will never have it.
 * - `unclear`: an answer said too little of it, and the service is being asked.
 * - `open`: a request may be carried out even later, whatever is answered to the next one.
 */
export type Doubt = 'none' | 'unrecorded' | 'unclear' | 'open';

/** What became of a message. */
export type Outcome =
	/** The answer accepted it. */
	| 'accepted'
	/** The service shows it: this run sent it. */
	| 'shown'
	/** The service shows it, perhaps of an earlier execution. */
	| 'already sent'
	/** It is unknown, and the user counts it as sent. */
	| 'counted'
	/** With the request: an error. */
	| 'refused'
	/** By itself: a row. */
	| 'refused alone'
	| 'unknown';

export interface MessageState {
	readonly doubt: Doubt;
	/** Whether Send Again repeats it: `due` as long as no request that could have left has done so. */
	readonly sentAgain: 'never' | 'due' | 'done';
	/** What counts if the service says that it has none; nothing if it is not asked for the message. */
	readonly question?: IfNone;
	/** What the service said last, since the last post. */
	readonly seen?: Seen;
	/** Whether it goes out at once, whether or not Retry For is over. */
	readonly skipsPause: boolean;
	/** Nothing as long as it is open. */
	readonly outcome?: Outcome;
}

/** One request on its way. */
export interface Progress {
	readonly messages: readonly MessageState[];
	/** How many rounds of questions were put since the last answer; those after the third count no more. */
	readonly asked: 0 | 1 | 2 | 3;
	/** By how many of its ends a campaign shows: until this try has posted it, since an earlier one may have had another list, by both. */
	readonly proof: 'any end' | 'both ends';
	/** Whether a question has found any message since the last answer. */
	readonly anyThere: boolean;
	readonly isHalved: boolean;
}

/** What of the form and the endpoint decides. */
export interface Policy {
	kind: SendKind;
	/** Whether nothing but this run can have made its references. */
	isAutomatic: boolean;
	ifUnknown: IfUnknown;
	/** Whether the record knows all of its messages under one key, as those of a piece of a file. */
	hasOneKey: boolean;
}

/** What earlier tries left of a message. */
export interface EarlierTry {
	is: 'not recorded' | 'unknown' | 'cannot tell';
	sentAgain: boolean;
}

/** Why a try that left no record may have sent a message: n8n shows that the node had begun, or cannot show it. */
export type Cause = 'begunBefore' | 'retriedFromList';

/** What the service says of a message it was asked for; `of another` has its reference, and another number. */
export type Seen = 'there' | 'of another' | 'none' | 'hidden';

export type Fact =
	| {
			is: 'answer';
			kind: AnswerKind;
			/** With `idGiven` to a bulk request: what it says of each message, by its place. */
			results?: ReadonlyMap<number, AnswerKind>;
			/** With `namesRecipients`: the places that it names; none if it names anything else. */
			named?: ReadonlySet<number>;
	  }
	/** One round of questions, by place. */
	| { is: 'shown'; seen: ReadonlyMap<number, Seen> }
	/** The wait that was proposed passes Retry For. */
	| { is: 'late' }
	/** The execution was stopped. */
	| { is: 'stopped' };

/** What is to be written into the record before anything else happens. */
export interface Note {
	state: Recorded;
	messages: readonly number[];
}
/** `nothing` takes messages out of it. */
export type Recorded =
	| 'nothing'
	| 'unknown'
	| 'sent again'
	| 'accepted'
	| 'counted'
	| 'already sent';

export type Next =
	| { do: 'post'; messages: readonly number[]; wait: 'none' | 'back off' }
	/** The first three rounds are put, however late it is. */
	| { do: 'ask'; messages: readonly number[]; mayBeLate: boolean }
	| { do: 'halve' }
	| { do: 'end' };

export interface Step {
	progress: Progress;
	/** What has just become of messages, those of one outcome together. */
	outcomes: ReadonlyArray<{ outcome: Outcome; messages: readonly number[] }>;
	notes: readonly Note[];
	next: Next;
}
