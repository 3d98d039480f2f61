import type { IDataObject } from 'n8n-workflow';
import type { Refusal } from '../../shared/validation';

/*
 * What becomes of a recipient.
 *
 *     ready ──> dry run
 *       │ ────> skipped       (held back, in Leave Out Numbers, or the execution was stopped before its turn)
 *       │ ────> merged        (its number gets the message of another row)
 *       │ ────> refused       (by a check of ours, or by the service)
 *       │ ────> accepted
 *       │ ────> already sent  (the service holds a message under its reference, perhaps of an earlier execution)
 *       └ ────> unknown       (a request may have carried it, and nothing proves what became of it)
 *
 * Only `ready` is open. What the record of earlier tries says comes first; then the others never change again in a try.
 */

/** What applies to all recipients of a request, checked; what is undefined is left to the service's defaults. */
export interface Terms {
	/** Hours in which the service tries to deliver. */
	validity?: number;
	/** Tariff code. */
	tariff?: number;
	/** yyyy-mm-dd hh:mm:ss in the service's zone. */
	startAt?: string;
	/** Whether recipients can answer (2WAY). */
	twoWay?: boolean;
}

/** One message to one recipient. It never changes: what becomes of it stands in its Recipient. */
export interface Message {
	/** Index of the input item that it comes from, from 0. */
	readonly item: number;
	/** Index in that item's list, the line in its file, or -1 where the item itself is the recipient. */
	readonly position: number;
	/** The line of the item's file, from 1; nothing where it comes from no file. */
	readonly line?: number;
	/** How many rows of the run before it have the same number, refused and merged ones included. */
	readonly nth: number;
	/** Tells it from all other messages of the run (see references.ts); '' where its number is not known, and in files. */
	readonly identity: string;
	/** MSISDN in digits; where it was refused, as the input gave it. */
	readonly phone: string;
	/** ISO code of the number's country; nothing where the number does not name it, or was refused. */
	readonly country?: string;
	/** The number as the input gave it, where it has other digits. */
	readonly phoneGiven?: string;
	/** Whether another message to its number goes out before it: the two cannot go in one request (code 31). */
	readonly isFurther?: boolean;
	/** Whether its country code was added to it. */
	readonly completed?: boolean;
	readonly sender: string;
	readonly text: string;
	/** External id; '' until it is ready to go. */
	readonly reference: string;
	readonly terms: Terms;
	/** Where Quiet Hours are set: the time zones in which its recipient may be, the same list for all of a country. */
	readonly zones?: readonly string[];
	/** Where Quiet Hours are set: when it goes out (ms). */
	readonly start?: number;
}

/** What the service said, under the names of the output. */
export interface Answer {
	/** About the recipient. */
	readonly fields: IDataObject;
	/** About the request that the recipient went out with. */
	readonly summary?: IDataObject;
}

interface Of<M> {
	readonly message: M;
}

/** To be sent. */
export interface Ready<M = Message> extends Of<M> {
	readonly status: 'ready';
}
export interface Unknown<M = Message> extends Of<M> {
	readonly status: 'unknown';
	readonly reason: string;
}
export interface Refused<M = Message> extends Of<M> {
	readonly status: 'refused';
	readonly refusal: Refusal;
	/** Where the service refused it. */
	readonly answer?: Answer;
}
/** Left out because the user wants it so, or because the execution was stopped. */
export interface Skipped<M = Message> extends Of<M> {
	readonly status: 'skipped';
	readonly reason: string;
}
/** Its number gets the message of another recipient. */
export interface Merged<M = Message> extends Of<M> {
	readonly status: 'merged';
	readonly reason: string;
}
export interface Accepted<M = Message> extends Of<M> {
	readonly status: 'accepted';
	readonly answer: Answer;
	/** Whether an earlier try had it accepted. */
	readonly already: boolean;
	/** What the user should know nevertheless. */
	readonly reason?: string;
}
/** The service holds a message to the number under the reference that the user, or the content, gave it. */
export interface AlreadySent<M = Message> extends Of<M> {
	readonly status: 'already sent';
	readonly answer: Answer;
	readonly reason: string;
}
/** Would be sent. */
export interface Previewed<M = Message> extends Of<M> {
	readonly status: 'dry run';
}

/** A recipient of a send on its way from the input to its outcome. */
export type Recipient<M = Message> =
	| Ready<M>
	| Unknown<M>
	| Refused<M>
	| Skipped<M>
	| Merged<M>
	| Accepted<M>
	| AlreadySent<M>
	| Previewed<M>;

export type Status = Recipient['status'];

/** What happens to a recipient: its next status without the message. */
export type RecipientEvent =
	| Omit<Refused, 'message'>
	| Omit<Skipped, 'message'>
	| Omit<Merged, 'message'>
	| Omit<Previewed, 'message'>
	| Omit<Accepted, 'message'>
	| Omit<AlreadySent, 'message'>
	| Omit<Unknown, 'message'>;

/** A message that nothing has happened to so far. */
export const ready = <M>(message: M): Ready<M> => ({ status: 'ready', message });

/** A message with what became of it. */
export const settled = <M>(message: M, event: RecipientEvent): Recipient<M> => ({
	...event,
	message,
});

/** The event of a recipient that a check refuses. */
export const refusedBy = (refusal: Refusal): RecipientEvent => ({ status: 'refused', refusal });

/** Whether there is nothing to say of a recipient but its status. */
export const isPlain = (recipient: Recipient<unknown>): boolean =>
	recipient.status !== 'refused' && !('reason' in recipient && recipient.reason);

/** Why a recipient is what it is, in words. */
export function reasonOf(recipient: Recipient<unknown>): string {
	if (recipient.status === 'refused') return recipient.refusal.message;
	if ('reason' in recipient && recipient.reason) return recipient.reason;
	if (recipient.status === 'dry run') return 'Would be sent';
	if (recipient.status !== 'accepted') return 'Not sent';
	return recipient.already ? ACCEPTED_EARLIER : 'Accepted by the service';
}

/** What is said of a message that an earlier try of the run had accepted. */
export const ACCEPTED_EARLIER = 'Accepted by the service in an earlier try';

/** What the service said of a recipient and of its request, if anything. */
export const answerOf = (recipient: Recipient<unknown> | undefined): Answer | undefined =>
	recipient && 'answer' in recipient ? recipient.answer : undefined;

/**
 * Names where a recipient stands in the input: "item 3", counted from 0 as n8n does, "item 3, recipient 8" of the item's list, counted
 * from 1 as people do, or "line 8" of a file.
 */
export function placeOf({
	item,
	position,
	line,
}: Pick<Message, 'item' | 'position' | 'line'>): string {
	if (line !== undefined) return `line ${line}`;
	return position < 0 ? `item ${item}` : `item ${item}, recipient ${position + 1}`;
}
