/**
 * Sender Application Status Changed: all applications for sender names, as their list (specification 4.13) shows them. An
 * item holds the application as Sender: Get Many gives it; `rejection_reason` tells why one was rejected.
 */
import { normaliseApplication } from '../../shared/reply';
import { APPLICATION_STATUSES } from '../../shared/spec';
import type { Observation } from './event';
import { asStatus, asText } from './reading';

/** The first letter of an application's key. */
export const APPLICATION_LETTER = 'a';

/** Takes a sender application as the service writes it (2.4) and the zone of the service; returns what is seen of it. */
export function seeApplication(raw: Record<string, unknown>, zone: string): Observation {
	const text = asStatus(raw.status);
	const status = APPLICATION_STATUSES[text];
	return {
		key: APPLICATION_LETTER + asText(raw.id),
		status: status?.name ?? text,
		...(status === undefined && { strange: true }),
		final: status?.final === true,
		counters: [],
		sender: asText(raw.sender),
		record: normaliseApplication(raw, zone),
	};
}
