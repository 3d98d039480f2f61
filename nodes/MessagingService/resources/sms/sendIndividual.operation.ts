import { individualChannel } from '../../operations/channels';
import type { Operation } from '../../operations/operation';
import { manyFields } from '../../operations/sendFields';
import { sendOperation } from '../../operations/sendRun';

/** Send a text of its own to each number (4.6, mode individual). */
export const sendIndividual: Operation = {
	names:
		'sendIndividual: Send Individual: Send a text and a sender of its own to each of many numbers',
	action: 'Send individual SMS',
	fields: manyFields(individualChannel),
	...sendOperation(individualChannel),
};
