import { campaignEndpoint as campaignChannel } from '../../sending/endpoints';
import type { Operation } from '../../operations/operation';
import { manyFields } from '../../operations/sendFields';
import { sendOperation } from '../../sending/send';

/** Create an SMS campaign (4.7). */
export const sendSms: Operation = {
	names: 'sendSms: Send SMS: Send one text to one number or many as a campaign',
	action: 'Send SMS campaign',
	fields: manyFields(campaignChannel),
	...sendOperation(campaignChannel),
};
