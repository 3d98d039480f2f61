import { personalizedChannel } from '../../operations/channels';
import type { Operation } from '../../operations/operation';
import { manyFields } from '../../operations/sendFields';
import { sendOperation } from '../../operations/sendRun';

/** Create a personalized SMS campaign (4.8). */
export const sendPersonalizedSms: Operation = {
	value: 'sendPersonalizedSms',
	name: 'Send Personalized SMS',
	action: 'Send personalized SMS campaign',
	description: 'Send a text of its own to each recipient as a campaign',
	fields: manyFields(personalizedChannel),
	...sendOperation(personalizedChannel),
};
