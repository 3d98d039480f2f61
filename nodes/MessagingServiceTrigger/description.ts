import type { INodeProperties } from 'n8n-workflow';
import { bool, choice, collection, number, required, shown, text } from '../shared/fields';
import { CAMPAIGN_STATUSES } from '../shared/spec';
import type { TriggerEvent } from './events';

const EVENTS: Record<TriggerEvent, string> = {
	bulkTaskFinished: 'Bulk Task Finished: When all its messages have come to an end',
	bulkTaskProgress: 'Bulk Task Progress: When its counters move',
	campaignFinished: 'Campaign Finished: When one is done or stopped',
	campaignProgress: 'Campaign Progress: When its counters move',
	campaignStatusChanged: 'Campaign Status Changed: When one is created or enters another status',
	messageStatusChanged:
		'Message Status Changed: When one named by ID or reference enters another status',
	applicationStatusChanged:
		'Sender Application Status Changed: When one is created, registered or rejected',
};

const CAMPAIGNS: TriggerEvent[] = ['campaignFinished', 'campaignProgress', 'campaignStatusChanged'];
const TASKS: TriggerEvent[] = ['bulkTaskFinished', 'bulkTaskProgress'];
const on = (events: TriggerEvent[], ...fields: INodeProperties[]) =>
	shown({ '/event': events }, ...fields);
const list = (names: string, what: string, example: string): INodeProperties =>
	required(
		`${names}: Up to 250 ${what}, with commas or lines between, or an expression that returns a list`,
		example,
	);

/** The parameters of the trigger. */
export const properties: INodeProperties[] = [
	choice(
		'event: Trigger On',
		Object.entries(EVENTS).map((entry) => entry.join(': ')),
		{ noDataExpression: true, default: 'campaignStatusChanged' },
	),
	...on(
		CAMPAIGNS,
		choice(
			'messageType: Campaigns: Which campaigns to watch; both take twice as many requests',
			['rcs: RCS', 'sms: SMS', 'both: SMS and RCS'],
			{ default: 'both' },
		),
	),
	...on(
		['messageStatusChanged'],
		choice('lookUpBy: Look Up By: How the messages are named', ['id: Message ID', 'reference']),
		...shown({ lookUpBy: ['id'] }, list('messageIds: Message IDs', 'IDs', '40300001, 40300002')),
		...shown(
			{ lookUpBy: ['reference'] },
			list('references: References', 'references', 'order1001, order1002'),
		),
		choice(
			'notify: Notify: When to start the workflow for a message',
			['every: At Every Change', 'final: At the Final Status'],
			{ default: 'final' },
		),
	),
	...on(TASKS, list('taskIds: Task IDs', 'task IDs', '70010001')),
	collection('options', 'option', [
		bool(
			'reportExisting: Also Report What Is Already Running: Whether the first poll reports what is unfinished (and each message or task that is named), instead of only noting it',
		),
		...on(CAMPAIGNS, text('campaignIds: Campaign IDs: Only these campaigns, separated by commas')),
		...on(
			TASKS,
			number(
				'expected: Expected Messages: Messages of each task. With 0 a task is finished when all that were sent have come to an end and nothing moved between two polls.',
				0,
				0,
			),
		),
		...on(
			['campaignProgress', 'bulkTaskProgress'],
			number(
				'step: Least Step: By how many messages a counter must move to be reported; the end always is',
				1,
			),
		),
		...on(
			['campaignStatusChanged', 'applicationStatusChanged'],
			bool(
				'reportNew: New Ones: Whether to report what is seen for the first time; always when it is final',
				true,
			),
		),
		...on(
			[...CAMPAIGNS, 'applicationStatusChanged'],
			text('senders: Senders: Only these senders, separated by commas'),
		),
		...on(['campaignStatusChanged'], {
			...choice(
				'statuses: Statuses: Only these new statuses',
				Object.keys(CAMPAIGN_STATUSES).sort(),
				{ default: [] },
			),
			type: 'multiOptions',
		}),
	]),
];
