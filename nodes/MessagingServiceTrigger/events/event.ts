import { hash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

/** The values of "Trigger On". Stored in workflows: never change them. */
export type TriggerEvent =
	| 'applicationStatusChanged'
	| 'bulkTaskFinished'
	| 'bulkTaskProgress'
	| 'campaignFinished'
	| 'campaignMessageFinished'
	| 'campaignMessageStatusChanged'
	| 'campaignProgress'
	| 'campaignStatusChanged'
	| 'linkClicked'
	| 'messageReceived'
	| 'messageStatusChanged';

export type CampaignType = 'sms' | 'rcs';

/**
 * How to take an object that was not watched so far: 'silent' notes it, 'existing' and 'recovered' report it as found,
 * 'new' reports it as new, 'final' reports it only when it is final.
 */
export type FirstSight = 'silent' | 'existing' | 'recovered' | 'new' | 'final';

/** The first letter of a key says what it names; the ID or reference follows. Part of every `event_id`: never change them. */
export const LETTERS = {
	sms: 's',
	rcs: 'r',
	application: 'a',
	task: 't',
	messageId: 'i',
	reference: 'x',
	reply: 'm',
	click: 'k',
	/** `c<campaign>.<message>` */
	campaignMessage: 'c',
} as const;

/** The ID, reference or task in a key such as 's12'. */
export const idOfKey = (key: string): string => key.slice(1);

/** The key of a campaign's message. */
export const campaignMessageKey = (campaign: string, message: string): string =>
	`${LETTERS.campaignMessage}${campaign}.${message}`;

/** The campaign and the message in such a key. */
export function partsOfKey(key: string): { campaign: string; message: string } {
	const [campaign = '', message = ''] = idOfKey(key).split('.');
	return { campaign, message };
}

/** Compares IDs as numbers, whatever their length: negative when the first is smaller. */
export const compareIds = (one: string, other: string): number =>
	one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);

/** One object as the service showed it. */
export interface Observation {
	/** Names the object within the trigger (LETTERS). */
	key: string;
	status: string;
	/** The status is none that a document knows: no news is made of it. */
	strange?: true;
	final: boolean;
	/** Sent, delivered and so on: what "progress" means; null = left out. */
	counters: Array<number | null>;
	/** Creation time and end in the service's own words. */
	created?: string;
	finished?: string;
	sender?: string;
	record: IDataObject;
}

/** What changed of an object. */
export interface Change {
	eventId: string;
	previousStatus: string | null;
	newStatus: string;
	isFinal: boolean;
	/** What the counters were, for progress events. */
	previousCounters?: number[];
}

/** What one item of the trigger carries. */
export interface StatusEvent extends Change {
	event: TriggerEvent;
	/** Why it is reported: a change that was seen, or what docs/trigger.md says of the others. */
	origin: 'change' | 'repeated' | 'recovered' | 'existing' | 'example' | 'made up';
	record: IDataObject;
}

/**
 * An id that is the same for the same change in every life of the state, so it holds no previous status and no time.
 * @param turn tells apart the visits to one status: paused, sending, paused again
 */
export function eventIdOf(
	event: TriggerEvent,
	key: string,
	status: string,
	turn: number,
	counters?: number[],
): string {
	return hash('sha256', JSON.stringify([event, key, status, counters ?? turn]), 'hex').slice(0, 24);
}
