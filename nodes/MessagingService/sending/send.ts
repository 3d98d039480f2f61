import type { INodeExecutionData } from 'n8n-workflow';
import { refusalError } from '../../shared/errors';
import type { OperationContext } from '../dispatch/context';
import { imperative, type Operation } from '../dispatch/operation';
import { nodeError, type NodeFault } from '../dispatch/nodeErrors';
import { sendFiles } from './file/sendFile';
import { sendInFlight } from './inFlight';
import { giveHints, hintNeverThere, hintUnknownSenders, smsSenderOf } from './hints';
import { addAcceptedRecipients, toOutput } from './output';
import { type JudgeRows, rowJudge, rowsOfItems, unreadRecipients } from './judge';
import { piecesOf } from './pieces';
import { priceBatches, spentCounter } from './price';
import { Repeats } from './repeats';
import type { SendEndpoint } from './endpoints';
import { withStarts } from './quietHours';
import { recall, requestOf } from './references';
import {
	checkForm,
	faultOfAll,
	hasNothing,
	isDryRun,
	itemFaults,
	nobodyReached,
	NOTHING_IN_ITEM,
	stopAtRefusals,
} from './refusals';
import { type Batch, type BatchOutcome, type SendRun, startRun, type UnreadBatch } from './run';
import { type Recipient, settled } from './message';
import { groupsOfItems, wayOfItems } from './way';

/*
 * How messages are sent, from the form to the output. Every operation that sends to phone numbers goes this way:
 *
 *     parameters → recipients → record → references → requests → price → send once → output
 *
 * Recipients go out together in batches: all input items in one, or each item by itself. A batch has one request or more. All is
 * read and judged before the first request leaves. Files of recipients go the same way piece by piece (file/sendFile.ts). The send to
 * contact lists has no recipients that the node knows; it stands in contactLists.ts and joins at "send once".
 */

/**
 * Sends through an endpoint; returns the output of the node.
 * @throws NodeApiError or NodeOperationError unless the node continues on failures
 */
export async function runSend(
	ctx: OperationContext,
	endpoint: SendEndpoint,
): Promise<INodeExecutionData[][]> {
	const run = await startRun(ctx, endpoint);
	if (run.parameters.source === 'file') return [await sendFiles(run)];
	const { batches, limit } = await priceBatches(run, stopAtRefusals(run, prepareAll(run)));
	const { outcomes, failure: stopped } = await sendInFlight(run, batches);
	const recipients = outcomes.flatMap((outcome) => outcome.recipients);
	const failure = stopped ?? (ctx.continueOnFail ? undefined : nobodyReached(run, outcomes));
	if (failure && !ctx.signal?.aborted) throw addAcceptedRecipients(run, failure, recipients);
	const output = toOutput(run, outcomes);
	// A refused row that is left out is no failure: nothing of it is left to a later try.
	if (!failure && !outcomes.some(hasFailed)) run.record.forget();
	const planned = recipients.filter(({ status }) => status === 'dry run');
	const senders = planned.flatMap(({ message }) => smsSenderOf(message) ?? []);
	await hintUnknownSenders(run, new Set(senders));
	const spent = spentCounter(limit);
	spent.add(recipients);
	hintNeverThere(run);
	giveHints(run, recipients, output, outcomes.every(isDryRun), spent.hint());
	return [output];
}

/** Whether a later try has something left to do of what went out together. */
const hasFailed = (outcome: BatchOutcome | UnreadBatch): boolean =>
	'error' in outcome ||
	outcome.batch.errors.size > 0 ||
	outcome.requests.some(({ error }) => error !== undefined);

/**
 * Reads and judges the recipients of one batch, up to its requests. `used` are those of its items that hold anything.
 * @throws NodeOperationError when none of them can be sent
 */
function prepare(
	run: SendRun,
	items: readonly number[],
	used: readonly number[],
	faults: ReadonlyMap<number, NodeFault>,
	judge: JudgeRows,
): Batch {
	const { ctx, endpoint, parameters } = run;
	const good = faults.size === 0 ? used : used.filter((item) => !faults.has(item));
	const isWrong = good.length === 0 && used.length > 0;
	const settings = parameters.settingsOf(good.length > 0 ? good : items, { isWrong });
	if (!settings.ok) throw refusalError(ctx.node, settings.refusal, items[0]);
	if (used.length < items.length) ctx.hint(NOTHING_IN_ITEM);
	if (used.length === 0)
		return { items, settings: settings.value, recipients: [], requests: [], errors: NO_ERRORS };
	if (!isWrong) checkForm(run, good);
	const { cleaning, dryRun, quiet } = settings.value;

	const cleaned = judge(rowsOfItems(run, used), cleaning, faults);
	if (cleaned.length === 0 && !settings.value.leaveOut)
		throw refusalError(ctx.node, NO_RECIPIENTS, items[0]);
	const timed = withStarts(recall(run, cleaned, dryRun), {
		quiet,
		campaign: endpoint.kind === 'campaign',
		serviceZone: run.zone,
		now: run.now,
		wasTried: ({ message }) => requestOf(run, message) !== undefined,
	});
	const recipients = dryRun ? timed.map(previewed) : timed;
	const groupOf = groupsOfItems(recipients, (message) => requestOf(run, message));
	const requests = piecesOf(recipients, endpoint.recipientsPerRequest, groupOf);
	return { items, settings: settings.value, recipients, requests, errors: NO_ERRORS };
}

const previewed = (one: Recipient): Recipient =>
	one.status === 'ready' ? settled(one.message, { status: 'dry run' }) : one;

const NO_ERRORS: Batch['errors'] = new Map();
const NO_RECIPIENTS = {
	field: 'Recipients',
	message: 'Recipients is empty',
	description:
		'Give at least one phone number, or set Invalid Recipients to Leave Out under Options.',
};

/**
 * The first half of the way for all batches, before the first request leaves.
 * @throws NodeOperationError for the first that cannot be sent; under Continue on Fail it becomes the error of its items
 */
function prepareAll(run: SendRun): Array<Batch | UnreadBatch> {
	const { ctx, parameters } = run;
	const all = [...ctx.items.keys()];
	const used = all.filter((item) => !hasNothing(run, item));
	const isUsed = used.length === all.length ? undefined : new Set(used);
	const faults = itemFaults(run, used);
	const common = faults.size === used.length ? faultOfAll([...faults.values()]) : undefined;
	if (common && !ctx.continueOnFail) throw common;
	const repeats = new Repeats(ctx.items.length);
	const judge = rowJudge(run, wayOfItems(run), repeats);
	const usedOf = (items: readonly number[]): readonly number[] =>
		isUsed ? items.filter((item) => isUsed.has(item)) : items;
	return parameters.groups.map((items) => {
		try {
			repeats.endScope();
			return prepare(run, items, usedOf(items), faults, judge);
		} catch (error) {
			const known = nodeError(ctx.node, error, items[0]);
			if (!ctx.continueOnFail) throw known;
			return { items, error: known, recipients: unreadRecipients(run, items, known.message) };
		}
	});
}

/** Both ways in which n8n runs the operation that sends through an endpoint. */
export function sendOperation(
	endpoint: SendEndpoint,
): Required<Pick<Operation, 'routing' | 'execute'>> {
	const { routing, execute } = imperative(async (ctx) => await runSend(ctx, endpoint));
	const request = { method: 'POST', url: endpoint.path } as const;
	return { routing: { ...routing, request }, execute };
}
