import type { IDataObject } from 'n8n-workflow';
import type { Rule } from './diff';
import { eventIdOf, type Observation, type StatusEvent } from './events';

/** What "Fetch Test Event" returns: as an event, and said to be an example. */
export interface SampleEvent extends StatusEvent {
	test: true;
	/** true: made up, as the account has nothing to show. */
	sample: boolean;
}

const CREATED = '2026-01-15T09:30:00.000Z';
const MADE_UP: Record<'campaign' | 'message' | 'bulkTask' | 'application', { status: string; counters: number[]; record: IDataObject }> = {
	campaign: { status: 'done', counters: [1000, 970], record: { id: 1, name: 'Sample campaign', sender: 'Sample', message_type: 'sms', created_at: CREATED, statistics: { sent: 1000, delivered: 970 } } },
	message: { status: 'delivered', counters: [], record: { id: 1, msisdn: '380000000000', reference: 'sample', time_in: CREATED, price: 0, currency: 'EUR' } },
	bulkTask: { status: 'finished', counters: [1000, 970, 30, 0, 0], record: { task_id: 1, originator: 'Sample', sent: 1000, delivered: 970, expired: 30, undeliverable: 0, unknown: 0 } },
	application: { status: 'registration completed', counters: [], record: { id: 1, sender: 'Sample', type: 'sms', country_code: 'UA', created_at: CREATED } },
};

/** Takes a true example where there is one; returns the item of the test step. */
export function sampleOf(rule: Rule, example: Observation | undefined, now: number): SampleEvent {
	const kind = (Object.keys(MADE_UP) as Array<keyof typeof MADE_UP>).find((name) => rule.event.startsWith(name)) ?? 'campaign';
	const made = MADE_UP[kind];
	const { key, status, final, counters, record } = example ?? { key: 'sample', final: true, ...made, record: { ...made.record, ...(kind === 'bulkTask' ? {} : { status: made.status }) } };
	const progress = rule.mode === 'progress';
	return {
		test: true,
		sample: example === undefined,
		event: rule.event,
		eventId: eventIdOf(rule.event, key, status, 1, progress ? counters : undefined),
		previousStatus: null,
		newStatus: status,
		isFinal: final,
		noticedAt: new Date(now).toISOString(),
		...(progress ? { previousCounters: counters.map(() => 0) } : {}),
		record,
	};
}
