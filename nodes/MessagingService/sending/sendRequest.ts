import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { faultError, refusalError, type ServiceFault } from '../../shared/errors';
import { nodeError, type NodeFault } from '../dispatch/nodeErrors';
import { settleAlreadyAccepted, settleEachByReference } from './alreadyAccepted';
import {
	askForMessage,
	believedOnlyIfThere,
	listSenderCampaigns,
	questionByReference,
	questionByReferences,
	type Wanted,
} from './ask';
import { askForEach, type Sought } from './askForEach';
import { CUT_OFF_MS, doubtOf, questionInPassing } from './cutOffSend';
import { termsOf } from './quietHours';
import { CLOCKS_DIFFER_MS, earlierMessageOf } from './messageAge';
import { isOpen, reasonOf, type Message, type OpenRecipient, type Recipient } from './outcomes';
import type { BatchSettings } from './parameters';
import { Progress } from './progress';
import {
	noteRefused,
	recallRefused,
	refusalKeys,
	refused,
	stopAtEarlierRefusal,
} from './earlierRefusals';
import { refusesWhole } from './evidence';
import { mayHaveGoneOn } from './refusalDoubts';
import { campaignIds, madeIds } from './givenIds';
import { heldBefore, mayBeHeld, settleHeld } from './heldReferences';
import { isOfSomeNumber, refusalOfWhole, settleByRefusal } from './refusedRequest';
import { isManyMessages, settleTaken } from './takenReferences';
import { eventsOfReply, isReferenceTaken } from './replyEvents';
import { withProvenIds } from './idsByOrder';
import { hasAutomaticReference, hasOwnReference } from './references';
import {
	isOfOtherAccount,
	mayHaveBeenSplit,
	mayHaveHadFewer,
	mayHaveOtherRecipients,
	wasInCampaign,
} from './remember';
import type { SendRun } from './run';
import { sendOnce, type Sent } from './sendOnce';
import { EARLIER_TRY, OTHER_ACCOUNT, outcomeNotKnown } from './unknownOutcome';
import { unknownRecipientsError } from './unknownRecipients';

/** What became of the recipients of a request. */
export interface RequestOutcome {
	/** As they were when the request ended, in its order. */
	recipients: readonly Recipient[];
	/** Why it ended before all of them were settled, or why the whole was refused. */
	error?: NodeFault;
	/** Under Continue on Fail: the error that each comes out as. Without it all that were not accepted come out as `error`. */
	errors?: ReadonlyMap<Message, NodeFault>;
}

/** Settles the recipients of a request that the service answered: by what it says of each, else by asking for them. */
async function settleByReply(
	run: SendRun,
	progress: Progress,
	recipients: readonly Recipient[],
	{ reply, afterDoubt }: Extract<Sent, { became: 'accepted' }>,
): Promise<void> {
	const { ctx, endpoint, zone } = run;
	const { body } = reply;
	const told = endpoint.readReply(body, zone);
	const { answersAtRandom } = await ctx.service(recipients[0]?.message.item ?? 0);
	const said = eventsOfReply(endpoint, told, recipients, {
		answersAtRandom,
		afterDoubt,
		isRefused: !endpoint.campaign && endpoint.recipientsPerRequest > 1 && refusesWhole(reply),
		body,
	});
	const events = answersAtRandom ? said : await withProvenIds(run, recipients, said);
	const sought: Sought[] = [];
	recipients.forEach((recipient, index) => {
		const event = events[index];
		if (event?.type === 'ask') sought.push({ recipient, ask: event });
		else if (event) progress.advance(recipient, event);
	});
	await askForEach(run, progress, sought, told.summary);
}

/** What the requests of one try for the same recipients share. */
interface Attempt {
	settings: BatchSettings;
	/** Whether the user's Send Again was used up. */
	sendAgain: { used: boolean };
}

/** The references of recipients; none where one of them carries none. */
function referencesOf(recipients: readonly Recipient[]): string[] {
	const references = recipients.map(({ message }) => message.reference);
	return references.includes('') ? [] : references;
}

/** Whether nobody can tell what became of recipients for a campaign, of this try or of an earlier one: they may go out as messages now. */
const isDoubtOfCampaign = (
	{ endpoint }: Pick<SendRun, 'endpoint'>,
	recipients: readonly Recipient[],
): boolean => endpoint.campaign || recipients.some(({ message }) => wasInCampaign(message));

/** What is asked for a recipient. Only a reference that the user chose can be that of another message. */
function wantedOf(run: SendRun, recipient: Recipient): Wanted {
	const { reference, phone } = recipient.message;
	return hasOwnReference(recipient.message)
		? { reference, wasThereBefore: earlierMessageOf(run, recipient) }
		: { reference, phone };
}

