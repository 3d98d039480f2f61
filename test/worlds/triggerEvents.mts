import type { INodeExecutionData } from 'n8n-workflow';
import type { World } from './world.mts';

// What an event of the trigger is about, and how its words are compared with those of the service.

/** States after which nothing follows. */
export const FINAL: ReadonlySet<string> = new Set([
	'done',
	'stopped',
	'delivered',
	'read',
	'undeliverable',
	'undelivered',
	'failed',
	'rejected',
	'expired',
	'deleted',
	'registration completed',
	'finished',
]);

/** A status in the one form in which two are compared. */
export const plain = (status: unknown): string =>
	String(status)
		.toLowerCase()
		.replace(/_/g, ' ')
		.replace(/^registered$/, 'registration completed');

/** What names the thing that an event is about. */
export function idOf({ event }: World, { json }: INodeExecutionData): string {
	if (/^(?:campaignMessage|messageStatus)/.test(event)) return String(json.message_id);
	return String(json.campaign_id ?? json.application_id ?? json.task_id);
}

/** The status that an event tells. */
export const statusOf = ({ json }: INodeExecutionData): string => plain(json.status);

/** Whether an event says of itself that it was reported before, or that the state was lost. */
export const isFlagged = ({ json }: INodeExecutionData): boolean =>
	json.origin === 'repeated' || json.origin === 'recovered';
