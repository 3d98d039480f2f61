import type { IDataObject, IN8nHttpFullResponse, PostReceiveAction } from 'n8n-workflow';
import type { ServiceReply } from '../../shared/errors';
import { listOf } from '../../shared/reply';
import { settingsOf, type CallContext } from '../../shared/transport';

/** Takes a record as the service sent it, or the reply that holds it, and the service's zone; returns it in the node's form. */
export type ReadRecord = (body: unknown, zone: string) => IDataObject;

/** Takes a record in the node's form; returns what Simplify leaves of it. */
export type SimplifyRecord = (record: IDataObject) => IDataObject;

/**
 * What the output of a change says of its proof: `reply` when the service's reply named what was changed, `record` when no such
 * reply came and the record was found to be as it was wanted.
 */
export const confirmedBy = ({ fromRecord }: ServiceReply): IDataObject => ({
	confirmed_by: fromRecord === true ? 'record' : 'reply',
});

/** Takes the names of members; returns what copies those of a record, in their order. */
export function picker(...names: string[]): SimplifyRecord {
	return (record) => Object.fromEntries(names.map((name) => [name, record[name]]));
}

/**
 * Takes how a record is read, what Simplify leaves of it where the operation has that switch, and what the output says of the reply
 * beside it; returns the postReceive action that turns the reply into one item.
 */
export function toRecord(
	readRecord: ReadRecord,
	simplify?: SimplifyRecord,
	ofReply?: (reply: ServiceReply) => IDataObject,
): PostReceiveAction {
	return async function (_items, response: IN8nHttpFullResponse) {
		const { timeZone } = await settingsOf(this as unknown as CallContext);
		const simple = simplify !== undefined && this.getNodeParameter('simplify', true) !== false;
		const record = readRecord(response.body, timeZone);
		const more = ofReply?.(response as unknown as ServiceReply);
		return [{ json: { ...(simple ? simplify(record) : record), ...more } }];
	};
}

/** As toRecord, with one item for each record of a list. */
export function toRecords(readRecord: ReadRecord, simplify?: SimplifyRecord): PostReceiveAction {
	return async function (_items, { body }: IN8nHttpFullResponse) {
		const { timeZone } = await settingsOf(this as unknown as CallContext);
		const { records, found } = listOf(body);
		const simple = simplify !== undefined && this.getNodeParameter('simplify', true) !== false;
		return (found ? records : [body]).map((source) => {
			const record = readRecord(source, timeZone);
			return { json: simple ? simplify(record) : record };
		});
	};
}
