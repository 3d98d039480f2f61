import type { IDataObject } from 'n8n-workflow';
import { pool } from '../../shared/pool';
import { isId } from '../../shared/reply';
import { pause } from '../../shared/transport';
import { askForMessage, WAS_THERE_BEFORE, type Finding } from './ask';
import { campaignInRecord, campaignOfMessage } from './campaignOfMessage';
import { cameBefore, earlierMessageOf } from './messageAge';
import { isAnothersAmong } from './namedRecipients';
import type { Recipient, RecipientEvent } from './outcomes';
import type { Progress } from './progress';
import { hasOwnReference } from './references';
import { referenceOfAnother } from './refusals';
import { isOfOtherAccount } from './remember';
import { requestFields, type ToBeAsked } from './replyEvents';
import type { SendRun } from './run';
import { OTHER_ACCOUNT } from './unknownOutcome';

/*
 * Recipients of which a reply proves nothing: each is asked for by its reference, and what is found there settles it. What nobody can
 * tell stays unknown, and says why.
 */

/** Pauses before the service is asked again for what it did not show, in milliseconds: a message may become visible a moment later. */
const PAUSES_MS = [0, 300, 1000, 3000];

/** For how many messages that are accepted anyway the service is asked for their campaigns. */
const NAMED_AT_MOST = 100;

/** A recipient that is to be asked for. */
export interface Sought {
	readonly recipient: Recipient;
	readonly ask: ToBeAsked;
	/** Is told the message that the service shows under its reference, be it its own or another's. */
	found?(record: IDataObject): void;
}

/** What an answer to the question for a recipient settles; undefined where it settles nothing. */
function eventOf(
	run: SendRun,
	{ recipient, ask }: Sought,
	finding: Finding,
	summary: IDataObject,
	isAnothers: ReturnType<typeof isAnothersAmong>,
): RecipientEvent | undefined {
	if (finding.is === 'notThere')
		return ask.afterDoubt || ask.mayShowLate ? undefined : ask.otherwise;
	if (finding.is !== 'there') return undefined;
	const { id, msisdn, price, currency } = finding.record;
	if (!isId(id)) return undefined;
	if (isAnothers(msisdn, recipient)) {
		// Only a reference that the user chose can be that of another message.
		const isRefused =
			ask.taken &&
			!ask.unrefused &&
			hasOwnReference(recipient.message) &&
			cameBefore(run, recipient.message, finding.record);
		return isRefused
			? { type: 'refused', refusal: referenceOfAnother(recipient.message.reference) }
			: ask.otherwise;
	}
	const { endpoint } = run;
	const own = endpoint.campaign ? {} : { id, ...(price !== undefined && { price, currency }) };
	return {
		type: 'accepted',
		answer: { fields: { ...requestFields(endpoint, summary), ...own }, summary },
		already: ask.taken === true,
	};
}

/** Why a recipient stays unknown, with what the service answered when it was asked for it. */
function reasonOf(
	{ memory }: SendRun,
	{ recipient, ask }: Sought,
	finding: Finding | undefined,
): string {
	const why = ask.reason.replace(/\.$/, '');
	if (recipient.message.reference === '')
		return `${why}. It has no reference by which it could be looked up`;
	if (finding?.is === 'notThere' && isOfOtherAccount(memory, recipient.message.before))
		return `${why}. ${OTHER_ACCOUNT.message}`;
	if (finding?.is === 'notThere') return `${why}. The service shows no message under its reference`;
	if (finding?.is === 'hidden' && finding.fault === WAS_THERE_BEFORE)
		return `${why}. ${WAS_THERE_BEFORE.message}`;
	if (finding?.is === 'there')
		return `${why}. The message under its reference is to another number`;
	return `${why}. The service does not tell what it holds under its reference`;
}

/**
 * Asks for each recipient by its reference, as many at a time as Requests at a Time says, and again after pauses where nothing shows, no
 * longer than Retry For. Settles what is found; the others become unknown, with the reason.
 * `summary` is what is known of the request that carried them.
 */
export async function askForEach(
	run: SendRun,
	progress: Progress,
	sought: readonly Sought[],
	summary: IDataObject = {},
): Promise<void> {
	const [first] = sought;
	if (!first) return;
	const { ctx, endpoint, parameters } = run;
	const deadline = Date.now() + parameters.retryForMs(first.recipient.message.item);
	const stopped = (): boolean => ctx.signal?.aborted === true;
	const isAnothers = isAnothersAmong(sought.map(({ recipient }) => recipient));
	const findings = new Map<Sought, Finding>();
	let named = 0;
	let isTold = true;

	/** The campaign of a message that an earlier request made. Each has its own: earlier requests may have been several. */
	async function summaryOf({ recipient, ask }: Sought, record: IDataObject): Promise<IDataObject> {
		if (!endpoint.campaign || !ask.taken) return summary;
		if (!isTold || ++named > NAMED_AT_MOST) return campaignInRecord(record);
		const campaign = await campaignOfMessage(ctx, record, recipient.message);
		isTold = campaign.id !== null;
		return campaign;
	}

	let open = sought.filter(({ recipient }) => recipient.message.reference !== '');
	for (const [round, ms] of PAUSES_MS.entries()) {
		// Retry For bounds the repetitions. The first question is part of the send, and is put for each
		// recipient however short that time is, as long as the service answers.
		if (open.length === 0 || (round > 0 && Date.now() + ms > deadline)) break;
		if (ms > 0 && !(await pause(ms, ctx.signal))) break;
		const unsettled: Sought[] = [];
		let isSilent = false;
		const isOver = (): boolean =>
			Date.now() > deadline && (round === 0 ? isSilent : unsettled.length > 0);
		await pool(
			open,
			parameters.requestsInFlight,
			async (one) => {
				const { reference, item } = one.recipient.message;
				// A refusal for a reference speaks of whatever the service holds under it.
				const isRefused = one.ask.taken === true && one.ask.unrefused !== true;
				const wasThereBefore = isRefused ? undefined : earlierMessageOf(run, one.recipient);
				const finding = await askForMessage(ctx, { reference, item, wasThereBefore });
				findings.set(one, finding);
				isSilent ||= finding.is === 'hidden';
				const record = finding.is === 'there' ? finding.record : undefined;
				if (record) one.found?.(record);
				const ofSummary = record ? await summaryOf(one, record) : summary;
				const event = eventOf(run, one, finding, ofSummary, isAnothers);
				if (event) progress.advance(one.recipient, event);
				else unsettled.push(one);
			},
			() => stopped() || isOver(),
		);
		if (stopped()) {
			progress.advanceAll(
				open.map(({ recipient }) => recipient),
				{ type: 'sending' },
			);
			return;
		}
		open = unsettled;
	}
	// Settled ones do not change any more.
	for (const one of sought) {
		const finding = findings.get(one);
		// What one account refuses, another one may have all the same.
		const isSettled =
			finding?.is === 'notThere' && !isOfOtherAccount(run.memory, one.recipient.message.before);
		const refused = isSettled ? one.ask.otherwise : undefined;
		const unknown = { type: 'unknown', reason: reasonOf(run, one, finding) } as const;
		progress.advance(one.recipient, refused ?? unknown);
	}
}
