/**
 * Message Received: what phones reply to our senders (2WAY, an extension). An item holds the reply as SMS: Get Many Received gives it,
 * whether it asks for no more messages, and which of our messages it most likely answers, which is a guess.
 */
import { hash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import {
	isSamePhone,
	normaliseListedMessage,
	normaliseReceived,
	receivedRow,
	type Received,
} from '../../shared/reply';
import { parseInstant } from '../../shared/time';
import { compareIds } from '../state/state';
import type { Observation } from './event';
import { isOptOut } from './optOut';

/** The first letter of a reply's key. */
export const RECEIVED_LETTER = 'm';

/** What a user wants to hear of replies, beside the sender they went to. */
export interface ReceivedRule {
	/** In lower case; a reply that holds none of them is left out. Empty = all. */
	words: string[];
	optOut: 'any' | 'only' | 'none';
	/** The user's own words by which people ask for no more messages. */
	optOutWords: string[];
}

/** A reply as it was seen. */
export interface SeenReply extends Observation {
	sender: string;
	phone: string;
	/** Milliseconds since the epoch; NaN where the service tells no time. */
	at: number;
}

/** Names a reply within the trigger: the list has no IDs in one of its forms, so it is what it says, and of equal ones their number. */
function identityOf(parts: ReadonlyArray<string | null>, at: number, turn: number): string {
	const digest = hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 8);
	const seconds = Number.isNaN(at) ? 0 : Math.floor(at / 1000);
	return `${seconds.toString(36)}.${digest}${turn > 1 ? `.${turn}` : ''}`;
}

/** When a reply came, in milliseconds, by its key. */
export const timeOfReply = (id: string): number => parseInt(id, 36) * 1000;

/** The ID of a reply as text that compareIds takes; '' where there is none: some services write 0 then. */
const idText = ({ reply_id }: Received): string => (reply_id ? String(reply_id) : '');

/**
 * Takes the entries of the list of replies, the zone of the service and the user's own words for an opt-out; returns what is seen,
 * the oldest first. Replies that are equal in sender, phone, text and time are told apart by their number; one that the list shows
 * twice under its ID is one. Where they have IDs the number goes by these, as a list may show the newest first; the ID itself is no part
 * of the name, so that a service may leave it out or begin to tell it, and no reply comes again or is lost for that.
 */
export function seeReplies(
	entries: readonly unknown[],
	zone: string,
	optOutWords: readonly string[],
): SeenReply[] {
	const counts = new Map<string, number>();
	const named = new Set<string>();
	return entries
		.map((entry) => normaliseReceived(entry, zone))
		.filter((received) => {
			// The same one again, not another that is equal to it: some services write 0 where they have no ID.
			const name = JSON.stringify(received);
			const isAgain = Boolean(received.reply_id) && named.has(name);
			named.add(name);
			return !isAgain;
		})
		.sort((one, other) => compareIds(idText(one), idText(other)))
		.map((received): SeenReply => {
			const { sender, phone, text, received_at } = received;
			const at = parseInstant(received_at, zone, zone) ?? NaN;
			const parts = [sender, phone, text, received_at];
			const turn = (counts.get(JSON.stringify(parts)) ?? 0) + 1;
			counts.set(JSON.stringify(parts), turn);
			return {
				key: RECEIVED_LETTER + identityOf(parts, at, turn),
				status: 'received',
				final: true,
				counters: [],
				sender: sender ?? '',
				phone: phone ?? '',
				at,
				record: { ...receivedRow(received), opt_out: isOptOut(text ?? '', optOutWords) },
			};
		})
		.sort((one, other) => (one.at || 0) - (other.at || 0));
}

/** Whether the user wants to hear of a reply. */
export function isWanted({ record }: SeenReply, { words, optOut }: ReceivedRule): boolean {
	const text = String(record.text ?? '').toLowerCase();
	const hasWord = words.length === 0 || words.some((word) => text.includes(word));
	return hasWord && (optOut === 'any' || (optOut === 'only') === record.opt_out);
}

/** Whether two spellings name one sender of ours: lists differ in letter case, and in the plus before a number. */
const isSameSender = (one: unknown, other: string): boolean => {
	const [a, b] = [one, other].map((name) => String(name).trim().toLowerCase().replace(/^\+/, ''));
	return a === b;
};

/**
 * Takes a reply and messages of ours as the service lists them; returns what is known of the one that it most likely answers: the last
 * one from that sender to that phone before the reply. Nothing proves it.
 */
export function likelyAnswered(
	{ sender, phone, at }: SeenReply,
	messages: readonly unknown[],
	zone: string,
): IDataObject {
	const sentAt = (message: IDataObject) =>
		Date.parse(String(message.time_sent ?? message.time_in ?? ''));
	const last = messages
		.map((message) => normaliseListedMessage(message, zone))
		.filter(
			(message) =>
				isSameSender(message.sender, sender) &&
				isSamePhone(message.msisdn, phone) &&
				!(sentAt(message) > at),
		)
		.sort((one, other) => sentAt(one) - sentAt(other))
		.at(-1);
	if (!last) return {};
	return {
		answers_message_id: last.id,
		answers_reference: last.reference,
		answers_text: last.text,
		answers_campaign_id: last.campaign_id,
	};
}

/** The row of a received reply, before what happened: the guess is said to be one. */
export const receivedEventRow = (reply: IDataObject): IDataObject => ({
	phone: reply.phone,
	text: reply.text,
	opt_out: reply.opt_out ?? false,
	sender: reply.sender,
	received_at: reply.received_at,
	answers_message_id: reply.answers_message_id,
	answers_reference: reply.answers_reference,
	answers_text: reply.answers_text,
	answers_campaign_id: reply.answers_campaign_id,
	answer_is_a_guess: true,
	reply_id: reply.reply_id,
	status: reply.status,
});
