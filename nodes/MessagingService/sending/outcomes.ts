import type { IDataObject } from 'n8n-workflow';
import type { Refusal } from '../../shared/validation';
import type { ReferenceMode, Remembered } from '../dispatch/memory';

/*
 * What becomes of a recipient.
 *
 *     ready ──previewed──> dry run
 *       │  ────skipped───> skipped     (an empty number, or the execution was stopped before its turn)
 *       │  ────merged────> merged      (its number comes twice)
 *       │  ────refused───> refused     (by a check of ours)
 *       │
 *    sending  ↑ notSent                (the service certainly did not act on the request)
 *       ↓     │
 *     unknown ──accepted─> accepted
 *             ──refused──> refused     (by the service)
 *             ──accepted─> merged      (what was found is the message of another item, see `moved`)
 *             ──unknown──> unknown     (nobody will find out in this run; the reason says why)
 *
 * A recipient is `unknown` from the moment its request leaves until something proves what became of it. Only `ready` and `unknown`
 * are open; the others are settled and never change again.
 */

/** One message to one recipient. It never changes: what becomes of it stands in its Recipient. */
export interface Message {
	/** Index of the input item that it comes from, from 0. */
	readonly item: number;
	/** Index in that item's list, the line in its file, or -1 where the item itself is the recipient. */
	readonly position: number;
	/** The line of the item's file, from 1; nothing where it comes from no file. */
	readonly line?: number;
	/** How many recipients that are to be sent stand before it in its item with the same number; nothing for the first. */
	readonly nth?: number;
	/** MSISDN in digits; where it was refused, as the input gave it. */
	readonly phone: string;
	/** ISO code of the number's country; nothing where the number does not tell it, or was refused. */
	readonly country?: string;
	/** The number as the input gave it, where it has other digits. */
	readonly phoneGiven?: string;
	/** Whether its country code was added to it. */
	readonly completed?: boolean;
	readonly sender: string;
	readonly text: string;
	/** External ID, '' for none. */
	readonly reference: string;
	/** What its reference is made from; nothing while it has none. An earlier try may have had another Message Reference. */
	readonly referenceMode?: ReferenceMode;
	/** What an earlier try of the run left of it. */
	readonly before?: Remembered;
	/**
	 * Where an earlier try may have sent the message of another item to its number: the key of that one, and what is said where it shows.
	 * It has the reference of that one.
	 */
	readonly moved?: { readonly key: string; readonly ifFound: string };
	/** How many messages to the same number go out before this one. */
	readonly round: number;
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
	/** The body of the reply to that request as it came, where it made a campaign. No later try has it. */
	readonly raw?: unknown;
}

interface Of<M> {
	readonly message: M;
}

