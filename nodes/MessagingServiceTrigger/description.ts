import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { CAMPAIGN_STATUSES } from '../shared/spec';
import type { TriggerEvent } from './events';

type Choice = INodePropertyOptions & { value: TriggerEvent };

const EVENTS: Choice[] = [
	{ name: 'Bulk Task Finished', value: 'bulkTaskFinished', description: 'When the messages of a bulk task have all come to an end' },
	{ name: 'Bulk Task Progress', value: 'bulkTaskProgress', description: 'When the counters of a bulk task move' },
	{ name: 'Campaign Finished', value: 'campaignFinished', description: 'When a campaign is done or stopped' },
	{ name: 'Campaign Progress', value: 'campaignProgress', description: 'When the counters of a campaign move' },
	{ name: 'Campaign Status Changed', value: 'campaignStatusChanged', description: 'When a campaign is created or enters another status' },
	{ name: 'Message Status Changed', value: 'messageStatusChanged', description: 'When a message named by ID or reference enters another status' },
	{ name: 'Sender Application Status Changed', value: 'applicationStatusChanged', description: 'When an application for a sender is created, registered or rejected' },
];

const CAMPAIGNS: TriggerEvent[] = ['campaignFinished', 'campaignProgress', 'campaignStatusChanged'];
const TASKS: TriggerEvent[] = ['bulkTaskFinished', 'bulkTaskProgress'];
const on = (...event: TriggerEvent[]): INodeProperties['displayOptions'] => ({ show: { '/event': event } });
const titled = (value: string): INodePropertyOptions => ({ name: value.charAt(0).toUpperCase() + value.slice(1), value });

/** The parameters of the trigger. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: EVENTS,
		default: 'campaignStatusChanged',
	},
	{
		displayName: 'Campaigns',
		name: 'messageType',
		type: 'options',
		displayOptions: on(...CAMPAIGNS),
		options: [
			{ name: 'RCS', value: 'rcs' },
			{ name: 'SMS', value: 'sms' },
			{ name: 'SMS and RCS', value: 'both' },
		],
		default: 'both',
		description: 'Which campaigns to watch. Watching both takes twice as many requests.',
	},
	{
		displayName: 'Look Up By',
		name: 'lookUpBy',
		type: 'options',
		displayOptions: on('messageStatusChanged'),
		options: [
			{ name: 'Message ID', value: 'id' },
			{ name: 'Reference', value: 'reference' },
		],
		default: 'id',
		description: 'How the messages are named',
	},
	{
		displayName: 'Message IDs',
		name: 'messageIds',
		type: 'string',
		required: true,
		displayOptions: { show: { event: ['messageStatusChanged'], lookUpBy: ['id'] } },
		default: '',
		placeholder: 'e.g. 40300001, 40300002',
		description: 'Up to 250 IDs, separated by commas, spaces or line breaks, or an expression that returns a list',
	},
	{
		displayName: 'References',
		name: 'references',
		type: 'string',
		required: true,
		displayOptions: { show: { event: ['messageStatusChanged'], lookUpBy: ['reference'] } },
		default: '',
		placeholder: 'e.g. order1001, order1002',
		description: 'Up to 250 references, separated by commas, spaces or line breaks, or an expression that returns a list',
	},
	{
		displayName: 'Notify',
		name: 'notify',
		type: 'options',
		displayOptions: on('messageStatusChanged'),
		options: [
			{ name: 'At Every Change', value: 'every' },
			{ name: 'At the Final Status', value: 'final' },
		],
		default: 'final',
		description: 'When to start the workflow for a message',
	},
	{
		displayName: 'Task IDs',
		name: 'taskIds',
		type: 'string',
		required: true,
		displayOptions: on(...TASKS),
		default: '',
		placeholder: 'e.g. 70010001',
		description: 'Up to 250 task IDs, separated by commas, spaces or line breaks, or an expression that returns a list',
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
				description: 'Whether the first poll reports what is unfinished already (and each message or task that is named), instead of only noting it',
			},
			{
				displayName: 'Campaign IDs',
				name: 'campaignIds',
				type: 'string',
				displayOptions: on(...CAMPAIGNS),
				default: '',
				description: 'Only these campaigns, separated by commas',
			},
			{
				displayName: 'Expected Messages',
				name: 'expected',
				type: 'number',
				typeOptions: { minValue: 0 },
				displayOptions: on(...TASKS),
				default: 0,
				description: 'How many messages each task has. With 0 a task counts as finished when all messages sent have come to an end and nothing moved between two polls.',
			},
			{
				displayName: 'Least Step',
				name: 'step',
				type: 'number',
				typeOptions: { minValue: 1 },
				displayOptions: on('campaignProgress', 'bulkTaskProgress'),
				default: 1,
				description: 'By how many messages a counter must move to be reported. The end is always reported.',
			},
			{
				displayName: 'New Ones',
				name: 'reportNew',
				type: 'boolean',
				displayOptions: on('campaignStatusChanged', 'applicationStatusChanged'),
				default: true,
				description: 'Whether to report what is seen for the first time. What is final at first sight is always reported.',
			},
			{
				displayName: 'Senders',
				name: 'senders',
				type: 'string',
				displayOptions: on(...CAMPAIGNS, 'applicationStatusChanged'),
				default: '',
				description: 'Only these senders, separated by commas',
			},
			{
				displayName: 'Statuses',
				name: 'statuses',
				type: 'multiOptions',
				displayOptions: on('campaignStatusChanged'),
				options: Object.keys(CAMPAIGN_STATUSES).sort().map(titled),
				default: [],
				description: 'Only these new statuses',
			},
		],
	},
];
