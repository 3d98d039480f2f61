import type { Rule } from './change';
import { eventIdOf, type Observation, type StatusEvent } from './event';

const created_at = '2026-01-15T09:30:00.000Z';
const sender = 'Sample';
const COUNTS = { sent: 1000, delivered: 970 };
const CAMPAIGN_MESSAGE: Pick<Observation, 'status' | 'counters' | 'record'> = {
	status: 'delivered',
	counters: [],
	record: {
		id: 2,
		campaign_id: 1,
		msisdn: '380000000000',
		reference: sender,
		sender,
		time_in: created_at,
		time_sent: created_at,
		time_dr: created_at,
		price: 0,
		currency: 'EUR',
		country: 'UA',
		parts: 1,
		type: 'sms',
		status: 'delivered',
	},
};
/** By the event, or by its first word. */
const MADE_UP: Record<string, Pick<Observation, 'status' | 'counters' | 'record'>> = {
	campaignMessageFinished: CAMPAIGN_MESSAGE,
	campaignMessageStatusChanged: CAMPAIGN_MESSAGE,
	messageReceived: {
		status: 'received',
		counters: [],
		record: {
			phone: '380000000000',
			text: 'STOP',
			opt_out: true,
			sender,
			received_at: created_at,
		},
	},
	campaign: {
		status: 'done',
		counters: [1000, 970],
		record: {
			id: 1,
			name: sender,
			sender,
			message_type: 'sms',
			status: 'done',
			created_at,
			statistics: COUNTS,
		},
	},
	message: {
		status: 'delivered',
		counters: [],
		record: {
			id: 1,
			msisdn: '380000000000',
			reference: sender,
			time_in: created_at,
			price: 0,
			currency: 'EUR',
			status: 'delivered',
		},
	},
	bulk: {
		status: 'finished',
		counters: [1000, 970, 30, 0, 0],
		record: {
			task_id: 1,
			originator: sender,
			...COUNTS,
			expired: 30,
			undeliverable: 0,
			unknown: 0,
		},
	},
	application: {
		status: 'registration completed',
		counters: [],
		record: {
			id: 1,
			sender,
			type: 'sms',
			country_code: 'UA',
			created_at,
			status: 'registration completed',
		},
	},
};

/** What "Fetch Test Event" returns: a true example where there is one, else one that is made up and says so. */
export function sampleOf({ event, mode }: Rule, example: Observation | undefined): StatusEvent {
	const made = MADE_UP[event] ??
		MADE_UP[/^[a-z]+/.exec(event)?.[0] ?? ''] ?? { status: '', counters: [], record: {} };
	const { key, status, final, counters, record } = example ?? {
		key: 'sample',
		final: true,
		...made,
	};
	const counted = counters.map((count) => count ?? 0);
	const isProgress = mode === 'progress';
	return {
		event,
		eventId: eventIdOf(event, key, status, 1, isProgress ? counted : undefined),
		previousStatus: null,
		newStatus: status,
		isFinal: final,
		origin: example ? 'test' : 'sample',
		...(isProgress && { previousCounters: counted.map(() => 0) }),
		record,
	};
}
