import { REQUESTS_IN_FLIGHT, RETRY_FOR, TIMEOUT } from '../../dispatch/commonOptions';
import { singleEndpoint } from '../../sending/requests';
import type { Operation } from '../../dispatch/operation';
import { sendOperation } from '../../sending/send';
import {
	DRY_RUN,
	EMPTY_NUMBERS,
	IF_OUTCOME_UNKNOWN,
	INVALID_RECIPIENTS,
	PHONE_NUMBER,
	REFERENCE,
	REFERENCE_MODE,
	SENDER,
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
	},
	fields: [
		{
			...SENDER,
			description:
				'The sender name that recipients see, up to 14 characters. It must be registered for your account.',
		},
		PHONE_NUMBER,
		TEXT,
		REFERENCE_MODE,
		REFERENCE,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				DRY_RUN,
				EMPTY_NUMBERS,
				IF_OUTCOME_UNKNOWN,
				INVALID_RECIPIENTS,
				REQUESTS_IN_FLIGHT,
				RETRY_FOR,
				TARIFF,
				TIMEOUT,
				TWO_WAY,
				VALIDITY,
			],
		},
	],
	...sendOperation(singleEndpoint),
};
