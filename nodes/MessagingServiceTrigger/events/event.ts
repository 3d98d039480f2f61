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
	| 'messageReceived'
	| 'messageStatusChanged';

/**
 * How to take an object that was not watched so far: 'silent' notes it, 'existing' and 'recovered' report it as found,
 * 'new' reports it as new, 'final' reports it only when it is final.
 */
export type FirstSight = 'silent' | 'existing' | 'recovered' | 'new' | 'final';

/** One object as the service showed it. */
export interface Observation {
	/** Names the object within the trigger: 's12' SMS campaign, 'r12' RCS campaign, 'i1' message, 'x…' reference, 't1' task, 'a1' application, 'm…' reply, 'c1.2' a campaign's message. */
	key: string;
	status: string;
	/** The status is none that the service is known to have: no news is made of it. */
	strange?: true;
	/** It says that it is none of those that were asked for: it only tells where the others lie. */
	other?: true;
	/** A campaign that does not say of which type it is. */
	typeless?: true;
	/** One without a type on a page of the second list, which the first list shows as well: it belongs to that one. */
	shared?: true;
	/** One without a type on a page of the second list, of which the first list, being refused, does not tell whether it shows it as well. */
	unsure?: true;
	/** The first list will take it: it is not noted as known before. */
	waits?: true;
	final: boolean;
	/** Sent, delivered and so on: what "progress" means; null = the service does not tell it now. */
	counters: Array<number | null>;
	/** Creation time in the service's own words. */
	created?: string;
	/** A short hash of the name; '' = it tells none. It helps to tell campaigns of the same ID apart. */
	nameMark?: string;
	/** End, in the service's own words. */
	finished?: string;
	sender?: string;
	record: IDataObject;
}

/** What one item of the trigger carries. */
export interface StatusEvent {
	event: TriggerEvent;
	eventId: string;
	previousStatus: string | null;
	newStatus: string;
	isFinal: boolean;
	/** ISO 8601, n8n's clock. */
	noticedAt: string;
	/** The same event was emitted before: n8n may have stopped before it was worked on. */
	repeated?: true;
	/** The state was lost: what the service shows now, not a change that was seen. */
	recovered?: true;
	/** The status was there already when the workflow was activated. */
	existing?: true;
	/** What the counters were, for progress events. */
	previousCounters?: number[];
	record: IDataObject;
}

/**
 * Takes what happened to which object; returns an id that is the same for the same change in every life of the state, so it
 * holds no previous status and no time. `turn` tells apart the visits to one status: paused, sending, paused again.
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
