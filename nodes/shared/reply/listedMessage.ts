import type { IDataObject } from 'n8n-workflow';
import { asRecord } from '../errors';
import { messageRow, type ToRow } from './rows';
import {
	amountOf,
	MESSAGE_TIMES,
	idOf,
	numberOf,
	priceOf,
	statusOf,
	textOf,
	tidy,
	timeOf,
	type Fields,
	type Readers,
} from './values';

/** The service's names of a listed message, and ours for the same thing in a message by itself (2.2). */
const NAMES: Readonly<Record<string, string>> = {
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
	for (const [name, value] of Object.entries(entry)) source[NAMES[name] ?? name] ??= value;
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
