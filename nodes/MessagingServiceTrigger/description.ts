import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { TriggerEvent } from './events/event';

const EVENTS: Array<INodePropertyOptions & { value: TriggerEvent }> = [
	{
		name: 'Bulk Task Finished',
		value: 'bulkTaskFinished',
		description: 'When all messages of a bulk task have come to an end',
	},
	{
		name: 'Bulk Task Progress',
		value: 'bulkTaskProgress',
		description: 'When the counters of a bulk task move, for example those of delivered messages',
	},
	{
		name: 'Campaign Finished',
		value: 'campaignFinished',
		description:
			'When a campaign is done or stopped. Messages without a delivery report by then count as failed.',
	},
	{
		name: 'Campaign Message Finished',
		value: 'campaignMessageFinished',
		description:
			'When it is known what became of a message of a campaign: one item for each recipient. Not every service offers this.',
	},
	{
		name: 'Campaign Message Status Changed',
		value: 'campaignMessageStatusChanged',
		description:
			'When a message of a campaign enters another status: several items for each recipient. Not every service offers this.',
	},
	{
		name: 'Campaign Progress',
		value: 'campaignProgress',
		description: 'When the counters of a campaign move, for example those of delivered messages',
	},
	{
		name: 'Campaign Status Changed',
		value: 'campaignStatusChanged',
		description: 'When a campaign is created or enters another status',
	},
	{
		name: 'Link Clicked',
		value: 'linkClicked',
		description:
			'When somebody opens one of your short links: one item for each click. Not every service offers this.',
	},
	{
		name: 'Message Received',
		value: 'messageReceived',
		description:
			'When somebody replies to a message that can be answered, which the service calls 2WAY. Not every service offers this.',
	},
	{
		name: 'Message Status Changed',
		value: 'messageStatusChanged',
		description: 'When a message that you name by its ID or reference enters another status',
	},
	{
		name: 'Sender Application Status Changed',
		value: 'applicationStatusChanged',
		description: 'When an application for a sender is created, registered or rejected',
	},
];

/** Events of campaigns and of their messages. */
const ALL_CAMPAIGN_EVENTS: TriggerEvent[] = [
	'campaignFinished',
	'campaignProgress',
	'campaignStatusChanged',
	'campaignMessageFinished',
	'campaignMessageStatusChanged',
];
const TASK_EVENTS: TriggerEvent[] = ['bulkTaskFinished', 'bulkTaskProgress'];

