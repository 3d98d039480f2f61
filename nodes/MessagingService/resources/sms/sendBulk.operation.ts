import { REQUESTS_IN_FLIGHT, RETRY_FOR, TIMEOUT } from '../../dispatch/commonOptions';
import { bulkEndpoint } from '../../sending/requests';
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
	QUIET_HOURS_WITHOUT_START,
	RECIPIENT_FIELDS,
	REFERENCE_MODE,
	REPEATED_NUMBERS,
	SENDER,
	SEVERAL_NUMBERS,
	SIMPLIFY_RECIPIENTS,
	TARIFF,
	TEXT,
	TWO_WAY,
	VALIDITY,
} from '../../sending/fields';

/** Send one text to many numbers (4.6, mode phones). */
export const sendBulk: Operation = {
	option: {
		name: 'Send Bulk',
		value: 'sendBulk',
		action: 'Send bulk SMS',
		description: 'Send one text to many numbers, and get a message ID for each',
	},
	fields: [
		{
			...SENDER,
			description:
				'The sender name that recipients see, up to 14 characters. It must be registered for your account.',
		},
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
				QUIET_HOURS_WITHOUT_START,
				TWO_WAY,
				REPEATED_NUMBERS,
				REQUESTS_IN_FLIGHT,
				RETRY_FOR,
				SEVERAL_NUMBERS,
				TARIFF,
				TIMEOUT,
				VALIDITY,
			],
		},
	],
	...sendOperation(bulkEndpoint),
};
