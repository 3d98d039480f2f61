import { REQUESTS_IN_FLIGHT, RETRY_FOR, TIMEOUT } from '../../dispatch/commonOptions';
import { campaignEndpoint } from '../../sending/requests';
import type { Operation } from '../../dispatch/operation';
import { FILE_ENCODING, FILE_FORMAT, FIRST_ROW } from '../../sending/file/fileFields';
import { sendOperation } from '../../sending/send';
import {
	BRACES,
	COUNTRY_FIELD,
	DRY_RUN,
	EMPTY_NUMBERS,
	IF_OUTCOME_UNKNOWN,
	INVALID_RECIPIENTS,
	LEAVE_OUT_NUMBERS,
	NUMBER_CHECK,
	OWN_REFERENCE,
	OWN_REFERENCE_FIELD,
	QUIET_HOURS,
	RAW_REPLY,
	RECIPIENT_FIELDS,
	REFERENCE_MODE,
	REPEATED_NUMBERS,
	SENDER,
	SEVERAL_NUMBERS,
	SIMPLIFY_RECIPIENTS,
	START_AT,
	TARIFF,
	TEXT,
	VALIDITY,
} from '../../sending/fields';

/** Create an SMS campaign (4.7). */
export const sendSms: Operation = {
	option: {
		name: 'Send SMS',
		value: 'sendSms',
		action: 'Send SMS campaign',
		description: 'Send one text to one number or many as a campaign, now or at a given time',
		builderHint: {
			propertyHint:
				'The choice for a list with one text. All input items become one request: no loop.',
		},
	},
	fields: [
		SENDER,
		...RECIPIENT_FIELDS,
		{
			...TEXT,
			description: `${TEXT.description} All recipients get the same text.`,
		},
		SIMPLIFY_RECIPIENTS,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				BRACES,
				COUNTRY_FIELD,
				DRY_RUN,
				EMPTY_NUMBERS,
				FILE_ENCODING,
				FILE_FORMAT,
				FIRST_ROW,
				IF_OUTCOME_UNKNOWN,
				INVALID_RECIPIENTS,
				LEAVE_OUT_NUMBERS,
				REFERENCE_MODE,
				NUMBER_CHECK,
				OWN_REFERENCE,
				OWN_REFERENCE_FIELD,
				QUIET_HOURS,
				RAW_REPLY,
				REPEATED_NUMBERS,
				REQUESTS_IN_FLIGHT,
				RETRY_FOR,
				SEVERAL_NUMBERS,
				START_AT,
				TARIFF,
				TIMEOUT,
				VALIDITY,
			],
		},
	],
	...sendOperation(campaignEndpoint),
};
