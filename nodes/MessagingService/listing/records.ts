import type { IDataObject, IN8nHttpFullResponse, PostReceiveAction } from 'n8n-workflow';
import { listOf } from '../../shared/reply';
import { settingsOf, type CallContext } from '../../shared/transport';

/** Takes a record as the service sent it, or the reply that holds it, and the service's zone; returns it in the node's form. */
export type ReadRecord = (body: unknown, zone: string) => IDataObject;

/** Takes a record in the node's form; returns what Simplify leaves of it. */
export type SimplifyRecord = (record: IDataObject) => IDataObject;

/** Takes the names of members; returns what copies those of a record, in their order. */
export function picker(...names: string[]): SimplifyRecord {
	return (record) => Object.fromEntries(names.map((name) => [name, record[name]]));
}

/**
 * Takes how a record is read, and what Simplify leaves of it where the operation has that switch; returns the postReceive action
 * that turns the reply into items: one for each record of a list, or one for the record itself.
 */
export function toRecord(readRecord: ReadRecord, simplify?: SimplifyRecord): PostReceiveAction {
	return async function (_items, { body }: IN8nHttpFullResponse) {
		const { timeZone } = await settingsOf(this as unknown as CallContext);
		const simple = simplify !== undefined && this.getNodeParameter('simplify', true) !== false;
		const record = readRecord(body, timeZone);
		return [{ json: simple ? simplify(record) : record }];
	};
}

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
