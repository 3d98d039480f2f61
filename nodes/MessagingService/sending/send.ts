import type { INodeExecutionData } from 'n8n-workflow';
import { refusalError } from '../../shared/errors';
import type { OperationContext } from '../dispatch/context';
import { imperative, type Operation } from '../dispatch/operation';
import { nodeError } from '../dispatch/nodeErrors';
import type { SendEndpoint } from './requests';
import { formMistake } from './formMistakes';
import { heedEarlierTries, recallLeftOut } from './earlierTries';
import { sendFiles } from './file/sendFile';
import { sendInFlight } from './inFlight';
import type { BatchSettings } from './parameters';
import { advance, withRanks, type Recipient } from './outcomes';
import { giveHints } from './hints';
import { heedMovedNumbers } from './movedNumbers';
import { addAcceptedRecipients, toOutput } from './output';
import { cleanRecipients, readRecipients } from './recipients';
import { withStarts } from './quietHours';
import { repeatedNumbers, withReferences } from './references';
import { recallOutcomes, rememberOutcomes } from './remember';
import { stopAtRefusals, withEarlierTries } from './refusals';
import { intoRequests } from './split';
import { giveWarnings } from './warnings';
import { startRun, type Batch, type SendRun, type UnreadBatch } from './run';

/*
 * How messages are sent, from the form to the output. Every operation that sends to phone numbers goes this way:
 *
 *     parameters → recipients → references → requests → send once → outcomes → output
 *
 * Recipients go out together in batches: all input items in one, or each item by itself. A batch has one request or more. All is
 * read and judged before the first request leaves. Files of recipients go the same way piece by piece
 * (file/sendFile.ts). The send to contact lists has no recipients that the node knows; it stands in
 * contactLists.ts and uses the same steps as far as it has them.
 */

/**
 * Sends through an endpoint; returns the output of the node.
 * @throws NodeApiError or NodeOperationError unless the node continues on failures
 */
export async function send(
	ctx: OperationContext,
	endpoint: SendEndpoint,
): Promise<INodeExecutionData[][]> {
	const run = await startRun(ctx, endpoint);
	if (run.parameters.source === 'file') return [await sendFiles(run)];
	const batches = stopAtRefusals(run, prepareAll(run));
	const { outcomes, failure } = await sendInFlight(run, batches);

	const recipients = outcomes.flatMap((outcome) => ('error' in outcome ? [] : outcome.recipients));
	const requests = outcomes.flatMap((outcome) => ('error' in outcome ? [] : outcome.requests));
	// Nothing that goes wrong from here on may take from the next try what went out.
	rememberOutcomes(run, requests);
	const output = toOutput(run, outcomes);
	const failed = failure !== undefined || output.some(({ error }) => error !== undefined);
	if (!failed) run.memory.forgetAll();
	if (failure && !ctx.signal?.aborted) throw addAcceptedRecipients(failure, recipients);
	giveHints(run, recipients);
	giveWarnings(run, recipients);
	return [output];
}

/** Recipients that go out together, judged, and not yet put into requests. */
interface Judged {
	items: readonly number[];
	settings: BatchSettings;
	recipients: Recipient[];
}

/**
 * Reads and judges the recipients of one batch.
 * @throws NodeOperationError when none of them can be sent
 */
function judge(run: SendRun, items: readonly number[]): Judged {
	const { ctx, endpoint, parameters, memory } = run;
	const settings = parameters.settingsOf(items);
	if (!settings.ok) throw refusalError(ctx.node, settings.refusal, items[0]);
	const mistake = formMistake(run, items);
	if (mistake) throw refusalError(ctx.node, mistake.refusal, items[0]);

	const { cleaning, dryRun } = settings.value;
	const raw = readRecipients(run, items);
	const cleaned = cleanRecipients(raw, endpoint.rules, cleaning, run.ownReferences, endpoint);
	if (cleaned.length === 0 && cleaning.empty === 'refuse')
		throw refusalError(ctx.node, NO_RECIPIENTS, items[0]);
	const ranked = withRanks(cleaned, cleaning.repeated);
	const recipients = dryRun ? ranked : heedEarlierTries(ranked, memory, cleaning.repeated);
	return { items, settings: settings.value, recipients };
}

