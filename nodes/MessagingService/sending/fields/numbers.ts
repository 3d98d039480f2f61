import type { INodeProperties } from 'n8n-workflow';

/* Phone numbers: how they are read and judged, and which get no message. */

/** The number of one recipient (2.2, section 8). */
export const PHONE_NUMBER: INodeProperties = {
	displayName: 'Phone Number',
	name: 'phone',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +380 99 111 22 33',
	description:
		'The number of the recipient with its country code, 9 to 15 digits, or as it is dialled in the country under Default Country. Blanks, dashes, brackets and a leading + do not matter.',
	builderHint: {
		propertyHint:
			'Map it from the input. Do not clean or reformat numbers before; set defaultCountry if they may lack the country code.',
	},
};

/** The country of numbers that are written as they are dialled within it. */
export const DEFAULT_COUNTRY: INodeProperties = {
	displayName: 'Default Country',
	name: 'defaultCountry',
	type: 'string',
	default: '',
	placeholder: 'e.g. Ukraine, UA or +380',
	description:
		'The country of numbers without a country code, such as 099 111 22 33: its name, its code of two letters, or its calling code. Such numbers are completed by the rules of that country. A number with + or 00 keeps its country. Without a default country such numbers are refused, unless their digits are a valid international number.',
};

/** The same in a send, whose recipients have fields. */
export const RECIPIENT_COUNTRY: INodeProperties = {
	...DEFAULT_COUNTRY,
	description: `${DEFAULT_COUNTRY.description} {country} stands for a field of the recipient.`,
};

/** Numbers that are not sent to, such as a stop list. */
export const LEAVE_OUT_NUMBERS: INodeProperties = {
	displayName: 'Leave Out Numbers',
	name: 'leaveOutNumbers',
	type: 'string',
	default: '',
	placeholder: "e.g. {{ $('Stop list').all() }}",
	description:
		'Numbers that get no message, for example of a stop list: an expression that returns a list of numbers, of rows or of items, or numbers with commas between them. Rows hold the number under the name in Phone Field, or under phone. A row may name its country in the field that Default Country names in braces, or in country. It is evaluated once, and its numbers are read like those of the recipients.',
};
