import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { LIMITS } from '../../shared/spec';
import { contactListsField, optionsField } from './fields';

const { validityHours, tariff } = LIMITS;
const DEFAULT_TARIFF = tariff.default;
const DEFAULT_VALIDITY = validityHours.default;

const options = (entries: Array<[value: string, name: string, description?: string]>): INodePropertyOptions[] =>
	entries.map(([value, name, description]) => ({ name, value, ...(description ? { description } : {}) }));

function choice(displayName: string, name: string, description: string, entries: Parameters<typeof options>[0]): INodeProperties {
	const [first = ['']] = entries;
	const standard = first[0];
	return { displayName, name, type: 'options', options: options(entries), default: standard, description };
}

const shownFor = (field: INodeProperties, show: Record<string, string[]>): INodeProperties => ({ ...field, displayOptions: { show } });

const RECIPIENT_SOURCE: INodeProperties = {
	...choice('Recipients From', 'recipientSource', 'Where the recipients come from', [
		['allItems', 'All Input Items', 'All items go out together, in one request for up to 10,000 recipients'],
		['item', "This Item's Fields", 'Each item is sent by itself'],
		['list', 'A List in Each Item', 'Each item holds a list of recipients, which go out together'],
	]),
	noDataExpression: true,
};

const PHONE: INodeProperties = {
	displayName: 'Phone Number',
	name: 'phone',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +380 99 111 22 33',
	description: 'Recipient in international form; blanks, dashes, brackets and + are removed',
};

const PHONE_FIELD: INodeProperties = {
	displayName: 'Phone Field',
	name: 'phoneField',
	type: 'string',
	required: true,
	default: 'phone',
	requiresDataPath: 'single',
	placeholder: 'e.g. contact.mobile',
	description: 'Name of the field that holds the phone number, of the items or of the objects in the list',
};

const RECIPIENTS: INodeProperties = {
	displayName: 'Recipients',
	name: 'recipients',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 380991112233, 380992223344',
	description: 'Phone numbers with commas, semicolons or lines between, or an expression that gives a list of numbers or objects',
};

const REFERENCE_MODE: INodeProperties = {
	...choice('Message Reference', 'referenceMode', 'The reference (external ID) by which the service knows a message again, so that it is never sent twice', [
		['automatic', 'Automatic', 'One for each execution and item: Retry On Fail sends nothing twice'],
		['content', 'From Content and Day', 'The same text to the same number goes out once a day, even when the workflow runs again'],
		['custom', 'Own', 'One that you give, for example an order number'],
		['none', 'None', 'Without protection against sending twice'],
	]),
	noDataExpression: true,
};

const REFERENCE: INodeProperties = {
	displayName: 'Reference',
	name: 'reference',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. order1042',
	description: 'Up to 32 Latin letters and digits, another for each message',
};

const REFERENCE_FIELD: INodeProperties = {
	displayName: 'Reference Field',
	name: 'referenceField',
	type: 'string',
	required: true,
	default: 'reference',
	requiresDataPath: 'single',
	description: 'Name of the field that holds the reference: up to 32 Latin letters and digits, another for each message',
};

const SIMPLIFY: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: false,
	description: 'Whether to return one item per request, with counts, instead of one per recipient',
};

