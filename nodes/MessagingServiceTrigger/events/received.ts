/** Message Received: what phones reply to our senders (2WAY, an extension: extensions notes, section 2). */
import { hash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import {
	bareSender,
	isSamePhone,
	normaliseListedMessage,
	normaliseReceived,
	receivedRow,
	type Received,
} from '../../shared/reply';
import { readTime } from '../../shared/time';
import { LETTERS, type Observation } from './event';

/** What a user wants to hear of replies, beside the sender they went to. */
export interface ReceivedRule {
	/** In lower case; a reply that holds none of them is left out. Empty = all. */
	words: string[];
	optOut: 'any' | 'only' | 'none';
	/** The user's own keywords by which people ask for no more messages. */
	optOutWords: string[];
}

/** A reply as it was seen. */
export interface SeenReply extends Observation {
	sender: string;
	phone: string;
	/** Milliseconds since the epoch; NaN where the service shows no time. */
	at: number;
}

/** One way to know a reply: its ID, else what it says. Some services write 0 where they have no ID. */
function keyOf({ reply_id, sender, phone, text, received_at }: Received): string {
	const said = JSON.stringify([sender, phone, text, received_at]);
	return LETTERS.reply + (reply_id ? String(reply_id) : hash('sha256', said, 'hex').slice(0, 16));
}

/** The replies that a list shows, the oldest first, each once. */
export function seeReplies(
	entries: readonly unknown[],
	zone: string,
	optOutWords: readonly string[],
): SeenReply[] {
	const seen = new Map<string, SeenReply>();
	for (const entry of entries) {
		const received = normaliseReceived(entry, zone);
		const { sender, phone, received_at } = received;
		const key = keyOf(received);
		const at = readTime(received_at, zone);
		seen.set(key, {
			key,
			status: 'received',
			final: true,
			counters: [],
			sender: sender ?? '',
			phone: phone ?? '',
			at: at.ok ? at.value : NaN,
			record: receivedRow(received, optOutWords),
		});
	}
	return [...seen.values()].sort((one, other) => (one.at || 0) - (other.at || 0));
}

/** Whether the user wants to hear of a reply. */
export function isWanted({ record }: SeenReply, { words, optOut }: ReceivedRule): boolean {
	const text = String(record.text ?? '').toLowerCase();
	const hasWord = words.length === 0 || words.some((word) => text.includes(word));
	return hasWord && (optOut === 'any' || (optOut === 'only') === record.opt_out);
}

/**
 * What is known of the message that a reply most likely answers: the last one from that sender to that phone before the reply.
 * Nothing proves it.
 * @param messages of ours as the service lists them
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
				bareSender(String(message.sender)) === bareSender(sender) &&
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
