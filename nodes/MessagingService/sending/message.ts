import type { IDataObject } from 'n8n-workflow';
import { itemName } from '../../shared/errors';
import type { Refusal } from '../../shared/validation';
import type { ChannelsContent } from './channels';
import type { RcsContent } from './content';
import { type LinkDomain, longestText, noteOfLinks } from './shortLinks';

/*
 * What becomes of a recipient.
 *
 *     ready ──> dry run
 *       │ ────> skipped       (held back, in Leave Out Numbers, or the execution was stopped or has failed before its turn)
 *       │ ────> duplicate     (its number gets the message of another row)
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
	/** The same in seconds, of other channels than SMS: one of the two. */
	validitySeconds?: number;
	/** Tariff code. */
	tariff?: number;
	/** yyyy-mm-dd hh:mm:ss in the service's zone. */
	startAt?: string;
	/** Whether recipients can answer (2WAY). */
	twoWay?: boolean;
	/** Whether new recipients go into the Contact Book (extensions alone). */
	addsContacts?: boolean;
	/** The domain of the short links that take the place of addresses; none without Count Clicks (extensions alone). */
	linkDomain?: LinkDomain;
	/** Whether phones on the stop list get nothing (extensions alone); the service looks there by itself. */
	checksStopList?: boolean;
}

/** One message to one recipient. It never changes: what becomes of it stands in its Recipient. */
export interface Message {
	/** Index of the input item that it comes from, from 0. */
	readonly item: number;
	/** Index in that item's list, the line in its file, or -1 where the item itself is the recipient. */
	readonly position: number;
	/** The line of the item's file, from 1; nothing where it comes from no file. */
	readonly line?: number;
	/** How many rows of the run before it have the same number, refused and duplicate ones included. */
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
	/** The sender of an SMS, the agent of an RCS message, or the sender of the first channel of several. */
	readonly sender: string;
	/** The text of an SMS, or the words of what another message shows, of the first channel of several; '' if it is not known. */
	readonly text: string;
	/** What an RCS message shows, and the SMS that goes out in its place; or what a message says by each of its channels. */
	readonly content?: RcsContent | ChannelsContent;
	/** External id; '' until it is ready to go. */
	readonly reference: string;
	/** Its reference of the user's own, also if it is left out or refused by now: an earlier try may have sent it. */
	readonly ownReference?: string;
	readonly terms: Terms;
	/** Where Quiet Hours are set: the time zones in which its recipient may be, the same list for all of a country. */
	readonly zones?: readonly string[];
	/** Where Quiet Hours are set: when it goes out (ms). */
	readonly start?: number;
}

/** All that a message says, as one text: it is the same for messages that say the same. */
export const saidBy = ({ text, content }: Pick<Message, 'text' | 'content'>): string =>
	content === undefined ? text : JSON.stringify(content);

/** What the service said, under the names of the output. */
export interface Answer {
	/** About the recipient. */
	readonly fields: IDataObject;
	/** About the request that the recipient went out with. */
	readonly summary?: IDataObject;
}

/** What happens to a recipient. */
export type RecipientEvent =
	| { readonly status: 'unknown'; readonly reason: string }
	/** The answer is there where the service refused it. */
	| { readonly status: 'refused'; readonly refusal: Refusal; readonly answer?: Answer }
	| { readonly status: 'skipped'; readonly reason: string }
	| { readonly status: 'duplicate'; readonly reason: string }
	| {
			readonly status: 'accepted';
			readonly answer: Answer;
			/** Whether an earlier try had it accepted. */
			readonly already: boolean;
			/** What the user should know nevertheless. */
			readonly reason?: string;
	  }
	| { readonly status: 'already sent'; readonly answer: Answer; readonly reason: string }
	/** To contact lists: how many they have, as far as it is known. */
	| { readonly status: 'dry run'; readonly reason?: string; readonly answer?: Answer };

/** A recipient of a send on its way from the input to its outcome. */
export type Recipient = { readonly message: Message } & (
	| { readonly status: 'ready' }
	| RecipientEvent
);
export type Ready = Extract<Recipient, { status: 'ready' }>;
export type Refused = Extract<Recipient, { status: 'refused' }>;

/** How many recipients have each status. */
export type Counts = Record<Recipient['status'], number>;

/**
 * Statuses of rows that have no message of their own: refused, left out, the same as another row's, or only shown. The message of an
 * unknown outcome may be there.
 */
export const WITHOUT_MESSAGE: ReadonlyArray<Recipient['status']> = [
	'refused',
	'skipped',
	'duplicate',
	'dry run',
];

/** Counts recipients by their status, in addition to those that were counted. */
export function countStatuses(recipients: readonly Recipient[], counts?: Counts): Counts {
	const sums = counts ?? {
		ready: 0,
		unknown: 0,
		refused: 0,
		skipped: 0,
		duplicate: 0,
		accepted: 0,
		'already sent': 0,
		'dry run': 0,
	};
	for (const { status } of recipients) sums[status]++;
	return sums;
}

/** A message that nothing has happened to so far. */
export const ready = (message: Message): Ready => ({ status: 'ready', message });

/** A message with what became of it. */
export const settled = (message: Message, event: RecipientEvent): Recipient => ({
	...event,
	message,
});

/** A stopped execution keeps what it sent: the output says so for each recipient. */
export const stopped = (recipient: Recipient): Recipient =>
	recipient.status === 'ready'
		? settled(recipient.message, { status: 'skipped', reason: 'The execution was stopped before' })
		: recipient;

/** A message of the second half of a request whose first half failed (413). */
export const leftAfterHalf = (message: Message): Recipient =>
	settled(message, {
		status: 'skipped',
		reason: 'Not sent, because the first half of its request failed',
	});

/** The event of a recipient that a check refuses. */
export const refusedBy = (refusal: Refusal): RecipientEvent => ({ status: 'refused', refusal });

/** What is said of a recipient beside its status; nothing where the status says all. */
export function noteOf(recipient: Recipient): string | undefined {
	if (recipient.status === 'refused') return recipient.refusal.message;
	return 'reason' in recipient ? recipient.reason : undefined;
}

/** Why a recipient is what it is, in words. */
export function reasonOf(recipient: Recipient): string {
	const note = noteOf(recipient);
	if (recipient.status === 'dry run')
		return `${note ?? 'Would be sent'}${noteOfLinks(recipient.message)}`;
	if (note) return note;
	if (recipient.status !== 'accepted') return 'Not sent';
	return recipient.already
		? 'Accepted by the service in an earlier try'
		: 'Accepted by the service';
}

/** The text of a recipient as the output shows it; what is only planned, as long as it may get. */
export const shownText = ({ status, message }: Recipient): string =>
	status === 'dry run' ? longestText(message) : message.text;

/** What the service said of a recipient and of its request, if anything. */
export const answerOf = (recipient: Recipient | undefined): Answer | undefined =>
	recipient && 'answer' in recipient ? recipient.answer : undefined;

/**
 * Names where a recipient stands in the input, as people count: "item 3", "item 3, recipient 8" of the item's list, or "line 8" of a
 * file.
 */
export function placeOf({
	item,
	position,
	line,
}: Pick<Message, 'item' | 'position' | 'line'>): string {
	if (line !== undefined) return `line ${line}`;
	const name = itemName(item);
	return position < 0 ? name : `${name}, recipient ${position + 1}`;
}
