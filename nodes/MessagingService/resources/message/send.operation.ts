import type { Operation } from '../../dispatch/operation';
import {
	ADD_TO_CONTACT_BOOK,
	CHANNEL_FIELDS,
	COUNT_CLICKS,
	DELIVERY,
	DRY_RUN,
	PHONE_NUMBER,
	QUIET_HOURS_WITHOUT_START,
	RECIPIENT_COUNTRY,
	recipientOptions,
	SEND_BY,
} from '../../sending/fields';
import { channelsEndpoint } from '../../sending/endpoints';
import { sendOperation } from '../../sending/send';

/** Send one message by one or two channels, an extension (extensions notes, section 1). */
export const send: Operation = {
	option: {
		name: 'Send',
		value: 'send',
		action: 'Send message to one number',
		description:
			'For one message after each event, such as an order: send it by RCS, SMS or Viber to one number for each item, and by another of them to those whom the first does not reach. Not every service offers this.',
		builderHint: {
			propertyHint:
				'For one message after each event. Show the fields of the channels of Send By alone. For many recipients of one text or card, use a campaign.',
		},
	},
	fields: [
		SEND_BY,
		PHONE_NUMBER,
		RECIPIENT_COUNTRY,
		...CHANNEL_FIELDS,
		DRY_RUN,
		recipientOptions([
			ADD_TO_CONTACT_BOOK,
			{
				...COUNT_CLICKS,
				description:
					'Puts a short link in the place of each address in the SMS Text that begins with http:// or https://. The service counts its clicks: Short Link: Get Clicks shows who clicked. How long a link gets is not known before: Dry Run shows the longest, and the text may have five segments with it. It leaves what RCS and Viber show as it is.',
			},
			DELIVERY,
			QUIET_HOURS_WITHOUT_START,
		]),
	],
	...sendOperation(channelsEndpoint),
};