/**
 * What is asked for recipients. Where the service showed messages under some references before, those alone tell something: nobody asked
 * for the others then.
 */
function wantedOfAll(run: SendRun, recipients: readonly Recipient[]): Wanted[] {
	const { shownBefore } = run.memory;
	const known = recipients.filter(({ message }) => shownBefore.has(message.reference));
	return (known.length > 0 ? known : recipients).map((recipient) => wantedOf(run, recipient));
}

/** Retry On Fail waits seconds between two tries, each of which may take minutes. */
const EARLIER_TRY_MS = 900_000;

/** Lists the campaigns of the sender that came since `since` and do not belong to this run: one of them may be what was sent. */
async function campaignCandidates(
	{ ctx, endpoint, givenIds }: SendRun,
	{ sender, item }: Message,
	since: number,
): Promise<IDataObject[] | undefined> {
	const listed = await listSenderCampaigns(ctx, sender, item);
	givenIds.list(campaignIds(...(listed ?? []).map(({ id }) => id)));
	// One whose time cannot be read may be new.
	return listed?.filter(
		({ id, created_at }) =>
			!(endpoint.campaign && givenIds.has(campaignIds(id))) &&
			!(Date.parse(String(created_at)) < since - CLOCKS_DIFFER_MS),
	);
}

/** Whether an earlier try may have sent one of these messages with the key of another account. */
const mayBeElsewhere = ({ memory, posted }: SendRun, messages: readonly Message[]): boolean =>
	messages.some((message) => isOfOtherAccount(memory, message.before) && !posted.has(message));

/** Sends what is open once, asking first where an earlier request may have carried it. */
async function sendOpen(
	run: SendRun,
	progress: Progress,
	open: readonly OpenRecipient[],
	{ settings, sendAgain, asked, attempted }: Attempt & { asked: Message; attempted: boolean },
): Promise<Sent> {
	const { ctx, endpoint, parameters, zone } = run;
	const { reference, item } = asked;
	const references = referencesOf(open);
	const cutOff = doubtOf(run, references);
	const since = Date.now() - (cutOff ? CUT_OFF_MS : attempted ? EARLIER_TRY_MS : 0);
	progress.advanceAll(open, { type: 'sending' });
	const messages = open.map(({ message }) => message);
	const body = endpoint.requestBody(messages, termsOf(settings, messages, zone));
	const wanted = wantedOfAll(run, open);
	const isCampaign = isDoubtOfCampaign(run, open);
	const asking = isCampaign
		? questionByReferences(ctx, wanted, item)
		: questionByReference(ctx, wanted, item);
	const isElsewhere = mayBeElsewhere(run, messages);
	const question = isElsewhere ? believedOnlyIfThere(asking, OTHER_ACCOUNT) : asking;
	const earlier = isElsewhere ? OTHER_ACCOUNT : EARLIER_TRY;
	let leftAt = 0;
	return await sendOnce(
		ctx,
		{ path: endpoint.path, body },
		{
			itemIndex: item,
			kind: isCampaign ? 'campaign' : 'message',
			references,
			senders: messages.map(({ sender }) => sender),
			isOfOtherRequest: (answer) =>
				run.givenIds.isOfOther(madeIds(endpoint, endpoint.readReply(answer, zone)), leftAt),
			recipients: open.length,
			// An automatic reference was made for this request. With any other, see settleHeld.
			mayBeOfCopy: (refusal) =>
				endpoint.campaign &&
				messages.every(hasAutomaticReference) &&
				run.memory.earlierStart === 'no' &&
				mayBeHeld(messages, refusal),
			namesRecipients: !endpoint.campaign && endpoint.recipientsPerRequest > 1,
			question: references.length === 0 ? undefined : question,
			candidates: isCampaign ? async () => await campaignCandidates(run, asked, since) : undefined,
			earlierTry: attempted ? earlier : cutOff,
			posting() {
				leftAt = run.givenIds.moment();
				for (const message of messages) run.posted.add(message);
			},
			askInPassing: questionInPassing(run, open, references),
			ifUnknown: parameters.ifUnknown(item),
			sendAgain,
			retryForMs: parameters.retryForMs(item),
		},
	).catch((error: unknown) => {
		// sendOnce throws only when n8n or the credential forbids the request. A message without a reference is sent only once, so that
		// request never left.
		if (reference === '') progress.advanceAll(open, { type: 'notSent' });
		throw error;
	});
}