/** The parameters of the trigger. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: EVENTS,
		default: 'campaignStatusChanged',
		description: 'What starts the workflow. The node finds out by asking the service at each poll.',
	},
	{
		displayName: 'Campaigns',
		name: 'messageType',
		type: 'options',
		options: [
			{ name: 'RCS', value: 'rcs' },
			{ name: 'SMS', value: 'sms' },
			{ name: 'SMS and RCS', value: 'both', description: 'Takes twice as many requests' },
		],
		default: 'both',
		description: 'Which campaigns to watch',
		displayOptions: { show: { '/event': ALL_CAMPAIGN_EVENTS } },
	},
	{
		displayName: 'Clicked By',
		name: 'clickedBy',
		type: 'options',
		options: [
			{
				name: 'Everybody',
				value: 'all',
				description: 'Also programs, such as those that check links before people see them',
			},
			{
				name: 'People Only',
				value: 'people',
				description: 'Only clicks that the service counts as those of a person',
			},
		],
		default: 'people',
		description: 'Whose clicks start the workflow',
		displayOptions: { show: { '/event': ['linkClicked'] } },
	},
	{
		displayName: 'Look Up By',
		name: 'lookUpBy',
		type: 'options',
		options: [
			{
				name: 'Message ID',
				value: 'id',
				description: 'The ID that the service gave when the message was sent',
			},
			{
				name: 'Reference',
				value: 'reference',
				description: 'The reference (external ID) that the message was sent with',
			},
		],
		default: 'id',
		description: 'How the messages to watch are named',
		displayOptions: { show: { '/event': ['messageStatusChanged'] } },
	},
	{
		displayName: 'Message IDs',
		name: 'messageIds',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 40300001, 40300002',
		description:
			'Up to 5,000 message IDs, with commas or line breaks between them, or an expression that returns a list',
		displayOptions: { show: { '/event': ['messageStatusChanged'], lookUpBy: ['id'] } },
	},
	{
		displayName: 'References',
		name: 'references',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. order1001, order1002',
		description:
			'Up to 250 references, with commas or line breaks between them, or an expression that returns a list',
		displayOptions: { show: { '/event': ['messageStatusChanged'], lookUpBy: ['reference'] } },
	},
	{
		displayName: 'Notify',
		name: 'notify',
		type: 'options',
		options: [
			{
				name: 'At Every Change',
				value: 'every',
				description: 'For example when a message is sent, and again when it is delivered',
			},
			{
				name: 'At the Final Status',
				value: 'final',
				description: 'Once, for example when a message is delivered or has expired',
			},
		],
		default: 'final',
		description: 'When to start the workflow for a message',
		displayOptions: { show: { '/event': ['messageStatusChanged'] } },
	},
	{
		displayName: 'Task IDs',
		name: 'taskIds',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 70010001, 70010002',
		description:
			'Up to 250 task IDs, as SMS: Send Bulk and SMS: Send Individual return them, with commas or line breaks between them, or an expression that returns a list',
		displayOptions: { show: { '/event': TASK_EVENTS } },
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Also Report What Is Already Running',
				name: 'reportExisting',
				type: 'boolean',
				default: false,
				description:
					'Whether the first poll also reports what is unfinished at that time, and each message or task that is named. Otherwise it only takes note of them.',
			},
			{
				displayName: 'Campaign ID',
				name: 'campaignId',
				type: 'string',
				default: '',
				placeholder: 'e.g. 1043',
				description: 'Only report clicks on links that were sent with this campaign',
				displayOptions: { show: { '/event': ['linkClicked'] } },
			},
			{
				displayName: 'Campaign IDs',
				name: 'campaignIds',
				type: 'string',
				default: '',
				placeholder: 'e.g. 1043, 1044',
				description: 'Only report these campaigns, with commas between their IDs',
				displayOptions: { show: { '/event': ALL_CAMPAIGN_EVENTS } },
			},
			{
				displayName: 'Expected Messages',
				name: 'expected',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				description:
					'How many messages each task has. With 0 a task counts as finished when all that were sent have come to an end and nothing has moved between two polls.',
				displayOptions: { show: { '/event': TASK_EVENTS } },
			},
			{
				displayName: 'Is an Opt-Out',
				name: 'optOut',
				type: 'options',
				options: [
					{ name: 'Does Not Matter', value: 'any', description: 'All replies' },
					{
						name: 'No',
						value: 'none',
						description: 'Only replies that are no opt-out',
					},
					{
						name: 'Yes',
						value: 'only',
						description: 'Only replies such as STOP, СТОП or ARRÊT',
					},
				],
				default: 'any',
				description:
					'Whether to report replies that ask for no more messages. The whole reply must be a usual keyword such as STOP, CANCEL or ARRET, or one of your own. Case, accents, punctuation and a polite word do not matter.',
				displayOptions: { show: { '/event': ['messageReceived'] } },
			},
			{
				displayName: 'Minimum Change',
				name: 'step',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 1,
				description:
					'By how many messages a counter must change before it is reported again. The end is reported in any case.',
				displayOptions: { show: { '/event': ['campaignProgress', 'bulkTaskProgress'] } },
			},
			{
				displayName: 'Own Opt-Out Words',
				name: 'optOutWords',
				type: 'string',
				default: '',
				placeholder: 'e.g. NOMORE, no ads',
				description:
					'More keywords by which people ask for no more messages, with commas between them. Each counts as the whole reply.',
				displayOptions: { show: { '/event': ['messageReceived'] } },
			},
			{
				displayName: 'Report When First Seen',
				name: 'reportNew',
				type: 'boolean',
				default: true,
				description:
					'Whether to report the status that something has when the trigger sees it for the first time. An end is reported in any case.',
				displayOptions: {
					show: {
						'/event': [
							'campaignStatusChanged',
							'campaignMessageStatusChanged',
							'applicationStatusChanged',
						],
					},
				},
			},
			{
				displayName: 'Senders',
				name: 'senders',
				type: 'string',
				default: '',
				placeholder: 'e.g. Shop, Bookstore',
				description: 'Only report what belongs to these senders, with commas between their names',
				displayOptions: {
					show: {
						'/event': [...ALL_CAMPAIGN_EVENTS, 'applicationStatusChanged', 'messageReceived'],
					},
				},
			},
			{
				displayName: 'Statuses',
				name: 'statuses',
				type: 'multiOptions',
				options: [
					{ name: 'Creation', value: 'creation', description: 'The campaign has been created' },
					{ name: 'Done', value: 'done', description: 'The campaign is completed' },
					{ name: 'Moderation', value: 'moderation', description: 'The campaign is being checked' },
					{
						name: 'Paused',
						value: 'paused',
						description: 'No messages are sent. An RCS campaign is paused for lack of funds.',
					},
					{ name: 'Scheduled', value: 'scheduled', description: 'The campaign starts later' },
					{ name: 'Sending', value: 'sending', description: 'Sending has started' },
					{
						name: 'Spam',
						value: 'spam',
						description: 'The campaign has not passed moderation',
					},
					{
						name: 'Stopped',
						value: 'stopped',
						description: 'The campaign was stopped and cannot be resumed',
					},
				],
				default: [],
				description:
					'Only report campaigns that enter one of these statuses. Without any, all are reported.',
				displayOptions: { show: { '/event': ['campaignStatusChanged'] } },
			},
			{
				displayName: 'Words',
				name: 'words',
				type: 'string',
				default: '',
				placeholder: 'e.g. yes, order',
				description:
					'Only report replies that hold one of these words or phrases, with commas between them. Case does not matter.',
				displayOptions: { show: { '/event': ['messageReceived'] } },
			},
		],
	},
];
