import type { IDataObject } from 'n8n-workflow';
import { asRecord, readBody } from '../errors';
import { SUCCESS_CODE } from '../spec';
import { entriesOf } from './list';
import { recordsOf, idOf, numberOf, textOf, timeOf, type Fields } from './values';

/** A reply of a phone to one of our 2WAY messages, in the node's form. */
export interface Received {
	/** Missing in one of the two forms that services have. */
	reply_id: number | string | null;
	/** Who replied. */
	phone: string | null;
	text: string | null;
	/** ISO 8601; text in another form than the service's stays as it is. */
	received_at: string | null;
	/** Our own sender, to which the reply went. */
	sender: string | null;
}

/** Where a list of replies may stand in a reply of the service. */
function listIn(body: unknown): unknown {
	const read = readBody(body);
	const json: unknown = read.form === 'json' ? read.value : undefined;
	if (Array.isArray(json)) return json;
	const { result, data } = asRecord(json) ?? {};
	const inner = asRecord(result);
	const places = [result, data, inner?.result, inner?.data];
	// An object without a key is no list that was left empty: nobody knows what it stands for.
	return places.map(entriesOf).find((list, place) => list?.length || Array.isArray(places[place]));
}

/** Takes the reply to a request for received messages (extensions notes, section 2); returns its entries, undefined where it holds no list. */
export function receivedEntries(body: unknown): Fields[] | undefined {
	const list = listIn(body);
	if (list !== undefined) return recordsOf(list);
	const read = readBody(body);
	const total = read.form === 'json' ? asRecord(read.value)?.total_count : undefined;
	// Without a reply some services leave the list out, and say that there is none.
	return Number(total ?? NaN) === 0 ? [] : undefined;
}

/**
 * Takes the entries of a list of received messages; returns the code of a refusal that stands in place of them, as services put it that
 * answer each request with a list of results.
 */
export function refusalAmong(entries: readonly Fields[]): number | undefined {
	const codes = entries.flatMap(({ error, phone, recipient }) => {
		const code = phone === undefined && recipient === undefined ? numberOf(error) : null;
		return code === null || code === SUCCESS_CODE ? [] : [code];
	});
	return codes[0];
}

/** Takes an entry in either of its forms, and the service's zone; returns the received message. */
export function normaliseReceived(entry: unknown, zone: string): Received {
	const { id, sender, recipient, phone, message, text, time_received, date } = (asRecord(entry) ??
		{}) as Fields;
	return {
		reply_id: idOf(id),
		phone: textOf(phone ?? recipient),
		text: textOf(text ?? message),
		received_at: timeOf(time_received ?? date, zone),
		sender: textOf(sender),
	};
}

/** Whether an entry tells of a reply at all: who replied, or what. */
export function holdsReply(entry: unknown): boolean {
	const { phone, text } = normaliseReceived(entry, 'UTC');
	return phone !== null || text !== null;
}

/** The row of a received message. */
export const receivedRow = ({
	phone,
	text,
	received_at,
	sender,
	reply_id,
}: Received): IDataObject => ({ phone, text, received_at, sender, reply_id });
