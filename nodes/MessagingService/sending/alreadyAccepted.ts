import type { IDataObject } from 'n8n-workflow';
import { faultError } from '../../shared/errors';
import { pool } from '../../shared/pool';
import { isToAnother } from '../../shared/reply';
import { askForMessage, askMessageList } from './ask';
import { madeIds } from './givenIds';
import { campaignInRecord, campaignOfMessage } from './campaignOfMessage';
import type { Recipient, RecipientEvent } from './outcomes';
import { cameBefore, earlierMessageOf } from './messageAge';
import type { Progress } from './progress';
import { hasOwnReference } from './references';
import { referenceOfAnother } from './refusals';
import { requestFields } from './replyEvents';
import type { SendRun } from './run';
import { outcomeNotKnown } from './unknownOutcome';

/*
 * Recipients whose references the service knows already: an earlier request had them accepted. They count as success, and the
 * service is asked for what the reply to that request would have told: the message's id, and the campaign's.
 */

/** Asking for each of many messages that are accepted anyway only adds their ids. */
const ASKED_AT_MOST = 100;

/** Whether the message under a reference is another's: a reference that the user chose may belong to a message to another number. */
const isOfAnother = ({ message }: Recipient, { msisdn }: IDataObject = {}): boolean =>
	hasOwnReference(message) && isToAnother(msisdn, message.phone);

/**
 * Takes the message that the service showed first under a recipient's reference; returns the recipient's own where there is another, and
 * undefined where it may have been there before. A campaign may have made one under a reference that was known: no section says that it
 * is refused there.
 */
async function ownMessage(
	run: SendRun,
	recipient: Recipient,
	held: IDataObject | undefined,
): Promise<IDataObject | undefined> {
	const wasThereBefore = earlierMessageOf(run, recipient);
	const isOther = isOfAnother(recipient, held);
	const isEarlier = held !== undefined && wasThereBefore?.(held) === true;
	if (!isEarlier && !(run.endpoint.campaign && isOther)) return held;
	const own = await askMessageList(run.ctx, { ...recipient.message, wasThereBefore });
	return own ?? (isOther ? held : undefined);
}

/**
 * What happens to a recipient whose reference the service knows. Takes the message that the service holds under it, and the campaign
 * or task that it belongs to, as far as they are known. A reference that the user chose may belong to another message.
 */
function eventOfKnown(
	run: SendRun,
	recipient: Recipient,
	held: IDataObject = {},
	summary?: IDataObject,
): RecipientEvent {
	const { endpoint } = run;
	const { id = null, price, currency } = held;
	if (isOfAnother(recipient, held)) {
		const refusal = referenceOfAnother(recipient.message.reference);
		// A legacy message was refused for one that was there before, with code 23. Of a campaign it says nothing.
		return !endpoint.campaign && cameBefore(run, recipient.message, held)
			? { type: 'refused', refusal }
			: { type: 'unknown', reason: refusal.message };
	}
	const ownFields = endpoint.campaign
		? {}
		: { id, ...(price === undefined ? {} : { price, currency }) };
	const fields = { ...requestFields(endpoint, summary ?? {}), ...ownFields };
	return { type: 'accepted', answer: { fields, summary }, already: true };
}

/**
 * Asks for the message that the service holds under a recipient's reference. Where only the answer tells what became of the recipient,
 * no answer is an error.
 * @throws NodeApiError that says that the outcome is not known
 */
async function askFor(
	{ ctx, endpoint }: SendRun,
	{ message }: Recipient,
	{ needed }: { needed: boolean },
): Promise<IDataObject | undefined> {
	const { reference, item, phone } = message;
	const wanted = hasOwnReference(message) ? { reference, item } : { reference, item, phone };
	const finding = await askForMessage(ctx, wanted);
	if (finding.is === 'hidden' && finding.fault && needed)
		throw faultError(
			ctx.node,
			outcomeNotKnown(finding.fault, {
				kind: endpoint.campaign ? 'campaign' : 'message',
				references: [message.reference],
			}),
			message.item,
		);
	return finding.is === 'there' ? finding.record : undefined;
}

/**
 * Asks for each message by its reference and settles those that are there. The others stay unknown: a request may have carried them,
 * and what does not show yet may show later. In a campaign, a service need not keep a message for every recipient, nor show it.
 */
export async function settleEachByReference(
	run: SendRun,
	progress: Progress,
	recipients: readonly Recipient[],
): Promise<void> {
	await pool(
		recipients,
		run.parameters.requestsInFlight,
		async (recipient) => {
			const held = await ownMessage(run, recipient, await askFor(run, recipient, { needed: true }));
			const summary = held && run.endpoint.campaign ? campaignInRecord(held) : undefined;
			if (!held) return;
			run.givenIds.know(madeIds(run.endpoint, { summary, recipients: [{ fields: held }] }));
			progress.advance(recipient, eventOfKnown(run, recipient, held, summary));
		},
		() => run.ctx.signal?.aborted === true,
	);
}

/** Settles recipients whose references the service knows. `held` is the message that it showed of the first. */
export async function settleAlreadyAccepted(
	run: SendRun,
	progress: Progress,
	recipients: readonly Recipient[],
	held: IDataObject,
): Promise<void> {
	const { ctx, endpoint, parameters, givenIds } = run;
	const [first, ...rest] = recipients;
	if (!first) return;
	const message = (await ownMessage(run, first, held)) ?? held;
	let summary: IDataObject | undefined;
	if (endpoint.campaign) summary = await campaignOfMessage(ctx, message, first.message);
	givenIds.know(madeIds(endpoint, { summary, recipients: [{ fields: message }] }));
	progress.advance(first, eventOfKnown(run, first, message, summary));

	const askedAtMost = endpoint.campaign ? 0 : ASKED_AT_MOST;
	await pool(
		rest,
		parameters.requestsInFlight,
		async (recipient, index) => {
			const own = index < askedAtMost ? await askFor(run, recipient, { needed: false }) : undefined;
			progress.advance(recipient, eventOfKnown(run, recipient, own, summary));
		},
		() => false,
	);
}
