import { refusalError } from '../../shared/errors';
import { namedAndMore } from '../../shared/text';
import type { Refusal } from '../../shared/validation';
import type { NodeFault } from '../dispatch/nodeErrors';
import { placeOf, type Recipient, type Refused } from './settle';
import type { Batch, SendRun, UnreadBatch } from './run';

/** How many refusals an error names one by one. */
const NAMED_AT_MOST = 3;

/** The cures of the refusals that an error names, and what sends to the others, where `hasOthers` says that there are any. */
export function curesOf(refused: readonly Refused[], hasOthers: boolean): string {
	const cures = refused.slice(0, NAMED_AT_MOST).flatMap(({ refusal }) => refusal.description ?? []);
	const leaveOut = 'To send to the others, set Invalid Recipients to Leave Out under Options.';
	return [...new Set(cures), ...(hasOthers ? [leaveOut] : [])].join(' ');
}

/**
 * Puts all refusals of a send into one: the first three with their places, then the count. `total` counts all recipients; `isRetry`
 * says that an earlier try may have sent some of them.
 */
export function summariseRefusals(
	refused: readonly Refused[],
	total: number,
	isRetry = false,
): Refusal {
	const [first] = refused;
	const own = first?.refusal ?? { field: 'Phone Number', message: '' };
	if (refused.length === 1 && total === 1) return own;
	const named = namedAndMore(
		refused.map(({ message, refusal }) => `[${placeOf(message)}] ${refusal.message}`),
		NAMED_AT_MOST,
	);
	return {
		field: own.field,
		message: `Nothing was sent${isRetry ? ' in this try' : ''}: ${refused.length} of ${total} recipients cannot be used: ${named}`,
		description:
			`${curesOf(refused, refused.length < total)} Items count from 0, as in n8n.`.trim(),
	};
}

/** Whether a recipient gets a message, got one, or is held back by Quiet Hours until it may go. */
const isReached = ({ status, message }: Recipient): boolean =>
	status === 'skipped'
		? message.start !== undefined
		: status !== 'refused' && status !== 'merged' && status !== 'unknown';

/** Whether a send refuses recipients and reaches nobody: a failure, whatever Invalid Recipients says. */
const reachesNobody = (recipients: readonly Recipient[]): boolean =>
	recipients.some(({ status }) => status === 'refused') && !recipients.some(isReached);

const isRefused = (recipient: Recipient): recipient is Refused => recipient.status === 'refused';

const isRead = (batch: Batch | UnreadBatch): batch is Batch => !('error' in batch);

/** Under Continue on Fail each refused item becomes an error of its own and the others go on; of a list, the whole list. */
function withErrors({ ctx, parameters, record }: SendRun, batch: Batch, all: boolean): Batch {
	const { recipients, items, settings } = batch;
	const refused = recipients
		.filter(isRefused)
		.filter(({ message }) => (all || !settings.leaveOut) && !batch.errors.has(message));
	if (refused.length === 0) return batch;
	const errors = new Map(batch.errors);
	if (parameters.source !== 'list') {
		for (const { message, refusal } of refused)
			errors.set(message, refusalError(ctx.node, refusal, message.item));
		return { ...batch, errors };
	}
	const error = refusalError(
		ctx.node,
		summariseRefusals(refused, recipients.length, !record.isEmpty),
		items[0],
	);
	for (const { message } of recipients) errors.set(message, error);
	return { ...batch, errors, requests: [] };
}

/**
 * Removes what refusals forbid from all that may be sent. One invalid recipient anywhere stops the send before the first request, unless
 * the user wants such recipients left out, or the node continues on failures. A dry run stops where the send would.
 * @throws NodeOperationError that names the refused recipients
 */
export function stopAtRefusals(
	run: SendRun,
	batches: Array<Batch | UnreadBatch>,
): Array<Batch | UnreadBatch> {
	const { ctx, record } = run;
	const read = batches.filter(isRead);
	const recipients = read.flatMap((batch) => batch.recipients);
	const all = reachesNobody(recipients);
	if (ctx.continueOnFail)
		return batches.map((batch) => (isRead(batch) ? withErrors(run, batch, all) : batch));
	const refused = read
		.filter(({ settings }) => all || !settings.leaveOut)
		.flatMap((batch) => batch.recipients.filter(isRefused));
	const [first] = refused;
	if (!first) return batches;
	const total = recipients.length;
	const { item } = first.message;
	const error = refusalError(
		ctx.node,
		summariseRefusals(refused, total, !record.isEmpty),
		total === 1 ? item : undefined,
	);
	error.context.itemIndex = item;
	throw error;
}

/** The error of a send all of which the service refused; undefined where somebody was reached. */
export function nobodyReached(
	{ ctx }: SendRun,
	recipients: readonly Recipient[],
): NodeFault | undefined {
	if (!reachesNobody(recipients)) return undefined;
	const refused = recipients.filter(isRefused);
	const refusal = summariseRefusals(refused, recipients.length);
	return refusalError(ctx.node, refusal, refused[0]?.message.item);
}
