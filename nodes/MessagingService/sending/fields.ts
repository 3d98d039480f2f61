import type { INodeProperties } from 'n8n-workflow';
import { LIMITS } from '../../shared/spec';
import { BINARY_FIELD } from './file/fileFields';

/*
 * The parameters that operations which send have in common. Each operation lists those it has, in the order of its form, and
 * describes what differs: how long a sender may be, and what its text may hold.
 */

/** The sender's name; which names are allowed differs, so each operation gives its own description. */
export const SENDER: INodeProperties = {
	displayName: 'Sender',
	name: 'sender',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The sender name that recipients see. It must be registered for your account.',
	builderHint: {
		propertyHint:
			'Leave it to the user to choose from the list, unless the name of a registered sender is known.',
	},
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a sender',
			typeOptions: { searchListMethod: 'searchSenders', searchable: true },
		},
		{
			displayName: 'By Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. Shop',
		},
	],
};

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
	placeholder: 'e.g. Ukraine, UA, UKR or +380',
	description:
		'The country of numbers without a country code, such as 099 111 22 33: its name, its code of two or three letters, or its calling code. Such numbers are completed by the rules of that country. A number with + or 00 is never changed. Without a default country, national numbers are refused.',
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

/** A text that is the same for everyone; operations with personal texts describe their placeholders instead. */
export const TEXT: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: '',
	placeholder: 'e.g. Your order has been shipped.',
	description:
		'The text of the message. One SMS (segment) holds 160 characters of the GSM alphabet, or 70 when any character lies outside it, such as Cyrillic letters or emoji. A longer text is sent in up to five segments, and may have 765 or 335 characters.',
};

/** Where the recipients of an operation that sends to many come from, and the fields that each choice needs. */
export const RECIPIENT_FIELDS: INodeProperties[] = [
	{
		displayName: 'Recipients From',
		name: 'recipientSource',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'A File',
				value: 'file',
				description:
					'Each item holds a file with a recipient in each line (CSV or NDJSON), however long: it is read in pieces, and what became of each line comes out as a file',
			},
			{
				name: 'A List in Each Item',
				value: 'list',
				description: 'Each item holds a list of recipients, who are sent to together',
			},
			{
				name: 'All Input Items',
				value: 'allItems',
				description:
					'Each item is one recipient, and all are sent to together, up to 10,000 in one campaign or 1,000 in one bulk request',
			},
			{
				name: "This Item's Fields",
				value: 'item',
				description: 'Each item is one recipient, and is sent to by a request of its own',
			},
		],
		default: 'allItems',
		description: 'Where the recipients come from, and which of them go out in one request',
	},
	{
		...PHONE_NUMBER,
		displayOptions: { show: { recipientSource: ['item'] } },
	},
	{
		displayName: 'Recipients',
		name: 'recipients',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 380991112233, 380992223344',
		description:
			'The phone numbers, with commas or line breaks between them, or an expression that returns a list of numbers or of objects',
		displayOptions: { show: { recipientSource: ['list'] } },
	},
	BINARY_FIELD,
	{
		displayName: 'Phone Field',
		name: 'phoneField',
		type: 'string',
		requiresDataPath: 'single',
		required: true,
		default: 'phone',
		placeholder: 'e.g. contact.mobile',
		description:
			'The name of the field that holds the phone number, in the items, in the objects of the list, or the column of the file. A dot leads into an object.',
		displayOptions: { show: { recipientSource: ['allItems', 'file', 'list'] } },
	},
	DEFAULT_COUNTRY,
];

const FROM: INodeProperties = {
	displayName: 'Quiet From',
	name: 'from',
	type: 'string',
	default: '21:00',
	placeholder: 'e.g. 21:00',
	description:
		'The time of the day from which nothing is sent, where the recipient is. Leave both times empty to choose weekdays only.',
};

const TO: INodeProperties = {
	displayName: 'Quiet Until',
	name: 'to',
	type: 'string',
	default: '08:00',
	placeholder: 'e.g. 08:00',
	description:
		'The time of the day at which sending begins, where the recipient is. When it is earlier than Quiet From, it is the next morning.',
};

