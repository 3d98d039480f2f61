import type { IDataObject } from 'n8n-workflow';
import { isOfPath, type ServiceFault } from '../../shared/errors';
import { pool } from '../../shared/pool';
import { backOff, pause } from '../../shared/transport';
import {
	askForMessage,
	isPage,
	listSenderCampaigns,
	WAS_THERE_BEFORE,
	type FindingInPassing,
} from './ask';
import { campaignIds } from './givenIds';
import { ageOf, CLOCKS_DIFFER_MS } from './messageAge';
import type { Message, Recipient } from './outcomes';
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
 *   is sent: nothing could ever be sent otherwise. A question that stays unanswered is not a campaign that does not show, so nothing is
 *   sent then. A reference that is not automatic may have come with another send: each message that shows settles itself alone, and
 *   nothing is sent beside it. One that is older than
 *   the execution by any clock came with another send. It may stand before one of this send, so the service is asked as well whether
 *   there is a campaign of the same sender that could be it.
 *   Whoever corrects the list before the retry puts some in, or takes some out, and only the question for each tells that none of them
 *   was in an earlier campaign. Of many that costs much, so the service is asked first whether there is a campaign of the same sender at
 *   all that could be it.
 */

/** Why a send may have gone out before, of which the saved execution shows that it was cut off; undefined where nothing shows it. */
export function doubtOf(
	{ endpoint, memory }: SendRun,
	references: readonly string[],
): ServiceFault | undefined {
	const isProtected = !endpoint.campaign && references.length > 0;
	return !isProtected && memory.earlierStart === 'shown' ? CUT_OFF : undefined;
}

const NOT_THERE: FindingInPassing = { is: 'notThere' };
const OLDER_THERE: FindingInPassing = { is: 'notThere', showsOlder: true };
const MAY_BE_OLDER: FindingInPassing = { is: 'hidden', fault: WAS_THERE_BEFORE };

/**
 * Whether a service refuses a question, and would refuse it tomorrow: it does not know the path, or says in words or with a code that
 * this account may not ask so. Such a service shows no campaign, whatever it holds. A page with 403 may be that of a firewall, and a
 * success that holds nothing may be that of anything: they tell as little as a lost answer, which says nothing of the next one.
 */
function isRefusedForGood(fault: ServiceFault): boolean {
	if (isOfPath(fault) || fault.httpStatus === 401) return true;
	const isSaid = fault.code !== undefined || fault.said !== undefined;
	return isSaid && !fault.retryable && !isPage(fault);
}

/** Asks in passing for a message by its reference. */
async function askPassing(run: SendRun, message: Message): Promise<FindingInPassing> {
	const { reference, item } = message;
	const finding = await askForMessage(run.ctx, { reference, item });
	if (finding.is === 'there') {
		const age = ageOf(run, message, finding.record);
		return age === 'ofRun' ? finding : age === 'older' ? OLDER_THERE : MAY_BE_OLDER;
	}
	if (finding.is !== 'hidden' || !finding.fault || isRefusedForGood(finding.fault))
		return NOT_THERE;
	return { is: 'hidden', fault: finding.fault };
}

/** Asks until the service answers, for `forMs` milliseconds: what was no answer of its own, such as a page, may pass. */
async function askUntilAnswered(
	{ ctx: { signal } }: SendRun,
	forMs: number,
	ask: () => Promise<FindingInPassing>,
): Promise<FindingInPassing> {
	const began = Date.now();
	for (let round = 0; ; round++) {
		const finding = await ask();
		const ms = backOff(round);
		if (finding.is !== 'hidden' || Date.now() - began + ms > forMs) return finding;
		if (!(await pause(ms, signal))) return finding;
	}
}

/**
 * The question for a campaign that an earlier process may have made; undefined where there is no reason to ask. `references` are those
 * of all recipients, or none.
 */
export function questionInPassing(
	run: SendRun,
	recipients: readonly Recipient[],
	references: readonly string[],
): (() => Promise<FindingInPassing>) | undefined {
	const { endpoint, memory, parameters } = run;
	const item = recipients[0]?.message.item ?? 0;
	if (!endpoint.campaign || references.length === 0) return undefined;
	if (memory.earlierStart !== 'possible') return undefined;
	const forMs = parameters.retryForMs(item);
	return async () => await askUntilAnswered(run, forMs, async () => await askOnce(run, recipients));
}

