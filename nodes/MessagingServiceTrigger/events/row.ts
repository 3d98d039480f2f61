/**
 * What one item of the trigger holds: flat, first what a next node maps, then what happened. The first part is the row that the
 * node's own operations give of the same thing.
 */
import type { IDataObject } from 'n8n-workflow';
import {
	applicationRow,
	campaignRow,
	filled,
	listedMessageRow,
	messageRow,
	taskRow,
} from '../../shared/reply';
import type { StatusEvent, TriggerEvent } from './event';
import { receivedEventRow } from './received';
import type { SampleEvent } from './sample';

/** The row of a task, which has no status of its own: one is made of its counters. */
function taskEventRow({ status, ...task }: IDataObject): IDataObject {
	const { task_id, ...row } = taskRow(task);
	return { task_id, status, ...row };
}

/** The row of a campaign's message: whom it went to and what became of it come first, then what tells whose it is. */
function campaignMessageRow(message: IDataObject): IDataObject {
	const { phone, status, reference, campaign_id, message_id, ...row } = listedMessageRow(message);
	return { phone, status, reference, campaign_id, message_id, ...row };
}

/** The row of the watched thing, for each event, and the names of its counters in the order of Observation.counters. */
const KINDS: Record<
	TriggerEvent,
	{ toRow: (record: IDataObject) => IDataObject; counters?: readonly string[] }
> = {
	applicationStatusChanged: { toRow: applicationRow },
	bulkTaskFinished: { toRow: taskEventRow },
	bulkTaskProgress: {
		toRow: taskEventRow,
		counters: ['sent', 'delivered', 'expired', 'undeliverable', 'unknown'],
	},
	campaignFinished: { toRow: campaignRow },
	campaignMessageFinished: { toRow: campaignMessageRow },
	campaignMessageStatusChanged: { toRow: campaignMessageRow },
	campaignProgress: {
		toRow: campaignRow,
		counters: ['sent', 'delivered', 'fallback_sent', 'fallback_delivered'],
	},
	campaignStatusChanged: { toRow: campaignRow },
	messageReceived: { toRow: receivedEventRow },
	messageStatusChanged: { toRow: messageRow },
};

/** Takes an event; returns the item's json. Items of one kind of event all have the same names in the same order. */
export function rowOf(event: StatusEvent | SampleEvent): IDataObject {
	const { toRow, counters = [] } = KINDS[event.event];
	const before = counters.map((name, index) => [
		`previous_${name}`,
		event.previousCounters?.[index] ?? 0,
	]);
	return filled({
		...toRow({ ...event.record, status: event.newStatus }),
		event: event.event,
		event_id: event.eventId,
		previous_status: event.previousStatus,
		is_final: event.isFinal,
		noticed_at: event.noticedAt,
		...Object.fromEntries(before),
		repeated: event.repeated === true,
		recovered: event.recovered === true,
		existing: event.existing === true,
		test: 'test' in event,
		sample: 'sample' in event && event.sample,
	});
}
