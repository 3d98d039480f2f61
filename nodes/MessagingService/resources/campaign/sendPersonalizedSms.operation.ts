import { personalizedCampaignEndpoint } from '../../sending/endpoints';
import type { Operation } from '../../dispatch/operation';
import { sendOperation } from '../../sending/send';
import {
	MAXIMUM_PRICE,
	PERSONAL_TEXT,
	QUIET_HOURS,
	SENDER,
	senderDescription,
	START_AT,
	sendToManyFields,
} from '../../sending/fields';

/** Create a personalized SMS campaign (4.8). */
export const sendPersonalizedSms: Operation = {
	option: {
		name: 'Send Personalized SMS',
		value: 'sendPersonalizedSms',
		action: 'Send SMS campaign with personal texts',
		description:
			'For texts that differ, such as by name or order: send each recipient their own, all as one campaign, now or at a given time',
		builderHint: {
			propertyHint:
				'The choice for a list with personal texts. All input items become one request: no loop. The text holds placeholders in braces, such as {first_name}, which are filled from each item.',
		},
	},
	fields: sendToManyFields(
		{
			...SENDER,
			description: senderDescription(
				', up to 11 Latin letters, digits, symbols and spaces, or up to 15 digits',
			),
		},
		PERSONAL_TEXT,
		[MAXIMUM_PRICE, QUIET_HOURS, START_AT],
	),
	...sendOperation(personalizedCampaignEndpoint),
};
