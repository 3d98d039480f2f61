import type { Fields } from '../errors';
import type { IDataObject } from 'n8n-workflow';
import { asRecord } from '../errors';
import { DELIVERED_MESSAGE_STATUSES } from '../spec';
import { messageRow, type ToRow } from './rows';
import {
	amountOf,
	MESSAGE_TIMES,
	idOf,
	numberOf,
	priceOf,
	recordsOf,
	statusOf,
	unwrap,
	textOf,
	tidy,
	timeOf,
	type Readers,
} from './values';

/** The service's names of a listed message, and ours for the same thing in a message by itself (2.2). */
const COLUMN_NAMES: Readonly<Record<string, string>> = {
	reference_id: 'reference',
	phone: 'msisdn',
	created_at: 'time_in',
	sent_at: 'time_sent',
	send_at: 'time_sent',
	delivered_at: 'time_dr',
};

const LISTED: Readers = {
	id: idOf,
	msisdn: textOf,
	reference: textOf,
	status: statusOf,
	time_in: timeOf,
	time_sent: timeOf,
	time_dr: timeOf,
	price: amountOf,
	currency: textOf,
	sender: textOf,
	campaign_id: idOf,
	country: textOf,
	parts: numberOf,
	type: textOf,
	text: textOf,
};

/**
 * Brings an entry of the list of messages (extensions notes, section 1) under the names of 2.2, with what the list tells beyond it. `zone`
 * is the service's.
 */
export function normaliseListedMessage(body: unknown, zone: string): IDataObject {
	const { amount, ...entry } = (asRecord(body) ?? {}) as Fields;
	const source: Fields = {};
	for (const [name, value] of Object.entries(entry)) source[COLUMN_NAMES[name] ?? name] ??= value;
	const { value = amount ?? source.price, currency = source.currency } = asRecord(amount) ?? {};
	return tidy({ ...source, ...priceOf(value, currency) }, zone, LISTED, MESSAGE_TIMES);
}

/** The row of a listed message: that of a message (2.2), and what the list tells beyond it. */
export const listedMessageRow: ToRow = (message) => {
	const { message_id, phone, status, reason, delivered_at, ...row } = messageRow(message);
	return {
		message_id,
		phone,
		status,
		reason,
		delivered_at,
		campaign_id: message.campaign_id,
		sender: message.sender,
		...row,
		country: message.country,
		segments: message.parts,
		message_type: message.type,
		text: message.text,
	};
};

/** Reads a message of any channel, with those that went out in its place under `instead`. */
export function normaliseAnyChannelMessage(body: unknown, zone: string): IDataObject {
	const { instead, ...message } = unwrap(body);
	return {
		...normaliseListedMessage(message, zone),
		instead: recordsOf(instead).map((one) => normaliseListedMessage(one, zone)),
	};
}

const isDelivered = ({ status }: IDataObject): boolean =>
	DELIVERED_MESSAGE_STATUSES.includes(String(status));

/** A message as it ends: as the one that was delivered, or the last that went out in its place. `type` is the channel of that one. */
export function asItEnds(message: IDataObject, instead: readonly IDataObject[]): IDataObject {
	const { status, time_dr, type } =
		[message, ...instead].find(isDelivered) ?? instead.at(-1) ?? message;
	return { ...message, status, time_dr, type };
}

/** The row of a message of any channel: how it ended, which channel delivered it, and what became of the one that went out in its place. */
export const anyChannelMessageRow: ToRow = (message) => {
	const instead = message.instead as IDataObject[];
	const { status: ended, time_dr } = asItEnds(message, instead);
	const row = listedMessageRow({ ...message, status: ended, time_dr });
	const { message_id, phone, status, reason, delivered_at, ...others } = row;
	const [fallback = {}] = instead;
	return {
		message_id,
		phone,
		status,
		reason,
		delivered_by: [message, ...instead].find(isDelivered)?.type,
		delivered_at,
		fallback_status: fallback.status,
		fallback_type: fallback.type,
		fallback_message_id: fallback.id,
		...others,
	};
};
