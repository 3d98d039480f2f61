/** What one item of the trigger holds: at most twelve fields, under the names that the action node uses, the same for every item of an event. */
import type { IDataObject } from 'n8n-workflow';
import {
	applicationRow,
	campaignRow,
	clickRow,
	listedMessageRow,
	messageRow,
	rcsCampaignRow,
	taskRow,
} from '../../shared/reply';
import type { StatusEvent, TriggerEvent } from './event';

const CAMPAIGN_COLUMNS = ['campaign_id', 'name', 'status'];
const COUNTER_COLUMNS = ['sent', 'delivered', 'failed', 'sender', 'message_type'];
const CHANGE_COLUMNS = ['previous_status', 'is_final'];
const MESSAGE_COLUMNS = ['phone', 'status'];
const CAMPAIGN_MESSAGE_COLUMNS = ['reference', 'campaign_id', 'message_id', 'sender'];

interface Kind {
	toRow: (record: IDataObject) => IDataObject;
	/** The fields in their order; `event_id` and `origin` follow. */
	fields: readonly string[];
	/** The names of Observation.counters, under which their last values are told. */
	counters?: readonly string[];
}

const KINDS: Readonly<Record<TriggerEvent, Kind>> = {
	applicationStatusChanged: {
		toRow: applicationRow,
		fields: [
			'sender',
			'status',
			...CHANGE_COLUMNS,
			'reason',
			'country_code',
			'legal_name',
			'application_id',
			'created_at',
			'registered_at',
		],
	},
	bulkTaskFinished: {
		toRow: taskRow,
		fields: [
			'task_id',
			'status',
			'sent',
			'delivered',
			'expired',
			'undeliverable',
			'unknown',
			'price',
			'currency',
			'sender',
		],
	},
	bulkTaskProgress: {
		toRow: taskRow,
		fields: [
			'task_id',
			'status',
			'is_final',
			'sent',
			'delivered',
			'failed',
			'previous_sent',
			'previous_delivered',
			'previous_failed',
			'sender',
		],
		counters: ['sent', 'delivered', 'expired', 'undeliverable', 'unknown'],
	},
	campaignFinished: {
		toRow: campaignRow,
		fields: [...CAMPAIGN_COLUMNS, ...COUNTER_COLUMNS, 'created_at', 'finished_at'],
	},
	campaignMessageFinished: {
		toRow: listedMessageRow,
		fields: [
			...MESSAGE_COLUMNS,
			...CAMPAIGN_MESSAGE_COLUMNS,
			'price',
			'currency',
			'delivered_at',
			'finished_at',
		],
	},
	campaignMessageStatusChanged: {
		toRow: listedMessageRow,
		fields: [
			...MESSAGE_COLUMNS,
			...CHANGE_COLUMNS,
			...CAMPAIGN_MESSAGE_COLUMNS,
			'country',
			'delivered_at',
		],
	},
	campaignProgress: {
		toRow: rcsCampaignRow,
		fields: [
			'campaign_id',
			'status',
			'is_final',
			'sent',
			'delivered',
			'fallback_sent',
			'fallback_delivered',
			'previous_sent',
			'previous_delivered',
			'sender',
		],
		counters: ['sent', 'delivered', 'fallback_sent', 'fallback_delivered'],
	},
	campaignStatusChanged: {
		toRow: campaignRow,
		fields: [...CAMPAIGN_COLUMNS, ...CHANGE_COLUMNS, ...COUNTER_COLUMNS],
	},
	linkClicked: {
		toRow: clickRow,
		fields: [
			'phone',
			'clicked_at',
			'original_link',
			'short_link',
			'message_id',
			'is_human',
			'is_unique',
			'country_code',
			'device_os',
			'click_id',
		],
	},
	messageReceived: {
		// What was emitted once more without its record is no opt-out that anybody has seen.
		toRow: (reply) => ({ ...reply, opt_out: reply.opt_out ?? false }),
		fields: [
			'phone',
			'text',
			'opt_out',
			'sender',
			'received_at',
			'answers_message_id',
			'answers_reference',
			'answers_text',
			'answers_campaign_id',
			'reply_id',
		],
	},
	messageStatusChanged: {
		toRow: messageRow,
		fields: [
			...MESSAGE_COLUMNS,
			...CHANGE_COLUMNS,
			'message_id',
			'reference',
			'price',
			'currency',
			'delivered_at',
			'finished_at',
		],
	},
};

/** The last values of the counters, each as `previous_…`. What expired, could not be delivered or has no report has failed. */
function previousOf(names: readonly string[], counters: readonly number[] = []): IDataObject {
	const row: IDataObject = {};
	for (const [index, name] of names.entries()) row[`previous_${name}`] = counters[index] ?? 0;
	const [, , ...failed] = counters;
	return { ...row, previous_failed: failed.reduce((sum, count) => sum + count, 0) };
}

const isAbsent = (value: unknown): boolean =>
	value === undefined || value === '' || (typeof value === 'number' && Number.isNaN(value));

/** The names of an event's fields, in their order. */
export const fieldsOf = (event: TriggerEvent): string[] => [
	...KINDS[event].fields,
	'event_id',
	'origin',
];

/** The item's json of an event: a value keeps its type, and null stands where there is none. */
export function rowOf(event: StatusEvent): IDataObject {
	const { toRow, counters = [] } = KINDS[event.event];
	const { newStatus: status, previousStatus, isFinal, previousCounters } = event;
	const row: IDataObject = {
		...toRow({ ...event.record, status }),
		...previousOf(counters, previousCounters),
		status,
		previous_status: previousStatus,
		is_final: isFinal,
		event_id: event.eventId,
		origin: event.origin,
	};
	return Object.fromEntries(
		fieldsOf(event.event).map((name) => [name, isAbsent(row[name]) ? null : row[name]]),
	);
}
