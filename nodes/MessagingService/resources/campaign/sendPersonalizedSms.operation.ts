import { personalizedCampaignEndpoint as personalizedChannel } from '../../sending/endpoints';
import type { Operation } from '../../operations/operation';
import { manyFields } from '../../operations/sendFields';
import { sendOperation } from '../../sending/send';

/** Create a personalized SMS campaign (4.8). */
export const sendPersonalizedSms: Operation = {
	names:
		'sendPersonalizedSms: Send Personalized SMS: Send a text of its own to each recipient as a campaign',
	action: 'Send personalized SMS campaign',
	fields: manyFields(personalizedChannel),
	...sendOperation(personalizedChannel),
};
