import { REQUESTS_IN_FLIGHT, RETRY_FOR, TIMEOUT } from '../../dispatch/commonOptions';
import { individualEndpoint } from '../../sending/requests';
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
	REPEATED_NUMBERS_WITH_OWN_TEXTS,
	SENDER,
	SENDER_FIELD,
	SEVERAL_NUMBERS,
	SIMPLIFY_RECIPIENTS,
	TARIFF,
	TEXT,
	TWO_WAY,
	VALIDITY,
} from '../../sending/fields';

/** Send a text of its own to each number (4.6, mode individual). */
export const sendIndividual: Operation = {
	option: {
		name: 'Send Individual',
		value: 'sendIndividual',
		action: 'Send individual SMS',
		description: 'Send a text and a sender of its own to each of many numbers',
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
			placeholder: 'e.g. Hello {first_name|there}, your order {order.number} has been shipped.',
			description:
				'The text of the messages. {field} stands for a field of the recipient, and {field|other words} for those words where the field is empty. A text is sent in five segments at most: 765 characters of the GSM alphabet, or 335 when any character lies outside it, such as Cyrillic letters or emoji.',
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
				REPEATED_NUMBERS_WITH_OWN_TEXTS,
				REQUESTS_IN_FLIGHT,
				RETRY_FOR,
				SENDER_FIELD,
				SEVERAL_NUMBERS,
				TARIFF,
				TIMEOUT,
				VALIDITY,
			],
		},
	],
	...sendOperation(individualEndpoint),
};
