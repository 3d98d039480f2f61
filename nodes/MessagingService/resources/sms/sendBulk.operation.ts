import { bulkChannel } from '../../operations/channels';
import type { Operation } from '../../operations/operation';
import { manyFields } from '../../operations/sendFields';
import { sendOperation } from '../../operations/sendRun';

/** Send one text to many numbers (4.6, mode phones). */
export const sendBulk: Operation = {
	value: 'sendBulk',
	name: 'Send Bulk',
	action: 'Send bulk SMS',
	description: 'Send one text to many numbers',
	fields: manyFields(bulkChannel),
	...sendOperation(bulkChannel),
};