const DAYS: INodeProperties = {
	displayName: 'Sending Days',
	name: 'days',
	type: 'multiOptions',
	options: [
		{ name: 'Friday', value: 5 },
		{ name: 'Monday', value: 1 },
		{ name: 'Saturday', value: 6 },
		{ name: 'Sunday', value: 7 },
		{ name: 'Thursday', value: 4 },
		{ name: 'Tuesday', value: 2 },
		{ name: 'Wednesday', value: 3 },
	],
	default: [1, 2, 3, 4, 5, 6, 7],
	description: 'The weekdays on which messages may be sent, where the recipient is',
};

const ZONE_FIELD: INodeProperties = {
	displayName: 'Zone Field',
	name: 'zoneField',
	type: 'string',
	requiresDataPath: 'single',
	default: '',
	placeholder: 'e.g. time_zone',
	description:
		'The name of the field that holds the time zone of each recipient, such as Europe/Kyiv. Where it is empty the country of the number counts; where that has several zones, a time must suit all of them.',
};

/** The reply that made a campaign, beside what the node says of it. */
export const RAW_REPLY: INodeProperties = {
	displayName: 'Raw Output',
	name: 'rawOutput',
	type: 'boolean',
	default: false,
	description:
		"Whether to add to each row, as <code>reply</code>, the service's own answer about its campaign, unchanged, with name, status, dates and statistics. A row that an earlier try sent has none.",
};

/** When nothing is sent, by the clocks of the recipients; what goes out later gets a start (4.7, 4.8). */
export const QUIET_HOURS: INodeProperties = {
	displayName: 'Quiet Hours',
	name: 'quietHours',
	type: 'fixedCollection',
	placeholder: 'Add quiet hours',
	default: {},
	description:
		'When nothing is sent, by the clocks where each recipient is. Who is outside quiet hours gets the message now. The others get it later, in campaigns of their own, within 30 days; the output says when. With Start At, the later time counts.',
	options: [{ displayName: 'Hours', name: 'hours', values: [FROM, TO, DAYS, ZONE_FIELD] }],
};

/** When nothing is sent, for messages that cannot be given a start (4.6). */
export const QUIET_HOURS_WITHOUT_START: INodeProperties = {
	...QUIET_HOURS,
	description:
		'When nothing is sent, by the clocks where each recipient is. The messages of this operation cannot be scheduled: those in quiet hours are held back, and the output says from when they may go.',
	options: [
		{
			displayName: 'Hours',
			name: 'hours',
			values: [
				{
					displayName: 'During Quiet Hours',
					name: 'during',
					type: 'options',
					options: [
						{
							name: 'Hold Back',
							value: 'hold',
							description:
								'The message is skipped, and start_at says from when it may go: send it then, for example after a Wait node',
						},
						{
							name: 'Send Anyway',
							value: 'send',
							description: 'The message is sent as if there were no quiet hours',
						},
					],
					default: 'hold',
					description: 'What to do with messages whose recipients have quiet hours now',
				},
				FROM,
				TO,
				DAYS,
				ZONE_FIELD,
			],
		},
	],
};

/** How messages get the reference that keeps them from being sent twice (section 8, "External id"). */
export const REFERENCE_MODE: INodeProperties = {
	displayName: 'Message Reference',
	name: 'referenceMode',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Automatic',
			value: 'automatic',
			description:
				'Made from the execution and the item, so that Retry On Fail sends nothing twice',
		},
		{
			name: 'From Content and Day',
			value: 'content',
			description:
				'Made from number, sender, text and day, so that the same text goes to the same number once a day even when the workflow runs again. For campaigns this holds only at a service that refuses references it knows.',
		},
		{
			name: 'None',
			value: 'none',
			description: 'The messages carry no reference, and nothing protects from sending them twice',
		},
		{
			name: 'Own',
			value: 'custom',
			description:
				'You give a reference for each message, for example an order number: add Own Reference, which appears under Options then',
		},
	],
	default: 'automatic',
	description:
		'Where the reference (external ID) of each message comes from. By it the node finds out whether a message was sent already, so that none is sent twice, and you find its status later.',
	builderHint: {
		propertyHint:
			'Leave it on automatic. Where the same event may start the workflow twice, choose custom and give the ID of the event.',
	},
};

/** Where workflows store Message Reference that were made before it moved into Options, which counts where both are there. */
const STORED_REFERENCE_MODE: INodeProperties = {
	displayName: 'Message Reference',
	name: 'referenceMode',
	type: 'hidden',
	default: 'automatic',
	description: 'Where the reference of each message comes from, as older workflows store it',
};

