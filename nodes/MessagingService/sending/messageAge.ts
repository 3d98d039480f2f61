import type { IDataObject } from 'n8n-workflow';
import type { Recipient } from './outcomes';
import { wasInCampaign } from './remember';
import type { SendRun } from './run';

/*
 * Whose campaign brought a message that shows under a reference of the user's own. Nothing keeps users from giving each campaign the same
 * references, such as the numbers of their customers. Then what an earlier campaign brought says nothing of this one: it neither proves
 * that it was accepted, nor that it was not, as a service may show one message of several under a reference.
 *
 * An SMS needs none of this: the service refuses it under a reference that it knows, whoever used it.
 */

/** Clocks differ, and the service writes whole seconds. */
export const CLOCKS_DIFFER_MS = 60_000;

/** A day, and the hours by which two time zones differ at most: what is older is so by any clock. */
export const OLDER_MS = 26 * 3_600_000;

/** Five years: what is said to be older has no time at all, as where a service writes 1970 or the year 1. */
const YEARS_MS = 5 * 365 * 86_400_000;

/** What tells how a message stands to a run. */
type KnownOfRun = Pick<SendRun, 'parameters' | 'memory'>;

/** How a message that the service shows under a reference of a run stands to it. */
export type MessageAge =
	/** It came since the run began, or nobody else can have used its reference. */
	| 'ofRun'
	/** It was there long before, by any clock. */
	| 'older'
	/** It may have been there before. */
	| 'unclear';

/** Takes a message that the service shows under a reference of a campaign; returns whether the run may have brought it. */
export function ageOf(
	{ parameters, memory }: KnownOfRun,
	reference: string,
	{ id, time_in }: IDataObject,
): MessageAge {
	if (parameters.referenceMode !== 'custom') return 'ofRun';
	if (memory.shownBefore.get(reference) === String(id)) return 'older';
	const at = /^\d{4}-/.test(String(time_in)) ? Date.parse(String(time_in)) : NaN;
	// A service that tells no times leaves the references, and what it showed before the run sent anything.
	if (!(at > Date.now() - YEARS_MS)) return memory.earlierStart === 'no' ? 'ofRun' : 'unclear';
	const since = memory.beganAt;
	if (since === undefined) return 'unclear';
	if (at >= since - CLOCKS_DIFFER_MS) return 'ofRun';
	return at < since - OLDER_MS ? 'older' : 'unclear';
}

/**
 * Takes a recipient; returns what tells a message under its reference that may have been there before the campaign that carried it;
 * undefined where none did, or where its reference cannot be that of another message.
 */
export function earlierMessageOf(
	run: Pick<SendRun, 'parameters' | 'memory' | 'endpoint'>,
	recipient: Recipient,
): ((record: IDataObject) => boolean) | undefined {
	if (run.parameters.referenceMode !== 'custom') return undefined;
	if (!run.endpoint.campaign && !wasInCampaign(run.memory, recipient)) return undefined;
	return (record) => ageOf(run, recipient.message.reference, record) !== 'ofRun';
}