/** The error of recipients of which nobody knows what became, for this reason. */
async function notKnownError(
	run: SendRun,
	recipients: readonly [OpenRecipient, ...OpenRecipient[]],
	fault: ServiceFault,
): Promise<NodeApiError> {
	const [{ message }] = recipients;
	const isCampaign = isDoubtOfCampaign(run, recipients);
	const since = Date.now() - EARLIER_TRY_MS;
	const candidates = isCampaign ? await campaignCandidates(run, message, since) : undefined;
	const notKnown = outcomeNotKnown(fault, {
		kind: isCampaign ? 'campaign' : 'message',
		references: referencesOf(recipients),
		candidates,
		ifUnknown: run.parameters.ifUnknown(message.item),
	});
	return faultError(run.ctx.node, notKnown, message.item);
}

const OF_ANOTHER: ServiceFault = {
	...EARLIER_TRY,
	message: 'What the service shows under its references are messages to other numbers',
};

const WENT_ON: ServiceFault = {
	...EARLIER_TRY,
	message:
		'The service refuses some recipients in words that do not say whether it took the others',
};

const SOME_SHOW: ServiceFault = {
	...EARLIER_TRY,
	message: 'The service shows only some of its messages',
};

/** Takes recipients; returns what tells whether a text is one of what was sent to them. */
function textsOf(recipients: readonly Recipient[]): (text: string) => boolean {
	const texts = new Set(
		recipients.flatMap(({ message: { phone, reference, sender, text } }) => [
			phone,
			`+${phone}`,
			reference,
			sender,
			text,
		]),
	);
	return (text) => texts.has(text);
}

/** Whether recipients went out in one campaign, of this try or of an earlier one. */
function wentTogether(recipients: readonly Recipient[]): boolean {
	const before = recipients[0]?.message.before;
	if (!before) return recipients.every(({ message }) => message.before === undefined);
	const { request } = before;
	return (
		request !== undefined &&
		recipients.every(({ message }) => wasInCampaign(message) && message.before?.request === request)
	);
}

/** Whether the service shows the message of a recipient. */
async function shows({ ctx }: SendRun, recipient: OpenRecipient | undefined): Promise<boolean> {
	return recipient !== undefined && (await askForMessage(ctx, recipient.message)).is === 'there';
}

/**
 * Settles what an earlier request carried, now that the service holds one of its messages.
 * @throws NodeApiError for recipients of a campaign that the service does not show, and where nothing is settled
 */
async function settleFound(
	run: SendRun,
	progress: Progress,
	sought: readonly OpenRecipient[],
	{ record, wasSent }: Extract<Sent, { became: 'found' }>,
	{ sendAgain }: Attempt,
): Promise<void> {
	const { endpoint, parameters, memory } = run;
	// One automatic reference proves that a campaign went out as a whole: it was made for this request. Any other may belong to another
	// campaign, so that every message is asked for. So may one of a process that was cut off, which found other moments for its campaigns.
	// It may have had fewer recipients as well, when the list was corrected since: then each is asked for, even after a request of this
	// try, as what shows may be that earlier campaign, late. The requests of a file stay the same, as its references count its lines:
	// where the first and the last line show, the others went out with them.
	const provesAll =
		endpoint.campaign &&
		sought.every(({ message }) => hasAutomaticReference(message)) &&
		wentTogether(sought) &&
		!sought.some(({ message }) => mayHaveBeenSplit(memory, message)) &&
		((wasSent && !mayHaveOtherRecipients(memory)) ||
			!sought.some(({ message }) => mayHaveHadFewer(memory, message)) ||
			(sought.every(({ message }) => message.line !== undefined) &&
				(await shows(run, sought[0])) &&
				(await shows(run, sought.at(-1)))));
	if (sought.length === 1 || provesAll) await settleAlreadyAccepted(run, progress, sought, record);
	else await settleEachByReference(run, progress, sought);
	const [first, ...others] = progress.open.filter(({ status }) => status === 'unknown');
	if (first === undefined) return;
	const { item } = first.message;
	// Asking again would bring the same.
	const isStuck = others.length + 1 === sought.length;
	// Messages go out again under their references: the service refuses those that it holds and does not show yet.
	if (!endpoint.campaign && !isStuck) return;
	if (isStuck || parameters.ifUnknown(item) === 'stop' || sendAgain.used)
		throw await notKnownError(
			run,
			[first, ...others],
			reasonOf(first) === undefined ? SOME_SHOW : OF_ANOTHER,
		);
}

/** No recipient's reference was asked for. */
const NONE: ReadonlySet<Message> = new Set();

/**
 * Sends the open recipients of a request until each is settled.
 * @throws NodeApiError or NodeOperationError when they cannot be sent, or when the outcome cannot be learned
 */
