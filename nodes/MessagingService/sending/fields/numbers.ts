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
			'Map it from the input. Do not clean or reformat numbers before; set defaultCountry where they may lack the country code.',
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
		'The country of numbers without a country code, such as 099 111 22 33: its name, its code of two letters, or its calling code. Such numbers are completed by the rules of that country. A number with + or 00 keeps its country. Without a default country, national numbers are refused.',
};

/** The country of each recipient, by a field of theirs. */
export const COUNTRY_FIELD: INodeProperties = {
	displayName: 'Country Field',
	name: 'countryField',
	type: 'string',
	requiresDataPath: 'single',
	default: '',
	placeholder: 'e.g. country',
	description:
		'The name of the field that holds the country of each recipient. Default Country stands in where that field is empty.',
};

/** How strictly numbers are judged. */
export const NUMBER_CHECK: INodeProperties = {
	displayName: 'Number Check',
	name: 'numberCheck',
	type: 'options',
	options: [
		{
			name: 'Off',
			value: 'off',
			description: 'A number needs 9 to 15 digits, and is taken as international',
		},
		{
			name: 'Possible',
			value: 'possible',
			description:
				'A number has as many digits as its country allows. Without a + or 00 it must exist in the numbering plan of the country that it begins with.',
		},
		{
			name: 'Strict',
			value: 'strict',
			description:
				'A number exists in the numbering plan of its country, and is a mobile number or may be one',
		},
	],
	default: 'possible',
	description: 'How strictly phone numbers are checked',
};

/** What becomes of two numbers in one field. */
export const SEVERAL_NUMBERS: INodeProperties = {
	displayName: 'Several Numbers in One Field',
	name: 'severalNumbers',
	type: 'options',
	options: [
		{
			name: 'Refuse',
			value: 'refuse',
			description: 'It is an invalid recipient, and Invalid Recipients says what becomes of it',
		},
		{
			name: 'Send to All',
			value: 'all',
			description: 'Each of the numbers gets the message',
		},
		{
			name: 'Take the First',
			value: 'first',
			description: 'The first of the numbers gets the message',
		},
	],
	default: 'refuse',
	description:
		'What to do with a field that holds several phone numbers, with semicolons, commas or line breaks between them',
};

/** Numbers that are not sent to, such as a stop list. */
export const LEAVE_OUT_NUMBERS: INodeProperties = {
	displayName: 'Leave Out Numbers',
	name: 'leaveOutNumbers',
	type: 'string',
	default: '',
	placeholder: "e.g. {{ $('Stop list').all() }}",
	description:
		'Numbers that get no message, for example of a stop list: an expression that returns a list of numbers, of rows or of items, or numbers with commas between them. Rows hold the number under the name in Phone Field, or under phone. A row may name its country under the name in Country Field, or under country. It is evaluated once, and its numbers are read like those of the recipients.',
};
