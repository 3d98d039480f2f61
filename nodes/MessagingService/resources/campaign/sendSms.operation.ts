import { campaignEndpoint } from '../../sending/requests';
import type { Operation } from '../../dispatch/operation';
import { FILE_ENCODING } from '../../sending/file/fileFields';
import { sendOperation } from '../../sending/send';
import {
	COMMON_TEXT,
	DRY_RUN,
	QUIET_HOURS,
	RECIPIENT_FIELDS,
	SENDER,
	sendOptions,
	START_AT,
	SUMMARY_ONLY,
} from '../../sending/fields';

/** Create an SMS campaign (4.7). */
export const sendSms: Operation = {
	option: {
		name: 'Send SMS',
		value: 'sendSms',
		action: 'Send SMS campaign with one text',
		description: 'Send one text to one number or many as a campaign, now or at a given time',
		builderHint: {
			propertyHint:
				'The choice for a list with one text. All input items become one request: no loop.',
		},
	},
	fields: [
		SENDER,
		...RECIPIENT_FIELDS,
		COMMON_TEXT,
		DRY_RUN,
		SUMMARY_ONLY,
		sendOptions([FILE_ENCODING, QUIET_HOURS, START_AT]),
	],
	...sendOperation(campaignEndpoint),
};