/** Asks for each of the messages of a campaign, as an earlier process may have sent it to others; of a file for its first and last. */
async function askOnce(run: SendRun, recipients: readonly Recipient[]): Promise<FindingInPassing> {
	const messages = recipients.map(({ message }) => message);
	const [first] = messages;
	// A test key gets random information.
	if (!first || (await run.ctx.service(first.item)).answersAtRandom) return NOT_THERE;
	const findings: FindingInPassing[] = [];
	// A service need not keep a message for every recipient, so that another one is asked for.
	for (const message of new Set([first, messages.at(-1) ?? first])) {
		const finding = await askPassing(run, message);
		if (finding.is !== 'notThere') return finding;
		findings.push(finding);
	}
	let mayHave: boolean | undefined;
	const mayBeThere = async (): Promise<boolean> =>
		(mayHave ??= await mayHaveCampaign(run, recipients));
	// The requests of a file are the same at any time.
	const isOfFile = recipients.every(({ message }) => message.line !== undefined);
	if (!isOfFile) {
		const between = messages.slice(1, -1);
		if (between.length <= ASKED_IN_PASSING || (await mayBeThere()))
			findings.push(await askForAny(run, between));
	}
	const told = findings.find(({ is }) => is !== 'notThere');
	if (told) return told;
	const showsOlder = findings.some((finding) => finding.is === 'notThere' && finding.showsOlder);
	return showsOlder && (await mayBeThere()) ? MAY_BE_OLDER : NOT_THERE;
}

/** For how many messages the service is asked in passing, whatever its list of campaigns shows. */
const ASKED_IN_PASSING = 20;
/** For how many senders its campaigns are listed. */
const SENDERS_AT_MOST = 5;

/** When the execution began for the first time, as far as n8n tells; a day ago at the latest. */
const beganAt = ({ memory }: SendRun): number =>
	Math.min(memory.beganAt ?? Infinity, Date.now() - CUT_OFF_MS) - CLOCKS_DIFFER_MS;

/** Whether one of the senders has a campaign that came since the execution began, or the service does not tell. */
async function mayHaveCampaign(run: SendRun, recipients: readonly Recipient[]): Promise<boolean> {
	const since = beganAt(run);
	const bySender = new Map(recipients.map(({ message }) => [message.sender, message.item]));
	if (bySender.size > SENDERS_AT_MOST) return true;
	for (const [sender, item] of bySender) {
		const listed = await listSenderCampaigns(run.ctx, sender, item);
		run.givenIds.list(campaignIds(...(listed ?? []).map(({ id }) => id)));
		const isOther = ({ id, created_at }: IDataObject): boolean =>
			!(run.endpoint.campaign && run.givenIds.has(campaignIds(id))) &&
			!(Date.parse(String(created_at)) < since);
		if (listed === undefined || listed.some(isOther)) return true;
	}
	return false;
}

/** Asks for messages until the service shows one of them, or leaves a question unanswered. */
async function askForAny(run: SendRun, messages: readonly Message[]): Promise<FindingInPassing> {
	const { ctx, parameters } = run;
	let told: FindingInPassing = NOT_THERE;
	await pool(
		messages,
		parameters.requestsInFlight,
		async (message) => {
			const finding = await askPassing(run, message);
			// What shows weighs more than what another question could not learn.
			if (finding.is === 'there' || (told.is === 'notThere' && finding !== NOT_THERE))
				told = finding;
		},
		() => told.is !== 'notThere' || ctx.signal?.aborted === true,
	);
	return told;
}

/** An execution that was cut off is mostly retried on the same day. */
export const CUT_OFF_MS = 86_400_000;

/** Whether a campaign may be the one of an execution that was cut off. */
export const isOfLastDay = ({ created_at }: IDataObject): boolean =>
	Date.parse(String(created_at)) >= Date.now() - CUT_OFF_MS;
