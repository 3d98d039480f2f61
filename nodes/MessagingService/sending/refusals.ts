import { refusalError } from '../../shared/errors';
import { namedAndMore, shownReference } from '../../shared/text';
import type { Refusal } from '../../shared/validation';
import type { RunMemory } from '../dispatch/memory';
import type { NodeFault } from '../dispatch/nodeErrors';
import { placeOf, type Message, type Recipient, type Refused } from './outcomes';
import type { Batch, SendRun, UnreadBatch } from './run';

/** How many refusals an error names one by one. */
const NAMED_AT_MOST = 3;

/** A recipient that a check of ours keeps from going out. */
type Barred = Pick<Refused, 'message' | 'refusal'>;

/** Recipients that a check refuses, also those that an earlier try may have sent all the same. */
const isBarred = (recipient: Recipient): recipient is Recipient & Barred =>
	recipient.status === 'refused' ||
	(recipient.status === 'unknown' && recipient.refusal !== undefined);

/** Takes the reference of a message; returns the refusal that says that the service holds one to another number under it. */
export const referenceOfAnother = (reference: string): Refusal => ({
	field: 'Reference',
	message: `The reference ${shownReference(reference)} belongs to a message to another number`,
	description: 'Give the message a reference of its own.',
});

/**
 * Puts all refusals of a send into one: the first three with their places, then the count. `total` counts all recipients; `isRetry`
 * says that an earlier try may have sent some of them.
 */
export function summariseRefusals(
	refused: readonly Barred[],
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
			'Correct them, or set Invalid Recipients to Leave Out under Options. Dry Run shows them all. Items count from 0, as in n8n.',
	};
}

const SENT_BEFORE =
	'An earlier try of this execution sent messages, or may have: what went out then stays so, and is not sent again.';

/** Takes the error of what cannot be sent; returns it with a word of what an earlier try of the run may have sent. */
export function withEarlierTries({ size }: Pick<RunMemory, 'size'>, error: NodeFault): NodeFault {
	if (size > 0) error.description = `${error.description ?? ''} ${SENT_BEFORE}`.trim();
	return error;
}

/** The refused recipients that are an error: not those that the user wants left out or only shown. */
function refusedOf({ recipients, settings: { leaveOut, dryRun } }: Batch): Barred[] {
	return leaveOut || dryRun ? [] : recipients.filter(isBarred);
}

/** Under Continue on Fail each refused item becomes an error of its own and the others go on; of a list, the whole list. */
function withErrors({ ctx, parameters, memory }: SendRun, batch: Batch): Batch {
	const refused = refusedOf(batch);
	if (refused.length === 0) return batch;
	const { recipients, items } = batch;
	const errors = new Map<Message, NodeFault>();
	if (parameters.source !== 'list') {
		for (const { message, refusal } of refused)
			errors.set(message, withEarlierTries(memory, refusalError(ctx.node, refusal, message.item)));
		return { ...batch, errors };
	}
	const error = withEarlierTries(
		memory,
		refusalError(
			ctx.node,
			summariseRefusals(refused, recipients.length, memory.size > 0),
			items[0],
		),
	);
	for (const { message } of recipients) errors.set(message, error);
	return { ...batch, errors, requests: [] };
}

/**
 * Takes what may be sent, all of it; returns it without what refusals forbid. One invalid recipient anywhere stops the send before
 * the first request, unless the user wants such recipients left out, or the node continues on failures.
 * @throws NodeOperationError that names the refused recipients
 */
export function stopAtRefusals(
	run: SendRun,
	batches: Array<Batch | UnreadBatch>,
): Array<Batch | UnreadBatch> {
	const { ctx, memory } = run;
	if (ctx.continueOnFail)
		return batches.map((batch) => ('error' in batch ? batch : withErrors(run, batch)));
	const read = batches.filter((batch): batch is Batch => !('error' in batch));
	const refused = read.flatMap(refusedOf);
	const [first] = refused;
	if (!first) return batches;
	const total = read.reduce((sum, { recipients }) => sum + recipients.length, 0);
	const { item } = first.message;
	const error = withEarlierTries(
		memory,
		refusalError(
			ctx.node,
			summariseRefusals(refused, total, memory.size > 0),
			total === 1 ? item : undefined,
		),
	);
	error.context.itemIndex = item;
	throw error;
}
