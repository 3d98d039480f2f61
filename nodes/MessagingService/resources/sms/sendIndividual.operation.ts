import { individualEndpoint as individualChannel } from '../../sending/endpoints';
import type { Operation } from '../../operations/operation';
import { manyFields } from '../../operations/sendFields';
import { sendOperation } from '../../sending/send';

/** Send a text of its own to each number (4.6, mode individual). */
export const sendIndividual: Operation = {
	names:
		'sendIndividual: Send Individual: Send a text and a sender of its own to each of many numbers',
	action: 'Send individual SMS',
	fields: manyFields(individualChannel),
	...sendOperation(individualChannel),
};
