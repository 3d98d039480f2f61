import type { IDataObject } from 'n8n-workflow';
import { asRecord, fieldsOf } from '../errors';
import { isNothing } from './list';
import { isOptOut } from '../text';
import { idOf, numberOf, recordsOf, textOf, timeOf } from './values';
import type { Fields } from '../errors';

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

/** How many replies there are in the period that was asked for (extensions notes, section 2); undefined where the service does not say. */
export const receivedTotal = (body: unknown): number | undefined =>
	numberOf(fieldsOf(body).total_count) ?? undefined;

/**
 * The entries of a list of replies (extensions notes, section 2); undefined where the body holds no list. Beside a count of 0 no list is
 * an empty one.
 */
export function receivedEntries(body: unknown): Fields[] | undefined {
	const { result } = fieldsOf(body);
	const isList = Array.isArray(result) || (receivedTotal(body) === 0 && isNothing(result));
	return isList ? recordsOf(result) : undefined;
}

/** Reads a received message in either of its forms. */
export function normaliseReceived(entry: unknown, zone: string): Received {
	const { id, sender, recipient, phone, message, text, time_received, date } =
		asRecord(entry) ?? ({} as Fields);
	return {
		reply_id: idOf(id),
		phone: textOf(phone ?? recipient),
		text: textOf(text ?? message),
		received_at: timeOf(time_received ?? date, zone),
		sender: textOf(sender),
	};
}

/** The row of a received message. @param optOutWords the user's own keywords by which people ask for no more messages */
export const receivedRow = (
	{ phone, text, received_at, sender, reply_id }: Received,
	optOutWords: readonly string[] = [],
): IDataObject => ({
	phone,
	text,
	opt_out: isOptOut(text ?? '', optOutWords),
	received_at,
	sender,
	reply_id,
});