async function settleAll(run: SendRun, progress: Progress, settings: BatchSettings): Promise<void> {
	const { ctx, endpoint } = run;
	const attempt: Attempt = { settings, sendAgain: { used: false } };
	const takesRisk = ({ item }: Message): boolean =>
		run.parameters.ifUnknown(item) === 'sendAgain' && !attempt.sendAgain.used;
	const isAnyUnknown = (): boolean => progress.open.some(({ status }) => status === 'unknown');
	/** How many go out together. */
	let together = Infinity;
	for (;;) {
		const sentBefore = progress.open.filter(({ status }) => status === 'unknown');
		const attempted = sentBefore.length > 0;
		// What an earlier request may have carried goes by itself, so that what certainly was not sent is never in doubt with it.
		const open = (attempted ? sentBefore : progress.open).slice(0, together);
		const [first] = open;
		if (!first) return;
		const asked = first.message;
		if (!attempted) stopAtEarlierRefusal(ctx, refusalKeys(run, open));

		const before = attempted ? NONE : await heldBefore(run, open);
		const sentAt = Date.now();
		const sent = await sendOpen(run, progress, open, { ...attempt, asked, attempted });
		switch (sent.became) {
			case 'accepted':
				await settleByReply(run, progress, open, sent);
				// What the reply leaves unknown is not sent again.
				if (isAnyUnknown()) return;
				break;
			case 'found':
				await settleFound(run, progress, open, sent, attempt);
				break;
			case 'refused':
				// Whatever it says, it says nothing of the campaign that an earlier request may have made.
				if (sent.afterDoubt && isDoubtOfCampaign(run, open))
					throw await notKnownError(run, [first, ...open.slice(1)], sent.fault);
				if (
					endpoint.campaign &&
					mayBeHeld(
						open.map(({ message }) => message),
						sent,
					)
				) {
					await settleHeld(run, progress, open, sent, { sentAt, before });
					if (ctx.signal?.aborted || (isAnyUnknown() && !takesRisk(asked))) return;
					break;
				}
				if (isReferenceTaken(sent.fault) && isManyMessages(run, open)) {
					if (await settleTaken(run, progress, open)) break;
					return;
				}
				if (settings.leaveOut && mayHaveGoneOn(sent.body, open.length, textsOf(open)))
					throw await notKnownError(run, [first, ...open.slice(1)], {
						...WENT_ON,
						description: (sent.fault.said ?? '').trim(),
					});
				progress.advanceAll(open, { type: 'notSent' });
				if (isOfSomeNumber(progress, open, sent)) {
					together = Math.ceil(open.length / 2);
					continue;
				}
				if (!(await settleByRefusal(run, progress, open, sent, settings.leaveOut)))
					throw refused(ctx, refusalKeys(run, open), refusalOfWhole(sent, open));
				// What nobody can tell is not sent again.
				if (ctx.signal?.aborted || isAnyUnknown()) return;
				break;
			case 'unknown':
				if (sent.notSent) progress.advanceAll(open, { type: 'notSent' });
				throw faultError(ctx.node, sent.fault, asked.item);
		}
		together *= 2;
	}
}

/** Takes the recipients of a request that ended; returns its outcome, with the error of those of which nobody knows what became. */
export function withErrorOfUnknown(
	{ ctx, endpoint }: SendRun,
	recipients: readonly Recipient[],
): RequestOutcome {
	const error = ctx.signal?.aborted
		? undefined
		: unknownRecipientsError(ctx.node, recipients, endpoint.campaign);
	if (!error) return { recipients };
	const errors = new Map(recipients.filter(isOpen).map(({ message }) => [message, error] as const));
	return { recipients, error, errors };
}

/**
 * Sends the recipients of one request, none of them twice, and returns what became of them. A service that refuses some of them may
 * make it several requests. Nothing is thrown: what went wrong is the outcome's error.
 */
export async function sendRequest(
	run: SendRun,
	recipients: readonly Recipient[],
	settings: BatchSettings,
): Promise<RequestOutcome> {
	const { ctx, endpoint } = run;
	const progress = new Progress(recipients);
	recallRefused(run, progress);
	try {
		await settleAll(run, progress, settings);
	} catch (error) {
		return {
			recipients: progress.recipients,
			error: nodeError(ctx.node, error, recipients[0]?.message.item),
		};
	} finally {
		noteRefused(run, progress.recipients);
	}
	const ended = withErrorOfUnknown(run, progress.recipients);
	const { recipients: settled, error } = ended;
	if (error) return ended;
	const [only] = settled;
	// A message by itself that the service refuses is an error, unless the user wants such recipients left out.
	if (only?.status === 'refused' && endpoint.recipientsPerRequest === 1 && !settings.leaveOut)
		return {
			recipients: settled,
			error: refusalError(ctx.node, only.refusal, only.message.item),
		};
	return { recipients: settled };
}
