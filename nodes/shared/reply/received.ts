import type { IDataObject } from 'n8n-workflow';
import { asRecord, readBody } from '../errors';
import { SUCCESS_CODE } from '../spec';
import { entriesOf } from './list';
import { refusesList } from './refusesList';
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

const jsonOf = (body: unknown): unknown => {
	const read = readBody(body);
	return read.form === 'json' ? read.value : undefined;
};

/** What stands around a list of replies: the reply, and what it may be wrapped in. */
function holdersIn(json: unknown): Fields[] {
	const outer = asRecord(json);
	return [outer, asRecord(outer?.result)].filter((holder) => holder !== undefined);
}

/** Where a list of replies may stand in a reply of the service. */
function listIn(json: unknown): unknown[] | undefined {
	if (Array.isArray(json)) return json as unknown[];
	const places = holdersIn(json).flatMap(({ result, data }) => [result, data]);
	// An object without a key is no list that was left empty: nobody knows what it stands for.
	return places.map(entriesOf).find((list, place) => list?.length || Array.isArray(places[place]));
}

/** Takes the reply to a request for received messages; returns how many there are in the period; undefined where it does not say. */
export function receivedTotal(body: unknown): number | undefined {
	const totals = holdersIn(jsonOf(body))
		.map(({ total_count }) => numberOf(total_count))
		.filter((total) => total !== null);
	return totals.length === 0 ? undefined : Math.max(...totals);
}

/**
 * Takes the reply to a request for received messages (extensions notes, section 2); returns its entries, undefined where it holds no list,
 * or an empty one beside a refusal.
 */
export function receivedEntries(body: unknown): Fields[] | undefined {
	const json = jsonOf(body);
	const list = listIn(json);
	if (list?.length) return recordsOf(list);
	if (holdersIn(json).some(refusesList)) return undefined;
	// Without a reply some services leave the list out, and say that there is none.
	return list !== undefined || receivedTotal(json) === 0 ? [] : undefined;
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
