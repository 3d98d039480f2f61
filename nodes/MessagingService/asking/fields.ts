import type { INodeProperties } from 'n8n-workflow';
import { LIMITS } from '../../shared/spec';
import { DEFAULT_SEGMENTS } from './question';

/*
 * The fields of Send and Wait for Response. Names and values are those of n8n's own nodes: n8n makes an approval tool for agents of
 * every node that has this operation, and knows message, responseType and approvalOptions by name.
 */

/** The text of the message. */
export const MESSAGE: INodeProperties = {
	displayName: 'Text',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: '',
	placeholder: 'e.g. Order 1042, 480 EUR: approve?',
	description:
		'What the recipient is asked. The link to the page with the answer goes where {link} stands, or to the end. The link has about 160 characters, so that some 140 are left for the text in two segments.',
};

const APPROVAL_TYPE: INodeProperties = {
	displayName: 'Type of Approval',
	name: 'approvalType',
	type: 'options',
	options: [
		{ name: 'Approve and Decline', value: 'double' },
		{ name: 'Approve Only', value: 'single' },
	],
	default: 'double',
	description: 'Which buttons the page has',
};

const APPROVAL_OPTIONS: INodeProperties = {
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Add option',
	default: {},
	description: 'The buttons of the page, and their labels',
	displayOptions: { show: { responseType: ['approval'] } },
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				APPROVAL_TYPE,
				{
					displayName: 'Approve Button Label',
					name: 'approveLabel',
					type: 'string',
					default: 'Approve',
					placeholder: 'e.g. Approve',
					description: 'What the button says that approves',
				},
				{
					displayName: 'Decline Button Label',
					name: 'disapproveLabel',
					type: 'string',
					default: 'Decline',
					placeholder: 'e.g. Decline',
					description: 'What the button says that declines',
					displayOptions: { show: { approvalType: ['double'] } },
				},
			],
		},
	],
};

const SUBMIT_LABEL: INodeProperties = {
	displayName: 'Send Button Label',
	name: 'submitLabel',
	type: 'string',
	default: 'Send Answer',
	placeholder: 'e.g. Send Answer',
	description: 'What the button of the page says that sends the text',
	displayOptions: { show: { responseType: ['freeText'] } },
};

/** What kind of answer is asked for, and what each kind needs. */
export const RESPONSE_FIELDS: INodeProperties[] = [
	{
		displayName: 'Response Type',
		name: 'responseType',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Approval',
				value: 'approval',
				description: 'The page has a button to approve, and one to decline',
			},
			{
				name: 'Free Text',
				value: 'freeText',
				description: 'The page has a field for a text',
			},
		],
		default: 'approval',
		description: 'How the recipient answers on the page that the link opens',
	},
	APPROVAL_OPTIONS,
	SUBMIT_LABEL,
];

/** How long the execution waits. */
export const LIMIT_WAIT_TIME: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	placeholder: 'Add limit',
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
	description:
		'How long to wait for the answer. When the time is up the execution goes on with the item that came in, and without "data". Without a limit it waits until the answer comes.',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					options: [
						{ name: 'After Time Interval', value: 'afterTimeInterval' },
						{ name: 'At Specified Time', value: 'atSpecifiedTime' },
					],
					default: 'afterTimeInterval',
					description: 'Whether the limit is a length of time or a moment',
				},
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 1,
					description: 'How many minutes, hours or days to wait',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				},
				{
					displayName: 'Unit',
					name: 'resumeUnit',
					type: 'options',
					options: [
						{ name: 'Days', value: 'days' },
						{ name: 'Hours', value: 'hours' },
						{ name: 'Minutes', value: 'minutes' },
					],
					default: 'hours',
					description: 'The unit of the amount',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				},
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					default: '',
					description:
						'Until when to wait. A time that names no zone counts in the zone of the workflow.',
					displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
				},
			],
		},
	],
};

export const ALLOW_LOCAL_ADDRESS: INodeProperties = {
	displayName: 'Allow a Local Address',
	name: 'allowLocalAddress',
	type: 'boolean',
	default: true,
	description:
		"Whether to send the link even if it leads to this machine or its own network, such as http://localhost:5678, where a phone cannot open it. Otherwise nothing is sent then. The link begins with n8n's WEBHOOK_URL.",
};

export const CONFIRMATION_TEXT: INodeProperties = {
	displayName: 'Confirmation Text',
	name: 'confirmationText',
	type: 'string',
	default: '',
	placeholder: 'e.g. Thank you, we will be in touch.',
	description: 'What the page says after the answer',
};

export const MOST_SEGMENTS: INodeProperties = {
	displayName: 'Maximum Segments',
	name: 'mostSegments',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: LIMITS.segments },
	default: DEFAULT_SEGMENTS,
	description: `How many segments the SMS may take with its link, from 1 to ${LIMITS.segments}. Each segment is paid for. The SMS cuts a longer text, and the page shows all of it.`,
};

export const PAGE_TEXT: INodeProperties = {
	displayName: 'Text on the Page',
	name: 'pageText',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	placeholder: 'e.g. All that there is to know about order 1042',
	description: 'What the page says in place of the text of the SMS, in any alphabet and length',
};

export const PAGE_TITLE: INodeProperties = {
	displayName: 'Page Title',
	name: 'pageTitle',
	type: 'string',
	default: '',
	placeholder: 'e.g. Approval of an order',
	description: 'The heading of the page',
};