/** The reference that the user gives to the message of one item. */
const REFERENCE: INodeProperties = {
	displayName: 'Reference',
	name: 'reference',
	type: 'string',
	default: '',
	placeholder: 'e.g. order1042',
	description:
		'The reference (external ID) of the message, up to 32 Latin letters and digits. Each message needs one of its own.',
	displayOptions: { show: { referenceMode: ['custom'] } },
};

/** The field that holds the reference of each recipient, where an operation sends to many. */
const REFERENCE_FIELD: INodeProperties = {
	displayName: 'Reference Field',
	name: 'referenceField',
	type: 'string',
	requiresDataPath: 'single',
	default: 'reference',
	placeholder: 'e.g. orderNumber',
	description:
		'The name of the field that holds the reference (external ID) of each message, up to 32 Latin letters and digits. Each message needs one of its own.',
	displayOptions: { show: { referenceMode: ['custom'] } },
};

/** Takes a field and where recipients come from; returns it required, and shown for these sources only. */
const fromSources = (field: INodeProperties, sources: string[]): INodeProperties => ({
	...field,
	required: true,
	displayOptions: { show: { ...field.displayOptions?.show, recipientSource: sources } },
});

/** What workflows hold beside Options that were made before Message Reference moved there, where an operation sends one message for each item. */
export const STORED_REFERENCE: INodeProperties[] = [
	STORED_REFERENCE_MODE,
	{ ...REFERENCE, required: true },
];

/** What workflows hold beside Options that were made before Message Reference moved there, where an operation sends to many. */
export const STORED_REFERENCES: INodeProperties[] = [
	STORED_REFERENCE_MODE,
	fromSources(REFERENCE, ['item']),
	fromSources(REFERENCE_FIELD, ['allItems', 'file', 'list']),
];

/*
 * What Message Reference needs when it is Own. It stands beside it in Options: n8n decides which parameters a node has before it
 * reads collections, so a field outside that is shown for an option's value would lose what the user typed. It is not required, since n8n would ask for it
 * where it was not added; the send itself refuses an empty one.
 */

/** The user's own reference, under Options. */
export const OWN_REFERENCE: INodeProperties = {
	...REFERENCE,
	displayName: 'Own Reference',
};

/** The field with the user's own references, under Options. */
export const OWN_REFERENCE_FIELD: INodeProperties = {
	...REFERENCE_FIELD,
	displayName: 'Own Reference Field',
};

/** One output item for each request, instead of one for each recipient. */
export const SIMPLIFY_RECIPIENTS: INodeProperties = {
	displayName: 'Summary Only',
	name: 'simplify',
	type: 'boolean',
	default: false,
	description:
		'Whether to return one item for each request, with the numbers of accepted and refused recipients, instead of one item for each recipient',
};

/** What becomes of {field} where nobody fills it. */
export const BRACES: INodeProperties = {
	displayName: 'Braces in Text',
	name: 'braces',
	type: 'options',
	options: [
		{
			name: 'Refuse Unfilled Fields',
			value: 'refuse',
			description: 'A text that still holds {field} is not sent when the item has such a field',
		},
		{ name: 'Send as They Are', value: 'send', description: 'Recipients see the braces' },
	],
	default: 'refuse',
	description:
		'What to do with a text that would go out with {field} in it, for example because an expression made the text',
};

export const DRY_RUN: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description:
		'Whether to do everything except sending. The output then shows what would be sent to whom, in how many segments, and what would be refused.',
};

export const EMPTY_NUMBERS: INodeProperties = {
	displayName: 'Empty Numbers',
	name: 'emptyNumbers',
	type: 'options',
	options: [
		{
			name: 'Leave Out',
			value: 'skip',
			description: 'They are not sent to, and the output says that their number is empty',
		},
		{
			name: 'Refuse',
			value: 'refuse',
			description: 'They are invalid recipients, and Invalid Recipients says what becomes of them',
		},
	],
	default: 'refuse',
	description: 'What to do with recipients that have no phone number',
};

