import { singleEndpoint } from '../../sending/endpoints';
import type { Operation } from '../../dispatch/operation';
import { sendOperation } from '../../sending/send';
import {
	DRY_RUN,
	LEGACY_SENDER,
	PHONE_NUMBER,
	QUIET_HOURS_WITHOUT_START,
	RECIPIENT_COUNTRY,
	sendOptions,
	TEXT,
	TWO_WAY,
} from '../../sending/fields';

/** Send one SMS (4.6, mode phone). */
export const send: Operation = {
	option: {
		name: 'Send',
		value: 'send',
		action: 'Send SMS to one number',
		description:
			'For one message after each event, such as an order: send an SMS to one number for each item',
		builderHint: {
			propertyHint:
				'For one message after each event. For the same or a personal text to a list, use a campaign: one request for all items.',
		},
	},
	fields: [
		LEGACY_SENDER,
		PHONE_NUMBER,
		RECIPIENT_COUNTRY,
		TEXT,
		DRY_RUN,
		sendOptions([QUIET_HOURS_WITHOUT_START, TWO_WAY]),
	],
	...sendOperation(singleEndpoint),
};
