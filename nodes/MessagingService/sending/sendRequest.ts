import { faultError, refusalError } from '../../shared/errors';
import { nodeError, type NodeFault } from '../dispatch/nodeErrors';
import { settleAlreadyAccepted, settleEachByReference } from './alreadyAccepted';
import { questionByReference } from './ask';
import { askForEach, type Sought } from './askForEach';
import type { Terms } from './requests';
import { isOpen, type Message, type OpenRecipient, type Recipient } from './outcomes';
import type { BatchSettings } from './parameters';
import { Progress } from './progress';
import { refusalOfWhole, settleByRefusal } from './refusedRequest';
import { eventsOfReply } from './replyEvents';
import type { SendRun } from './run';
import { sendOnce, type Sent } from './sendOnce';
import { EARLIER_TRY, outcomeNotKnown } from './unknownOutcome';
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
	body: unknown,
): Promise<void> {
	const { endpoint, zone, campaigns } = run;
	const reply = endpoint.readReply(body, zone);
	if (endpoint.campaign) campaigns.add(reply.summary.id);
	const events = eventsOfReply(endpoint, reply, recipients);
	const sought: Sought[] = [];
	recipients.forEach((recipient, index) => {
		const event = events[index];
		if (event?.type === 'ask') sought.push({ recipient, ask: event });
		else if (event) progress.advance(recipient, event);
	});
	await askForEach(run, progress, sought, reply.summary);
}

/** Sends what is open once, asking first where an earlier request may have carried some of it. */
async function sendOpen(
	{ ctx, endpoint, parameters }: SendRun,
	progress: Progress,
	open: readonly OpenRecipient[],
	{ terms, asked, attempted }: { terms: Terms; asked: Message; attempted: boolean },
): Promise<Sent> {
	const { reference, item } = asked;
	progress.advanceAll(open, { type: 'sending' });
	const body = endpoint.requestBody(
		open.map(({ message }) => message),
		terms,
	);
	return await sendOnce(
		ctx,
		{ path: endpoint.path, body },
		{
			itemIndex: item,
			reference,
			namesRecipients: !endpoint.campaign && endpoint.recipientsPerRequest > 1,
			question: reference === '' ? undefined : questionByReference(ctx, asked, endpoint.campaign),
			earlierTry: attempted ? EARLIER_TRY : undefined,
			retryForMs: parameters.retryForMs(item),
		},
	).catch((error: unknown) => {
		// sendOnce throws only when n8n or the credential forbids the request. A message without a reference is sent only once, so that
		// request never left.
		if (reference === '') progress.advanceAll(open, { type: 'notSent' });
		throw error;
	});
}

/**
 * Sends the open recipients of a request until each is settled.
 * @throws NodeApiError or NodeOperationError when they cannot be sent, or when the outcome cannot be learned
 */
async function settleAll(run: SendRun, progress: Progress, settings: BatchSettings): Promise<void> {
	const { ctx, endpoint, parameters } = run;
	for (;;) {
		const { open } = progress;
		const [first] = open;
		if (!first) return;
		const sentBefore = open.filter(({ status }) => status === 'unknown');
		const attempted = sentBefore.length > 0;
		const asked = (sentBefore[0] ?? first).message;
		if (attempted && asked.reference === '')
			throw faultError(ctx.node, outcomeNotKnown(EARLIER_TRY, ''), asked.item);

		const sent = await sendOpen(run, progress, open, {
			terms: settings.terms,
			asked,
			attempted,
		});
		switch (sent.became) {
			case 'accepted':
				await settleByReply(run, progress, open, sent.reply.body);
				return;
			case 'found': {
				// One reference of ours proves that a campaign went out as a whole. Otherwise every message is asked for.
				const sought = attempted ? sentBefore : open;
				const provesAll = endpoint.campaign && parameters.referenceMode === 'automatic';
				if (sought.length === 1 || provesAll)
					await settleAlreadyAccepted(run, progress, sought, sent.record);
				else await settleEachByReference(run, progress, sought);
				break;
			}
			case 'refused':
				progress.advanceAll(open, { type: 'notSent' });
				if (!(await settleByRefusal(run, progress, open, sent, settings.leaveOut)))
					throw refusalOfWhole(ctx.node, sent, open);
				// What nobody can tell is not sent again.
				if (ctx.signal?.aborted || progress.open.some(({ status }) => status === 'unknown')) return;
				break;
			case 'unknown':
				throw faultError(ctx.node, sent.fault, asked.item);
		}
	}
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
	const { ctx, endpoint, campaigns } = run;
	const progress = new Progress(recipients);
	for (const recipient of recipients) {
		// Campaigns of earlier tries belong to this run, too.
		if (endpoint.campaign && recipient.status === 'accepted')
			campaigns.add(recipient.answer.summary?.id);
	}
	try {
		await settleAll(run, progress, settings);
	} catch (error) {
		return {
			recipients: progress.recipients,
			error: nodeError(ctx.node, error, recipients[0]?.message.item),
		};
	}
	const settled = progress.recipients;
	const unknown = ctx.signal?.aborted ? undefined : unknownRecipientsError(ctx.node, settled);
	if (unknown) {
		const errors = new Map(
			settled.filter(isOpen).map(({ message }) => [message, unknown] as const),
		);
		return { recipients: settled, error: unknown, errors };
	}
	const [only] = settled;
	// A message by itself that the service refuses is an error, unless the user wants such recipients left out.
	if (only?.status === 'refused' && endpoint.recipientsPerRequest === 1 && !settings.leaveOut)
		return {
			recipients: settled,
			error: refusalError(ctx.node, only.refusal, only.message.item),
		};
	return { recipients: settled };
}
