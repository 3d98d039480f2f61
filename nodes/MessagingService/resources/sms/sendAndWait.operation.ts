import { SEND_AND_WAIT_OPERATION } from 'n8n-workflow';
import { askingOperation } from '../../asking/ask';
import {
	ALLOW_LOCAL_ADDRESS,
	CONFIRMATION_TEXT,
	LIMIT_WAIT_TIME,
	MESSAGE,
	MOST_SEGMENTS,
	PAGE_TEXT,
	PAGE_TITLE,
	RESPONSE_FIELDS,
} from '../../asking/fields';
import { optionsField, RETRY_FOR } from '../../dispatch/commonOptions';
import type { Operation } from '../../dispatch/operation';
import {
	DEFAULT_COUNTRY,
	DRY_RUN,
	PHONE_NUMBER,
	SENDER,
	SMS_DELIVERY,
	UNKNOWN_OUTCOME,
} from '../../sending/fields';

/** Send one SMS with a link (4.6, mode phone), and wait until somebody answers on the page that it opens. */
export const sendAndWait: Operation = {
	option: {
		name: 'Send and Wait for Response',
		value: SEND_AND_WAIT_OPERATION,
		action: 'Send SMS and wait for response',
		description:
			'For a decision or an answer of one person: send an SMS with a link, and go on when the answer comes',
		builderHint: {
			propertyHint:
				'Takes one item. The answer comes out as data.approved or data.text. Limit the wait under options, and check whether data is there.',
		},
	},
	fields: [
		{
			displayName:
				'One message goes out, and the whole execution waits for its answer. With several items in, nothing is sent: switch on Execute Once in Settings to ask once for all.',
			name: 'oneItemNotice',
			type: 'notice',
			default: '',
			description: 'How many items the operation takes, and what waits',
		},
		{
			...SENDER,
			description:
				'The sender name that recipients see, up to 14 characters. It must be registered for your account. The page names it as the one who asks.',
		},
		PHONE_NUMBER,
		DEFAULT_COUNTRY,
		MESSAGE,
		...RESPONSE_FIELDS,
		DRY_RUN,
		optionsField([
			ALLOW_LOCAL_ADDRESS,
			CONFIRMATION_TEXT,
			SMS_DELIVERY,
			LIMIT_WAIT_TIME,
			MOST_SEGMENTS,
			PAGE_TITLE,
			RETRY_FOR,
			PAGE_TEXT,
			UNKNOWN_OUTCOME,
		]),
	],
	...askingOperation(),
};