/** Puts the judged recipients of one batch into requests; several messages of the run go to the `repeated` numbers. */
function intoBatch(
	run: SendRun,
	{ items, settings, recipients: judged }: Judged,
	repeated: ReadonlySet<string>,
): Batch {
	const { endpoint, memory } = run;
	const { dryRun, quiet, terms } = settings;
	const referenced = withReferences(judged, run, repeated);
	const timed = withStarts(referenced, {
		quiet,
		campaign: endpoint.campaign,
		startAt: terms.startAt,
		serviceZone: run.zone,
		now: run.now,
		wasTried: ({ message }) => message.before !== undefined,
	});
	// Quiet Hours that allow no moment take nothing back either.
	const recipients = timed.map((recipient, index) =>
		recipient === referenced[index] || dryRun ? recipient : recallLeftOut(memory, recipient),
	);
	const requests = intoRequests(recipients, endpoint.recipientsPerRequest).map((request) =>
		dryRun ? preview(request) : recallOutcomes(run, request),
	);
	return { items, settings, recipients, requests, errors: NO_ERRORS };
}

const NO_ERRORS: Batch['errors'] = new Map();
const NO_RECIPIENTS = {
	field: 'Recipients',
	message: 'Recipients is empty',
	description: 'Give at least one phone number, or set Empty Numbers to Leave Out under Options.',
};

/** Dry Run: settles what would be sent, so that nothing is left to send. */
function preview(recipients: readonly Recipient[]): Recipient[] {
	return recipients.map((recipient) => advance(recipient, { type: 'previewed' }));
}

/** Whether recipients could be read, and go out. */
const isGoing = (one: Judged | UnreadBatch): one is Judged =>
	!('error' in one) && !one.settings.dryRun;

/**
 * Takes the judged recipients of all batches; returns them so that no number gets what it got in an earlier try from another item, and the
 * numbers to which several messages of the run go, or went: only their places tell these apart.
 */
function withMovedNumbers(
	{ memory, parameters }: SendRun,
	judged: ReadonlyArray<Judged | UnreadBatch>,
): { heeded: Array<Judged | UnreadBatch>; repeated: ReadonlySet<string> } {
	const { recipients, taken } = heedMovedNumbers(
		memory,
		parameters,
		judged.map((one) => (isGoing(one) ? one.recipients : [])),
	);
	const heeded = judged.map((one, index) =>
		isGoing(one) ? { ...one, recipients: recipients[index] ?? [] } : one,
	);
	const several = repeatedNumbers(heeded.flatMap((one) => ('error' in one ? [] : one.recipients)));
	return { heeded, repeated: new Set([...several, ...taken]) };
}

/**
 * The first half of the way, from the parameters to the requests, for all batches, before the first request leaves.
 * @throws NodeOperationError for the first that cannot be sent; under Continue on Fail it becomes the error of its items
 */
function prepareAll(run: SendRun): Array<Batch | UnreadBatch> {
	const { ctx, parameters, memory } = run;
	const judged = parameters.groups.map((items): Judged | UnreadBatch => {
		try {
			return judge(run, items);
		} catch (error) {
			const known = withEarlierTries(memory, nodeError(ctx.node, error, items[0]));
			if (!ctx.continueOnFail) throw known;
			return { items, error: known };
		}
	});
	const { heeded, repeated } = withMovedNumbers(run, judged);
	return heeded.map((one) => ('error' in one ? one : intoBatch(run, one, repeated)));
}

/** Takes an endpoint; returns both ways in which n8n runs the operation that sends through it. */
export function sendOperation(
	endpoint: SendEndpoint,
): Required<Pick<Operation, 'routing' | 'execute'>> {
	const { routing, execute } = imperative(async (ctx) => await send(ctx, endpoint));
	const request = { method: 'POST', url: endpoint.path } as const;
	return { routing: { ...routing, request }, execute };
}
