/** How an object of the service becomes an observation: what it is called, its status, its counters, its record. */
import type { IDataObject } from 'n8n-workflow';
import {
	idOf,
	normaliseApplication,
	normaliseCampaign,
	normaliseListedMessage,
	normaliseTask,
	numberOf,
	TASK_COUNTERS,
} from '../../shared/reply';
import { APPLICATION_STATUSES, CAMPAIGN_STATUSES, MESSAGE_STATUSES } from '../../shared/spec';
import { campaignMessageKey, LETTERS, type CampaignType, type Observation } from './event';

export const asText = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const asTime = (value: unknown): string => asText(value).trim();
const asStatus = (value: unknown): string => asText(value).trim().toLowerCase();
const asObject = (value: unknown): Record<string, unknown> =>
	value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
/** What a table of a document says of a status: which are final, and which are none of its own. */
const judged = (status: string, finals: Readonly<Partial<Record<string, boolean>>>) => ({
	status,
	...(finals[status] === undefined && ({ strange: true } as const)),
	final: finals[status] === true,
});

/**
 * A campaign of the list of a type (2.1); undefined when it is of another type. Most of a page are known and finished: only the
 * others are read in full.
 */
export function seeCampaign(
	raw: Record<string, unknown>,
	type: CampaignType,
	zone: string,
): Observation | undefined {
	const named = asStatus(raw.message_type ?? raw.mesage_type);
	if (named !== '' && named !== type) return undefined;
	let normalised: IDataObject | undefined;
	const recordOf = () => (normalised ??= normaliseCampaign(raw, zone));
	return {
		key: LETTERS[type] + asText(raw.id),
		...judged(asStatus(raw.status), CAMPAIGN_STATUSES),
		created: asTime(raw.created_at),
		finished: asTime(raw.finished_at),
		sender: asText(raw.sender),
		get counters() {
			const { statistics, alternative_channels: channels } = recordOf();
			const own = asObject(statistics);
			const sms = asObject(asObject(channels).sms);
			return [own.sent, own.delivered, sms.sent, sms.delivered].map(numberOf);
		},
		get record() {
			return recordOf();
		},
	};
}

/** A sender application (2.4). */
export function seeApplication(raw: Record<string, unknown>, zone: string): Observation {
	const text = asStatus(raw.status);
	const status = APPLICATION_STATUSES[text];
	return {
		key: LETTERS.application + asText(raw.id),
		status: status?.name ?? text,
		...(status === undefined && { strange: true }),
		final: status?.final === true,
		counters: [],
		// Nothing changes after the end.
		finished: asTime(raw.status_changed_at) || asTime(raw.created_at),
		sender: asText(raw.sender),
		record: normaliseApplication(raw, zone),
	};
}

/** A message in the node's form (2.2) under the key by which it is watched. */
export const seeMessage = (key: string, record: IDataObject): Observation => ({
	key,
	...judged(asStatus(record.status), MESSAGE_STATUSES),
	counters: [],
	record,
});

/** A message as the list of messages shows it (extensions notes, section 1); undefined when it is of another campaign. Only news is read in full. @param campaign '' = any */
export function seeCampaignMessage(
	raw: Record<string, unknown>,
	campaign: string,
	zone: string,
): Observation | undefined {
	const named = asText(raw.campaign_id);
	if (campaign !== '' && named !== '' && named !== campaign) return undefined;
	const id = asText(raw.id);
	let normalised: IDataObject | undefined;
	return {
		key: id === '' ? '' : campaignMessageKey(campaign, id),
		...judged(asStatus(raw.status), MESSAGE_STATUSES),
		counters: [],
		get record() {
			return (normalised ??= { ...normaliseListedMessage(raw, zone), campaign_id: idOf(campaign) });
		},
	};
}

/**
 * A bulk task (2.3), which has no status of its own: it is `finished` when as many messages have ended as were expected or,
 * where that is not known, when all that were sent have and nothing moved since the last look.
 * @param expected 0 = not known
 * @returns undefined when the reply is not about a task
 */
export function seeTask(
	key: string,
	body: unknown,
	expected: number,
	before?: number[],
): Observation | undefined {
	const record = normaliseTask(body, key.slice(1));
	const shown = TASK_COUNTERS.map((name) => numberOf(record[name]));
	if (shown.every((count) => count === null)) return undefined;
	// A counter that is left out has not moved.
	const counters = shown.map((count, index) => count ?? before?.[index] ?? 0);
	const [sent = 0, ...ends] = counters;
	const ended = ends.reduce((sum, count) => sum + count, 0);
	const isComplete = typeof shown[0] === 'number' && typeof shown[1] === 'number';
	const isStill = isComplete && before !== undefined && before.join() === counters.join();
	const final = expected > 0 ? ended >= expected : ended > 0 && ended >= sent && isStill;
	const begun = ended + sent > 0 ? 'sending' : 'new';
	return { key, status: final ? 'finished' : begun, final, counters, record };
}
