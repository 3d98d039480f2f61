import { REQUESTS_IN_FLIGHT, RETRY_FOR, TIMEOUT } from '../../dispatch/commonOptions';
import { singleEndpoint } from '../../sending/requests';
import type { Operation } from '../../dispatch/operation';
import { sendOperation } from '../../sending/send';
import {
	BRACES,
	DEFAULT_COUNTRY,
	DRY_RUN,
	EMPTY_NUMBERS,
	IF_OUTCOME_UNKNOWN,
	INVALID_RECIPIENTS,
	LEAVE_OUT_NUMBERS,
	NUMBER_CHECK,
	OWN_REFERENCE,
	PHONE_NUMBER,
	QUIET_HOURS_WITHOUT_START,
	REFERENCE_MODE,
	SENDER,
	SEVERAL_NUMBERS,
	TARIFF,
	TEXT,
	TWO_WAY,
	VALIDITY,
} from '../../sending/fields';

/** Send one SMS (4.6, mode phone). */
export const send: Operation = {
	option: {
		name: 'Send',
		value: 'send',
		action: 'Send SMS',
		description: 'Send an SMS to one number for each item',
		builderHint: {
			propertyHint:
				'For one message after each event. For the same or a personal text to a list, use a campaign: one request for all items.',
		},
	},
	fields: [
		{
			...SENDER,
			description:
				'The sender name that recipients see, up to 14 characters. It must be registered for your account.',
		},
		PHONE_NUMBER,
		DEFAULT_COUNTRY,
		TEXT,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				BRACES,
				DRY_RUN,
				EMPTY_NUMBERS,
				IF_OUTCOME_UNKNOWN,
				INVALID_RECIPIENTS,
				LEAVE_OUT_NUMBERS,
				REFERENCE_MODE,
				NUMBER_CHECK,
				OWN_REFERENCE,
				QUIET_HOURS_WITHOUT_START,
				TWO_WAY,
				REQUESTS_IN_FLIGHT,
				RETRY_FOR,
				SEVERAL_NUMBERS,
				TARIFF,
				TIMEOUT,
				VALIDITY,
			],
		},
	],
	...sendOperation(singleEndpoint),
};
