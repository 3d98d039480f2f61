import { pool } from '../../shared/pool';
import type { NodeFault } from '../dispatch/nodeErrors';
import { withErrorWhereAllRefused } from './allRefused';
import { askForLeft } from './askForLeft';
import { advance, isOpen, type Message, type Recipient } from './outcomes';
import type { BatchOutcome } from './output';
import type { Batch, SendRun, UnreadBatch } from './run';
import { sendRequest, type RequestOutcome } from './sendRequest';
import { withSharedAskedFor } from './sharedIds';

/**
 * Sends batches side by side, as many at a time as Requests at a Time says. The first failure stops those that have not begun, unless
 * the node continues on failures. Returns what became of each batch, and that failure.
 */
export async function sendInFlight(
	run: SendRun,
	batches: ReadonlyArray<Batch | UnreadBatch>,
): Promise<{ outcomes: Array<BatchOutcome | UnreadBatch>; failure?: NodeFault }> {
	const { ctx, parameters } = run;
	const sent: RequestOutcome[][] = [];
	let failure: NodeFault | undefined;
	const stopped = (): boolean => failure !== undefined || ctx.signal?.aborted === true;
	await pool(
		batches,
		parameters.requestsInFlight,
		async (batch, index) => {
			if ('error' in batch) return;
			const requests = (sent[index] = await sendBatch(run, batch, stopped));
			if (!ctx.continueOnFail) failure ??= requests.find(({ error }) => error)?.error;
		},
		stopped,
	);
	const outcomes: Array<BatchOutcome | UnreadBatch> = [];
	for (const [index, batch] of batches.entries()) {
		if ('error' in batch) {
			outcomes.push(batch);
			continue;
		}
		const requests = sent[index] && (await withSharedAskedFor(run, sent[index]));
		if (!ctx.continueOnFail) failure ??= requests?.find(({ error }) => error)?.error;
		outcomes.push(outcomeOf(run, batch, requests));
	}
	return { outcomes, failure };
}

/**
 * Sends the requests of a batch one after the other, until one fails or the send is stopped. What goes into none of them is asked for
 * where an earlier try may have sent it, and comes last.
 */
async function sendBatch(
	run: SendRun,
	batch: Batch,
	stopped: () => boolean,
): Promise<RequestOutcome[]> {
	const outcomes: RequestOutcome[] = [];
	let failed = false;
	for (const recipients of batch.requests) {
		if (failed || stopped()) {
			outcomes.push({ recipients });
			continue;
		}
		const outcome = await sendRequest(run, recipients, batch.settings);
		failed = outcome.error !== undefined && !run.ctx.continueOnFail;
		outcomes.push(outcome);
	}
	const settled = withErrorWhereAllRefused(run, batch, outcomes);
	if (failed || stopped()) return settled;
	const left = await askForLeft(run, batch.recipients);
	return left.length === 0 ? settled : [...settled, { recipients: left }];
}

/** Puts together what became of a batch; undefined requests never left. */
function outcomeOf(
	{ ctx }: SendRun,
	batch: Batch,
	requests: RequestOutcome[] = batch.requests.map((recipients) => ({ recipients })),
): BatchOutcome {
	const ended = ctx.signal?.aborted ? requests.map(afterStop) : requests;
	return { batch, requests: ended, recipients: inOrderOfInput(batch, ended) };
}

/** All recipients of a batch as they ended, those that went into no request too. */
function inOrderOfInput(
	{ recipients }: Batch,
	requests: readonly RequestOutcome[],
): readonly Recipient[] {
	// Most often one request holds them all.
	const [first] = requests;
	if (first?.recipients.length === recipients.length) return first.recipients;
	const byMessage = new Map<Message, Recipient>();
	for (const request of requests)
		for (const recipient of request.recipients) byMessage.set(recipient.message, recipient);
	return recipients.map((recipient) => byMessage.get(recipient.message) ?? recipient);
}

/** A stopped execution keeps what it sent: the output says so for each recipient, instead of an error. */
function afterStop({ recipients, error }: RequestOutcome): RequestOutcome {
	return {
		recipients: recipients.map((recipient) => advance(recipient, { type: 'stopped' })),
		error: recipients.some(isOpen) ? undefined : error,
	};
}
