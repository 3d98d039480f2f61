import { singleEndpoint as singleChannel } from '../../sending/endpoints';
import type { Operation } from '../../operations/operation';
import { singleFields } from '../../operations/sendFields';
import { sendOperation } from '../../sending/send';

/** Send one SMS (4.6, mode phone). */
export const send: Operation = {
	names: 'send: Send: Send an SMS to one number for each item',
	action: 'Send SMS',
	fields: singleFields(),
	...sendOperation(singleChannel),
};