/** What to do where nobody can tell whether the service accepted a send. */
export const IF_OUTCOME_UNKNOWN: INodeProperties = {
	displayName: 'If the Outcome Stays Unknown',
	name: 'ifOutcomeUnknown',
	type: 'options',
	options: [
		{
			name: 'Send Again',
			value: 'sendAgain',
			description:
				'It is sent once more in each try, under the same references. A service that does not refuse references it knows then sends it twice.',
		},
		{
			name: 'Stop',
			value: 'stop',
			description: 'The node stops, and says what to look for in the service',
		},
	],
	default: 'stop',
	description:
		'What to do when the reply to a send was lost, and the service does not tell within Retry For whether it accepted it. Messages without a reference are never sent again.',
};

export const INVALID_RECIPIENTS: INodeProperties = {
	displayName: 'Invalid Recipients',
	name: 'invalidRecipients',
	type: 'options',
	options: [
		{
			name: 'Leave Out',
			value: 'skip',
			description: 'The others are sent to, and the output says why these were not',
		},
		{
			name: 'Stop',
			value: 'stop',
			description: 'Nothing is sent, and the node names all invalid recipients with the reason',
		},
	],
	default: 'stop',
	description:
		'What to do when a recipient cannot be sent to, for example because the phone number has too few digits or the text is too long',
};

/** What becomes of numbers that occur again, where everyone gets the same text. */
export const REPEATED_NUMBERS: INodeProperties = {
	displayName: 'Repeated Numbers',
	name: 'repeatedNumbers',
	type: 'options',
	options: [
		{
			name: 'Merge',
			value: 'merge',
			description:
				'Only the first message to a number is sent. A hint says where another text was left out.',
		},
		{
			name: 'Refuse',
			value: 'refuse',
			description: 'They are invalid recipients, and Invalid Recipients says what becomes of them',
		},
	],
	default: 'merge',
	description: 'What to do with a phone number that occurs more than once',
};

/** What becomes of numbers that occur again, where each message has a text of its own. */
export const REPEATED_NUMBERS_WITH_OWN_TEXTS: INodeProperties = {
	displayName: 'Repeated Numbers',
	name: 'repeatedNumbers',
	type: 'options',
	options: [
		{
			name: 'Merge',
			value: 'merge',
			description:
				'Only the first message to a number is sent. A hint says where another text was left out.',
		},
		{
			name: 'Refuse',
			value: 'refuse',
			description: 'They are invalid recipients, and Invalid Recipients says what becomes of them',
		},
		{
			name: 'Send All',
			value: 'send',
			description: 'Each further message to a number goes out in a request of its own',
		},
	],
	default: 'merge',
	description: 'What to do with a phone number that occurs more than once',
};

export const SENDER_FIELD: INodeProperties = {
	displayName: 'Sender Field',
	name: 'senderField',
	type: 'string',
	requiresDataPath: 'single',
	default: '',
	placeholder: 'e.g. brand',
	description:
		'The name of the field that holds the sender of each recipient. Sender stands in where that field is empty.',
};

/** When a campaign starts (4.7 to 4.9). */
export const START_AT: INodeProperties = {
	displayName: 'Start At',
	name: 'startAt',
	type: 'dateTime',
	default: '',
	description:
		'When to start sending, at most 30 days ahead. Without it sending starts at once. A time that names no zone counts in the zone of the workflow.',
};

export const TARIFF: INodeProperties = {
	displayName: 'Tariff',
	name: 'tariff',
	type: 'number',
	typeOptions: { minValue: LIMITS.tariff.min, maxValue: LIMITS.tariff.max },
	default: 0,
	description:
		'Which of the price plans of your account applies, from 0 to 9, as the service numbers them. Leave it out for the usual one.',
};

/** 2WAY of the legacy interface (4.6). */
export const TWO_WAY: INodeProperties = {
	displayName: 'Recipients Can Answer',
	name: 'twoWay',
	type: 'boolean',
	default: false,
	description:
		'Whether recipients can answer the message. The service calls this 2WAY: it must be activated for your account, and the sender must be the number that the service gave you for it.',
};

export const VALIDITY: INodeProperties = {
	displayName: 'Validity (Hours)',
	name: 'validity',
	type: 'number',
	typeOptions: { minValue: LIMITS.validityHours.min, maxValue: LIMITS.validityHours.max },
	default: 72,
	description:
		'How many hours the service tries to deliver a message, from 1 to 72. After that it expires.',
};
