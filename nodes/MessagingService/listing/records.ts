import type {
	IDataObject,
	IExecuteSingleFunctions,
	IN8nHttpFullResponse,
	PostReceiveAction,
} from 'n8n-workflow';
import type { ServiceReply } from '../../shared/errors';
import { filled, listOf, type ToRow } from '../../shared/reply';
import { settingsOf, type CallContext } from '../../shared/transport';

/** Takes a record as the service sent it, or the reply that holds it, and the service's zone; returns it in the node's form. */
export type ReadRecord = (body: unknown, zone: string) => IDataObject;

/** How the records of an operation come out. */
export interface Output {
	/** Reads what the service sent. */
	read: ReadRecord;
	toRow: ToRow;
}

/** Returns how records become rows, in the service's zone. */
async function rowsOf(
	context: IExecuteSingleFunctions,
	{ read, toRow }: Output,
): Promise<(source: unknown) => IDataObject> {
	const { timeZone } = await settingsOf(context as unknown as CallContext);
	return (source) => filled(toRow(read(source, timeZone)));
}

/**
 * What the output of a change says of its proof: `reply` when the service's reply named what was changed, `record` when no such
 * reply came and the record was found to be as it was wanted.
 */
export const confirmedBy = ({ fromRecord }: ServiceReply): IDataObject => ({
	confirmed_by: fromRecord === true ? 'record' : 'reply',
});

/**
 * Takes how records come out, and what the output says of the reply beside the record; returns the postReceive action that makes one
 * item of the record in the reply.
 */
export function toRecord(
	output: Output,
	ofReply?: (reply: ServiceReply) => IDataObject,
): PostReceiveAction {
	return async function (_items, response: IN8nHttpFullResponse) {
		const rowOf = await rowsOf(this, output);
		const more = ofReply?.(response as unknown as ServiceReply);
		return [{ json: { ...rowOf(response.body), ...more } }];
	};
}

/** As toRecord, with one item for each record of a list. */
export function toRecords(output: Output): PostReceiveAction {
	return async function (_items, { body }: IN8nHttpFullResponse) {
		const rowOf = await rowsOf(this, output);
		const { records, found } = listOf(body);
		return (found || records.length > 0 ? records : [body]).map((source) => ({
			json: rowOf(source),
		}));
	};
}
