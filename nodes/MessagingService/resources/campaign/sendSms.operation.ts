import { campaignChannel } from '../../operations/channels';
import type { Operation } from '../../operations/operation';
import { manyFields } from '../../operations/sendFields';
import { sendOperation } from '../../operations/sendRun';

/** Create an SMS campaign (4.7). */
export const sendSms: Operation = {
	value: 'sendSms',
	name: 'Send SMS',
	action: 'Send SMS campaign',
	description: 'Send one text to one number or many as a campaign',
	fields: manyFields(campaignChannel),
	...sendOperation(campaignChannel),
};
