import { bulkEndpoint as bulkChannel } from '../../sending/endpoints';
import type { Operation } from '../../operations/operation';
import { manyFields } from '../../operations/sendFields';
import { sendOperation } from '../../sending/send';

/** Send one text to many numbers (4.6, mode phones). */
export const sendBulk: Operation = {
	names: 'sendBulk: Send Bulk: Send one text to many numbers',
	action: 'Send bulk SMS',
	fields: manyFields(bulkChannel),
	...sendOperation(bulkChannel),
};