const DRY_RUN: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description: 'Whether to do everything but send: the output shows recipients, texts, segments and what would be refused',
};
const EMPTY_NUMBERS = choice('Empty Numbers', 'emptyNumbers', 'What to do with recipients without a phone number', [
	['refuse', 'Refuse', 'They are invalid'],
	['skip', 'Leave Out'],
]);
const INVALID_RECIPIENTS = choice('Invalid Recipients', 'invalidRecipients', 'What to do when a recipient cannot be sent to', [
	['stop', 'Stop', 'Nothing is sent; all invalid recipients are named'],
	['skip', 'Leave Out', 'The others are sent; the output gives the reason'],
]);
const REPEATED: Parameters<typeof options>[0] = [
	['merge', 'Merge', 'The first message to a number is sent, the others are marked as merged'],
	['refuse', 'Refuse', 'Repeated numbers are invalid'],
];
const SEND_ALL: (typeof REPEATED)[number] = ['send', 'Send All', 'Each further message to a number goes out in a request of its own'];
const START_AT: INodeProperties = {
	displayName: 'Start At',
	name: 'startAt',
	type: 'dateTime',
	default: '',
	description: 'When to start sending, up to 30 days ahead; at once if empty',
};
const SENDER_FIELD: INodeProperties = {
	displayName: 'Sender Field',
	name: 'senderField',
	type: 'string',
	default: '',
	requiresDataPath: 'single',
	description: 'Name of the field with the sender of each recipient; Sender stands in where it is empty',
};
const TARIFF: INodeProperties = {
	displayName: 'Tariff',
	name: 'tariff',
	type: 'number',
	typeOptions: { minValue: tariff.min, maxValue: tariff.max },
	default: DEFAULT_TARIFF,
	description: 'Tariff code, 0 to 9, of those connected to the account',
};
const TWO_WAY: INodeProperties = {
	displayName: 'Two-Way',
	name: 'twoWay',
	type: 'boolean',
	default: false,
	description: 'Whether recipients can answer (2WAY); the account needs that service',
};
const VALIDITY: INodeProperties = {
	displayName: 'Validity (Hours)',
	name: 'validity',
	type: 'number',
	typeOptions: { minValue: validityHours.min, maxValue: validityHours.max },
	default: DEFAULT_VALIDITY,
	description: 'How long the service tries to deliver, 1 to 72 hours',
};

const senderField = (description: string): INodeProperties => ({
	displayName: 'Sender',
	name: 'sender',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	modes: [
		{ displayName: 'From List', name: 'list', type: 'list', typeOptions: { searchListMethod: 'searchSenders', searchable: true } },
		{ displayName: 'By Name', name: 'name', type: 'string', placeholder: 'e.g. Shop' },
	],
	description,
});

const textField = (description: string): INodeProperties => ({
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: '',
	description,
});

const PLAIN_TEXT = 'The message; a text of 160 Latin or 70 other characters is one SMS';

/** The fields of SMS: Send. */
export function singleFields(): INodeProperties[] {
	return [
		senderField('Registered sender, up to 14 characters'),
		PHONE,
		textField(PLAIN_TEXT),
		REFERENCE_MODE,
		shownFor(REFERENCE, { referenceMode: ['custom'] }),
		optionsField([DRY_RUN, EMPTY_NUMBERS, INVALID_RECIPIENTS, TARIFF, TWO_WAY, VALIDITY], false),
	];
}

/** The fields of an operation that sends to many: with personal texts or one for all, legacy or as a campaign. */
export function manyFields({ personal, campaign }: { personal: boolean; campaign: boolean }): INodeProperties[] {
	const repeated = choice('Repeated Numbers', 'repeatedNumbers', 'What to do with a number that occurs again', personal ? [...REPEATED, SEND_ALL] : REPEATED);
	return [
		RECIPIENT_SOURCE,
		shownFor(PHONE, { recipientSource: ['item'] }),
		shownFor(RECIPIENTS, { recipientSource: ['list'] }),
		shownFor(PHONE_FIELD, { recipientSource: ['allItems', 'list'] }),
		senderField(!campaign ? 'Registered sender, up to 14 characters' : personal ? 'Registered sender: up to 11 Latin characters, or up to 15 digits' : 'Registered sender'),
		textField(personal ? 'The message; {field} takes the value of a field of the recipient, {field|text} gives a text where it is empty' : `${PLAIN_TEXT}. The same for all recipients.`),
		REFERENCE_MODE,
		shownFor(REFERENCE, { referenceMode: ['custom'], recipientSource: ['item'] }),
		shownFor(REFERENCE_FIELD, { referenceMode: ['custom'], recipientSource: ['allItems', 'list'] }),
		SIMPLIFY,
		optionsField(
			[DRY_RUN, EMPTY_NUMBERS, INVALID_RECIPIENTS, repeated, TARIFF, VALIDITY, ...(personal ? [SENDER_FIELD] : []), ...(campaign ? [START_AT] : [TWO_WAY])],
			false,
		),
	];
}

/** The fields of Campaign: Send SMS to Contact Lists. */
export function groupFields(): INodeProperties[] {
	return [
		contactListsField('The lists whose contacts get the message, 10,000 at most'),
		senderField('Registered sender'),
		textField('The message; {field_id} takes the value of a contact field, filled by the service'),
		optionsField([DRY_RUN, START_AT, TARIFF, VALIDITY], false),
	];
}