/** Nothing was sent, or the service certainly did not act on what was sent. */
export interface Ready<M = Message> extends Of<M> {
	readonly status: 'ready';
}
/** A request may have carried it, and nothing says so far what became of it. */
export interface Unknown<M = Message> extends Of<M> {
	readonly status: 'unknown';
	/** Why nobody will find out in this run. */
	readonly reason?: string;
	/** Where a check of ours keeps it from going out once more. */
	readonly refusal?: Refusal;
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
	/** Whether an earlier request had it accepted: of this try, of an earlier one, or of another execution. */
	readonly already: boolean;
	/** What the user should know nevertheless. */
	readonly reason?: string;
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
	| Previewed<M>;

/** A recipient of which it is not settled yet what becomes of it. */
export type OpenRecipient<M = Message> = Ready<M> | Unknown<M>;

/** What happens to a recipient. */
export type RecipientEvent =
	| { type: 'refused'; refusal: Refusal; answer?: Answer }
	| { type: 'skipped'; reason: string }
	| { type: 'merged'; reason: string }
	| { type: 'previewed' }
	/** A request leaves that carries it, or did in an earlier try. */
	| { type: 'sending' }
	/** The service certainly did not act on the request. */
	| { type: 'notSent' }
	| { type: 'accepted'; answer: Answer; already: boolean; reason?: string }
	/** Nobody will find out in this run what became of it. */
	| { type: 'unknown'; reason: string; refusal?: Refusal }
	/** The execution was stopped by the user. */
	| { type: 'stopped' };

/** A message that nothing has happened to so far. */
export const ready = <M>(message: M): Ready<M> => ({ status: 'ready', message });

/** Whether a recipient is to be sent. */
export const isReady = <M>(recipient: Recipient<M>): recipient is Ready<M> =>
	recipient.status === 'ready';

/** Whether it is still to be settled what becomes of a recipient. */
export function isOpen<M>(recipient: Recipient<M>): recipient is OpenRecipient<M> {
	return recipient.status === 'ready' || recipient.status === 'unknown';
}

/** Takes a recipient and what happens to it; returns it as it is afterwards. There is no other way from one status to the next. */
export function advance<M>(recipient: Recipient<M>, event: RecipientEvent): Recipient<M> {
	if (!isOpen(recipient)) return recipient;
	const { message } = recipient;
	switch (event.type) {
		case 'sending':
			return { status: 'unknown', message };
		case 'notSent':
			return ready(message);
		case 'accepted': {
			const { moved } = Object(message) as Partial<Message>;
			if (event.already && moved) return { status: 'merged', message, reason: moved.ifFound };
			return {
				status: 'accepted',
				message,
				answer: event.answer,
				already: event.already,
				reason: event.reason,
			};
		}
		case 'refused':
			return { status: 'refused', message, refusal: event.refusal, answer: event.answer };
		case 'skipped':
			return { status: 'skipped', message, reason: event.reason };
		case 'merged':
			return { status: 'merged', message, reason: event.reason };
		case 'previewed':
			return { status: 'dry run', message };
		case 'unknown': {
			// A check of ours goes on to refuse it, whatever is learned of an earlier request.
			const before = recipient.status === 'unknown' ? recipient.refusal : undefined;
			const { reason, refusal = before } = event;
			return { status: 'unknown', message, reason, refusal };
		}
		case 'stopped':
			return recipient.status === 'ready'
				? { status: 'skipped', message, reason: 'The execution was stopped before' }
				: {
						status: 'unknown',
						message,
						reason: `The execution was stopped before the answer: ${whereToLook(message)}`,
					};
	}
}

/** Where the user finds what became of a message. Those to contact lists carry no references. */
const whereToLook = (message: unknown): string =>
	(Object(message) as Partial<Message>).reference
		? 'look it up by its reference'
		: 'it has no reference, so look in the service for what its sender has sent';

/** Why a recipient is what it is; undefined where there is nothing to say. */
export function reasonOf(recipient: Recipient<unknown>): string | undefined {
	if (recipient.status === 'refused') return recipient.refusal.message;
	return 'reason' in recipient ? recipient.reason : undefined;
}

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

/** The end of the reason of a merged recipient whose text is not that of the first. */
export const OTHER_TEXT = ', with another text';

/**
 * What tells a recipient from others of its item that have the same number. Its index in a list would not do: whoever takes a wrong
 * number out of the list and retries the execution moves all that stand behind it, and they were accepted already.
 */
export const rankOf = ({ line, nth = 0 }: Pick<Message, 'line' | 'nth'>): number => line ?? nth;

/** Whether a try leaves a recipient out by itself, and not because its number goes out with another one. */
export const isLeftOut = ({ status }: Recipient): boolean =>
	status === 'refused' || status === 'skipped';

/**
 * Takes recipients in the order of the input; returns those that are to be sent with how many of them before each in its item have the
 * same number. What is refused, merged or skipped does not count: whoever takes it out of the list before a retry moves nobody. Where
 * each message to a repeated number goes out, what is left out may be any of them, and has the place that it would have.
 */
export function withRanks(
	recipients: readonly Recipient[],
	repeated: 'merge' | 'refuse' | 'send',
): Recipient[] {
	const counts = new Map<string, { ready: number; all: number }>();
	let current: number | undefined;
	return recipients.map((recipient) => {
		const isGoing = isReady(recipient);
		if (!isGoing && !(repeated === 'send' && isLeftOut(recipient))) return recipient;
		const { message } = recipient;
		if (message.item !== current) counts.clear();
		current = message.item;
		const { ready: before, all } = counts.get(message.phone) ?? { ready: 0, all: 0 };
		counts.set(message.phone, { ready: before + Number(isGoing), all: all + 1 });
		const nth = isGoing ? before : all;
		return nth === 0 ? recipient : { ...recipient, message: { ...message, nth } };
	});
}

/** The base in which a key counts items and ranks. */
const BASE = 36;

/** Under which key a run remembers a recipient: its number, its item, and which of those with that number it is. */
export function placeKey(message: Pick<Message, 'item' | 'phone' | 'line' | 'nth'>): string {
	const rank = rankOf(message);
	const place = message.item.toString(BASE) + (rank === 0 ? '' : `.${rank.toString(BASE)}`);
	return keyAtPlace(message.phone, place);
}

/** Takes a number, and the second line of such a key; returns the key. */
export const keyAtPlace = (phone: string, place: string): string => `${phone}\n${place}`;

/** Takes the second line of such a key; returns the item. */
export const itemOfPlace = (place: string): number => Number.parseInt(place, BASE);

/** Takes the same; returns what tells the message from others of the item with the number: of a file, its line. */
export const rankOfPlace = (place: string): number =>
	Number.parseInt(place.split('.')[1] ?? '0', BASE);
