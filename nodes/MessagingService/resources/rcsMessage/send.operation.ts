import type { Operation } from '../../dispatch/operation';
import {
	ADD_TO_CONTACT_BOOK,
	AGENT,
	CONTENT_FIELDS,
	DELIVERY,
	DRY_RUN,
	FALL_BACK_FIELDS,
	PHONE_NUMBER,
	QUIET_HOURS_WITHOUT_START,
	RECIPIENT_COUNTRY,
	recipientOptions,
} from '../../sending/fields';
import { rcsMessageEndpoint } from '../../sending/endpoints';
import { sendOperation } from '../../sending/send';

/** Send one RCS message, an extension (extensions notes, section 5). */
export const send: Operation = {
	option: {
		name: 'Send',
		value: 'send',
		action: 'Send RCS message to one number',
		description:
			'For one message after each event, such as an order: send a text, card or carousel by RCS to one number for each item, with an SMS for phones without RCS. Not every service offers this.',
		builderHint: {
			propertyHint:
				'For one message after each event. For one content to a list, use RCS Campaign: Send: one request for all items.',
		},
	},
	fields: [
		AGENT,
		PHONE_NUMBER,
		RECIPIENT_COUNTRY,
		...CONTENT_FIELDS,
		...FALL_BACK_FIELDS,
		DRY_RUN,
		recipientOptions([ADD_TO_CONTACT_BOOK, DELIVERY, QUIET_HOURS_WITHOUT_START]),
	],
	...sendOperation(rcsMessageEndpoint),
};
