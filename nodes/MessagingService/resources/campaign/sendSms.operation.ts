import { campaignEndpoint } from '../../sending/endpoints';
import type { Operation } from '../../dispatch/operation';
import { sendOperation } from '../../sending/send';
import {
	COMMON_TEXT,
	MAXIMUM_PRICE,
	QUIET_HOURS,
	SENDER,
	START_AT,
	sendToManyFields,
} from '../../sending/fields';

/** Create an SMS campaign (4.7). */
export const sendSms: Operation = {
	option: {
		name: 'Send SMS',
		value: 'sendSms',
		action: 'Send SMS campaign with one text',
		description:
			'For one text to many, such as a list or a table: send it to all of them as one campaign, now or at a given time',
		builderHint: {
			propertyHint:
				'The choice for a list with one text. All input items become one request: no loop.',
		},
	},
	fields: sendToManyFields(SENDER, COMMON_TEXT, [MAXIMUM_PRICE, QUIET_HOURS, START_AT]),
	...sendOperation(campaignEndpoint),
};
