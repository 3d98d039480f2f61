/**
 * Message Status Changed: messages that the user names by ID or by reference (specification 4.3, 4.4). An item holds the
 * message as SMS: Get gives it.
 */
import type { IDataObject } from 'n8n-workflow';
import { normaliseMessage } from '../../shared/reply';
import { MESSAGE_STATUSES } from '../../shared/spec';
import { MESSAGE_ID_LETTER } from '../state/state';
import type { Observation } from './event';
import { asStatus } from './reading';

/** The first letter of a message's key: named by its ID, or by its reference. */
export const MESSAGE_LETTERS = { id: MESSAGE_ID_LETTER, reference: 'x' } as const;

/** Takes the key of a message, the service's reply (undefined = it does not know it) and its zone; returns what is seen of it. */
export function seeMessage(key: string, body: unknown, zone: string): Observation | undefined {
	return body === undefined ? undefined : seeMessageRecord(key, normaliseMessage(body, zone));
}

/** Takes the key of a message and what the service says of it in the form of 2.2; returns what is seen of it. */
export function seeMessageRecord(key: string, record: IDataObject): Observation {
	const status = asStatus(record.status);
	const final = MESSAGE_STATUSES[status];
	return {
		key,
		status,
		...(final === undefined && { strange: true }),
		final: final === true,
		counters: [],
		record,
	};
}
