/** What "Fetch Test Event" returns: a true example where there is one, else one that is made up and says so. */
import type { IDataObject } from 'n8n-workflow';
import type { Rule } from './change';
import { eventIdOf, type Observation } from './event';
import { fieldsOf, rowOf } from './row';

const AT = '2026-01-15T09:30:00+00:00';
/** By the name of the field; what is not here is null. */
const MADE_UP: IDataObject = {
	answers_campaign_id: 1,
	answers_message_id: 2,
	answers_reference: 'sample',
	answers_text: 'Sample',
	application_id: 1,
	campaign_id: 1,
	click_id: 'sample',
	clicked_at: AT,
	country: 'UA',
	country_code: 'UA',
	created_at: AT,
	currency: 'EUR',
	delivered: 970,
	delivered_at: AT,
	device_os: 'Android',
	expired: 30,
	failed: 30,
	finished_at: AT,
	is_final: true,
	is_human: true,
	is_unique: true,
	legal_name: 'Sample',
	message_id: 2,
	message_type: 'sms',
	name: 'Sample',
	opt_out: true,
	original_link: 'https://example.com',
	phone: '380000000000',
	previous_delivered: 0,
	previous_failed: 0,
	previous_sent: 0,
	price: 0,
	received_at: AT,
	reference: 'sample',
	registered_at: AT,
	reply_id: 1,
	sender: 'Sample',
	sent: 1000,
	short_link: 'https://example.com/sample',
	task_id: 1,
	text: 'STOP',
	undeliverable: 0,
	unknown: 0,
};

/** The final status that a made-up item shows; that of messages otherwise. */
const MADE_UP_STATUSES: Partial<Record<Rule['event'], string>> = {
	applicationStatusChanged: 'registration completed',
	bulkTaskFinished: 'finished',
	bulkTaskProgress: 'finished',
	campaignFinished: 'done',
	campaignProgress: 'done',
	campaignStatusChanged: 'done',
};

/** The json of the one item of a test step. */
export function exampleRow({ event, mode }: Rule, example: Observation | undefined): IDataObject {
	if (!example) {
		const status = MADE_UP_STATUSES[event] ?? 'delivered';
		const event_id = eventIdOf(event, 'sample', status, 1);
		const row: IDataObject = { ...MADE_UP, status, event_id, origin: 'made up' };
		return Object.fromEntries(fieldsOf(event).map((name) => [name, row[name] ?? null]));
	}
	const { key, status, final, counters, record } = example;
	const counted = mode === 'progress' ? counters.map((count) => count ?? 0) : undefined;
	return rowOf({
		event,
		eventId: eventIdOf(event, key, status, 1, counted),
		previousStatus: null,
		newStatus: status,
		isFinal: final,
		origin: 'example',
		record,
	});
}
