import type { IDataObject } from 'n8n-workflow';
import type { ServiceReply } from '../../shared/errors';
import { filled, listOf, type ToRow } from '../../shared/reply';
import type { Item } from '../dispatch/item';

/** How the records of an operation come out. */
export interface Output {
	/**
	 * Brings a record as the service sent it, or the reply that holds it, into the node's form. `zone` is the service's, `name` what the
	 * request names the record by, if it does: a reply may leave that out.
	 */
	read: (body: unknown, zone: string, name: string) => IDataObject;
	toRow: ToRow;
	/** What the row says of the reply beside the record. */
	ofReply?: (reply: ServiceReply) => IDataObject;
}

/** The row of the record in a reply. */
export const rowOf = (
	{ read, toRow, ofReply }: Output,
	reply: ServiceReply,
	{ zone }: Item,
	name: string,
): IDataObject => ({ ...filled(toRow(read(reply.body, zone, name))), ...ofReply?.(reply) });

/** The rows of the records in a list. */
export const rowsOf = (
	{ read, toRow }: Output,
	{ body }: ServiceReply,
	{ zone }: Item,
): IDataObject[] => listOf(body).records.map((record) => filled(toRow(read(record, zone, ''))));
