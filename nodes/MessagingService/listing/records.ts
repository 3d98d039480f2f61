import type { IDataObject, PostReceiveAction } from 'n8n-workflow';
import type { ServiceReply } from '../../shared/errors';
import { filled, listOf, type ToRow } from '../../shared/reply';
import type { ReplyInZone } from '../dispatch/declared';

/** Brings a record as the service sent it, or the reply that holds it, into the node's form. `zone` is the service's. */
type ReadRecord = (body: unknown, zone: string) => IDataObject;

/** How the records of an operation come out. */
export interface Output {
	/** Reads what the service sent. */
	read: ReadRecord;
	toRow: ToRow;
}

const rowOf = ({ read, toRow }: Output, source: unknown, zone: string): IDataObject =>
	filled(toRow(read(source, zone)));

/**
 * The postReceive action that makes one item of the record in the reply. `ofReply` gives what the output says of the reply beside the
 * record.
 */
export function toRecord(
	output: Output,
	ofReply?: (reply: ServiceReply) => IDataObject,
): PostReceiveAction {
	return async (_items, response) => {
		const reply = response as unknown as ReplyInZone;
		return [{ json: { ...rowOf(output, reply.body, reply.timeZone), ...ofReply?.(reply) } }];
	};
}

/** As toRecord, with one item for each record of a list. */
export function toRecords(output: Output): PostReceiveAction {
	return async (_items, response) => {
		const { body, timeZone } = response as unknown as ReplyInZone;
		return listOf(body).records.map((source) => ({ json: rowOf(output, source, timeZone) }));
	};
}
