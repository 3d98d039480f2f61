import type { IDataObject } from 'n8n-workflow';
import type { ServiceFault } from '../../shared/errors';
import { pool } from '../../shared/pool';
import type { Refusal } from '../../shared/validation';
import { askForMessage, listSenderCampaigns, type Finding } from './ask';
import type { Recipient } from './outcomes';
import type { SendRun } from './run';
import { CUT_OFF } from './unknownOutcome';

/*
 * The first request of a send, where an earlier process may have made the same one and was killed before it could leave a record.
 * Nothing can be written down before a request leaves (see cutOff.ts), so the service has to say.
 *
 * - A message with a reference needs no question: the service refuses a reference that it knows (section 7, code 23).
 * - A campaign need not be refused, so it is asked for. Where the saved execution shows that the node had begun, it is asked for like
 *   one whose reply was lost, and If the Outcome Stays Unknown decides what follows: by default the node stops.
 * - Where nothing speaks for an earlier process, and nothing excludes one, it is asked for in passing, and a campaign that does not show
 *   is sent: nothing could ever be sent otherwise. It is asked only with automatic references. Any other may have come with another
 *   send, and says nothing of this one. A job that n8n 1.x runs again has the recipients that it had, so two questions are enough. A
 *   retry from the list may have others: whoever corrects the list puts some in, or takes some out, and only the question for each
 *   tells that none of them was in an earlier campaign. Of many that costs much, so the service is asked first whether there is a
 *   campaign of the same sender at all that could be it.
 * - n8n 1.x gives a retry other references. Where such an execution was cut off there is nothing to ask for, and nothing is sent.
 */

/** Why a send may have gone out before, of which the saved execution shows that it was cut off; undefined where nothing shows it. */
export function doubtOf(
	{ endpoint, memory }: SendRun,
	references: readonly string[],
): ServiceFault | undefined {
	const isProtected = !endpoint.campaign && references.length > 0;
	return !isProtected && memory.earlierStart === 'shown' ? CUT_OFF : undefined;
}

/**
 * The question for a campaign that an earlier process may have made; undefined where there is no reason to ask. `references` are those
 * of all recipients, or none.
 */
export function questionInPassing(
	run: SendRun,
	recipients: readonly Recipient[],
	references: readonly string[],
): (() => Promise<Finding>) | undefined {
	const { ctx, endpoint, memory, parameters } = run;
	const item = recipients[0]?.message.item ?? 0;
	const isProof = endpoint.campaign && parameters.referenceMode === 'automatic';
	if (!isProof || references.length === 0 || memory.earlierStart !== 'possible') return undefined;
	return async () => {
		// A test key gets random information.
		if ((await ctx.service(item)).answersAtRandom) return { is: 'hidden' };
		// A service need not keep a message for every recipient, so that another one is asked for.
		const ends = new Set([references[0] ?? '', references.at(-1) ?? '']);
		let told: Finding = { is: 'notThere' };
		for (const reference of ends) {
			const finding = await askForMessage(ctx, { reference, item });
			if (finding.is === 'there') return finding;
			if (finding.is === 'hidden') told = finding;
		}
		// The requests of a file are the same at any time.
		const isOfFile = recipients.every(({ message }) => message.line !== undefined);
		if (isOfFile || !mayHaveOtherRecipients(run)) return told;
		const between = references.slice(1, -1);
		const isCheap = between.length <= ASKED_IN_PASSING;
		if (!isCheap && !(await mayHaveCampaign(run, recipients))) return { is: 'notThere' };
		return await askForAny(run, between, item);
	};
}

/** For how many messages the service is asked in passing, whatever its list of campaigns shows. */
const ASKED_IN_PASSING = 20;
/** For how many senders its campaigns are listed. */
const SENDERS_AT_MOST = 5;
/** Clocks differ, and the service writes whole seconds. */
const CLOCKS_DIFFER_MS = 60_000;

/** Whether an earlier process may have sent a campaign of this run to others than those that it goes out to now. */
export const mayHaveOtherRecipients = ({ ctx, memory }: SendRun): boolean =>
	memory.earlierStart !== 'no' && ctx.functions.getMode() === 'retry';

/** When the execution began for the first time, as far as n8n tells; a day ago at the latest. */
function beganAt({ ctx: { functions } }: SendRun): number {
	const told =
		'getExecutionContext' in functions ? functions.getExecutionContext()?.establishedAt : undefined;
	return Math.min(told ?? Infinity, Date.now() - CUT_OFF_MS) - CLOCKS_DIFFER_MS;
}

/** Whether one of the senders has a campaign that came since the execution began, or the service does not tell. */
async function mayHaveCampaign(run: SendRun, recipients: readonly Recipient[]): Promise<boolean> {
	const since = beganAt(run);
	const bySender = new Map(recipients.map(({ message }) => [message.sender, message.item]));
	if (bySender.size > SENDERS_AT_MOST) return true;
	for (const [sender, item] of bySender) {
		const listed = await listSenderCampaigns(run.ctx, sender, item);
		const isOther = ({ id, created_at }: IDataObject): boolean =>
			!run.campaigns.has(id) && !(Date.parse(String(created_at)) < since);
		if (listed === undefined || listed.some(isOther)) return true;
	}
	return false;
}

/** After so many questions that the service did not answer, it is asked for no more. */
const UNANSWERED_AT_MOST = 10;

/** Asks for messages until the service shows one of them, or has left too many questions unanswered. */
async function askForAny(
	{ ctx, parameters }: SendRun,
	references: readonly string[],
	item: number,
): Promise<Finding> {
	let told: Finding = { is: 'notThere' };
	let unanswered = 0;
	await pool(
		references,
		parameters.requestsInFlight,
		async (reference) => {
			const finding = await askForMessage(ctx, { reference, item });
			// What shows weighs more than what another question could not learn.
			if (finding.is === 'there' || (finding.is === 'hidden' && told.is === 'notThere'))
				told = finding;
			if (finding.is === 'hidden') unanswered++;
		},
		() => told.is === 'there' || unanswered >= UNANSWERED_AT_MOST || ctx.signal?.aborted === true,
	);
	return told;
}

/** An execution that was cut off is mostly retried on the same day. */
export const CUT_OFF_MS = 86_400_000;

/** Whether a campaign may be the one of an execution that was cut off. */
export const isOfLastDay = ({ created_at }: IDataObject): boolean =>
	Date.parse(String(created_at)) >= Date.now() - CUT_OFF_MS;

/** Why nothing is sent in a retry whose references are others than those of the execution that was cut off. */
export const IDENTITY_LOST: Refusal = {
	field: 'Execution',
	message: 'The earlier run was cut off, and these messages may already have gone out',
	description:
		'Nothing is sent: n8n 1.x keeps nothing by which these messages could be told from new ones. Look in the service for what went out, and start the workflow anew for the rest.',
};
