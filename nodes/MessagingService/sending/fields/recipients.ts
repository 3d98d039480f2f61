import type { INodeProperties } from 'n8n-workflow';
import { BINARY_FIELD } from '../file/fileFields';
import { PHONE_NUMBER, RECIPIENT_COUNTRY } from './numbers';

/* Where recipients come from, and what becomes of those that cannot be taken as they are. */

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
					'Each item holds a file with a recipient in each line (CSV or NDJSON), of any length. The result is a file, too.',
			},
			{
				name: 'A List in Each Item',
				value: 'list',
				description:
					'You type the phone numbers here, or each item holds a list. The numbers of one item go out together.',
			},
			{
				name: 'All Input Items',
				value: 'allItems',
				description:
					'Each item is one recipient, such as a row of a table. All go out together, up to 10,000 in one campaign or 1,000 in one bulk request.',
			},
			{
				name: "This Item's Fields",
				value: 'item',
				description: 'Each item is one recipient, with a request of its own',
			},
		],
		default: 'allItems',
		description: 'Where the recipients come from, and which of them go out in one request',
		displayOptions: { hide: { '@tool': [true] } },
	},
	// An agent has no items and no file. What it is to fill in needs a field.
	{
		displayName: 'Recipients From',
		name: 'recipientSource',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'A List',
				value: 'list',
				description: 'Phone numbers with commas between them, which go out in one request',
			},
			{ name: 'One Number', value: 'item', description: 'The phone number of one recipient' },
		],
		default: 'list',
		description: 'Whether the model, or you, names several recipients or one',
		displayOptions: { show: { '@tool': [true] } },
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
	RECIPIENT_COUNTRY,
];

/** The contact lists of a campaign, with so many contacts at most. */
export const contactListsField = (most: string): INodeProperties => ({
	displayName: 'Contact List Names or IDs',
	name: 'groups',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getContactLists' },
	default: [],
	description: `The lists of the Contact Book whose contacts get the message, with ${most} contacts at most. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
});

/** What becomes of recipients that cannot be sent to. */
export const INVALID_RECIPIENTS: INodeProperties = {
	displayName: 'Invalid Recipients',
	name: 'invalidRecipients',
	type: 'options',
	options: [
		{
			name: 'Leave Out',
			value: 'skip',
			description: 'The others get the message, and the output says why these do not',
		},
		{
			name: 'Stop',
			value: 'stop',
			description: 'Nothing is sent, and the node names all invalid recipients with the reason',
		},
	],
	// Who adds the option wants them left out; without it, all stop.
	default: 'skip',
	description:
		'What to do if a recipient cannot be sent to, for example because the phone number is empty or has too few digits, or the text is too long. Without this option nothing is sent.',
};
