import { bulkChannel } from '../../operations/channels';
import type { Operation } from '../../operations/operation';
import { manyFields } from '../../operations/sendFields';
import { sendOperation } from '../../operations/sendRun';

/** Send one text to many numbers (4.6, mode phones). */
export const sendBulk: Operation = {
	names: 'sendBulk: Send Bulk: Send one text to many numbers',
	action: 'Send bulk SMS',
	fields: manyFields(bulkChannel),
	...sendOperation(bulkChannel),
};
