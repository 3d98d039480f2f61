import { NodeOperationError } from 'n8n-workflow';
import { keepItem, refusalError, withoutItem } from '../../shared/errors';
import { pool } from '../../shared/pool';
import { nodeError, type NodeFault } from '../dispatch/nodeErrors';
import type { EarlierStart } from '../dispatch/record';
import type { IfUnknown, ReferenceMode } from './parameters';
import { termsAtDeparture } from './quietHours';
import { Reasons } from './refusals';
import type { Batch, BatchOutcome, RequestOutcome, SendRequest, SendRun, UnreadBatch } from './run';
import { sendOnce } from './sendOnce';
import { withLeaveOut } from './unknown';
import { refusedBy, settled, stopped, type Message, type Recipient, type Ready } from './message';

/** What a retry from the list of executions has to clear up beside the record. */
export const CAUSES: Readonly<Record<EarlierStart, SendRequest['cause']>> = {
	none: undefined,
	possible: 'retriedFromList',
	shown: 'begunBefore',
};

/**
 * Whether nothing but this run can have made the reference of a message: one that an earlier try used may be of another kind than those of
 * now. The messages of a file have no identity, and go by the form.
 */
const isAutomatic =
	(mode: ReferenceMode) =>
	({ identity, reference }: Message): boolean =>
		identity === '' ? mode === 'automatic' : identity === reference;

/**
 * What counts if the outcome of a request is unknown: one choice for all of its messages, as these go out together.
 * @throws NodeOperationError where the items of a request want different things
 */
function choiceOf({ ctx, parameters }: SendRun, messages: readonly Message[]): IfUnknown {
	const choice = parameters.ifUnknown(messages[0]?.item ?? 0);
	if (!parameters.ifUnknown.perItem) return choice;
	const other = messages.find(({ item }) => parameters.ifUnknown(item) !== choice);
	if (other) throw refusalError(ctx.node, DIFFERENT_CHOICES, other.item);
	return choice;
}
const DIFFERENT_CHOICES = {
	field: 'Unknown Outcome',
	message: 'Unknown Outcome differs among the items of one request',
	description: 'Give all items the same choice, or send them in executions of their own.',
};

/** A request of a batch as sendOnce takes it. */
export function sendRequestOf(
	run: SendRun,
	messages: readonly Message[],
	settings: Batch['settings'],
): SendRequest {
	const { ctx, endpoint, parameters, record, zone } = run;
	const { kind, channel, extension } = endpoint;
	const item = messages[0]?.item ?? 0;
	return {
		kind,
		channel,
		extension,
		path: endpoint.path,
		messages,
		isAutomatic: messages.every(isAutomatic(parameters.referenceMode)),
		leavesOut: settings.leaveOut,
		ifUnknown: choiceOf(run, messages),
		retryForMs: ctx.retryForMs(item),
		cause: CAUSES[record.earlierStart],
		bodyOf: (open) => endpoint.requestBody(open, termsAtDeparture(settings.quiet, open, zone)),
		readAnswer: (body) => endpoint.readAnswer(body, zone),
	};
}

/** If the service refused every recipient of a request by itself, nothing was sent: an error, unless they are to be left out. */
export function withErrorIfAllRefused(
	{ ctx }: SendRun,
	leaveOut: boolean,
	outcome: RequestOutcome,
): RequestOutcome {
	const isAll = outcome.recipients.every(({ status }) => status === 'refused');
	if (!isAll || leaveOut || outcome.error) return outcome;
	const refused = outcome.recipients.flatMap((one) => (one.status === 'refused' ? [one] : []));
	const [first] = refused;
	if (!first) return outcome;
	const { item } = first.message;
	const error =
		refused.length === 1
			? refusalError(ctx.node, withLeaveOut(first.refusal), item)
			: refusalError(ctx.node, {
					...first.refusal,
					message: `The service refused all ${refused.length} recipients: ${new Reasons().add(refused).named(true)}`,
				});
	keepItem(error, item);
	return { ...outcome, error };
}

/** What a request comes to; one that n8n or the credential forbids ends by itself, so that the outcomes of the others are told. */
const outcomeOfRequest = async (run: SendRun, request: SendRequest): Promise<RequestOutcome> =>
	await sendOnce(run, request).catch((error: unknown): RequestOutcome => {
		if (!(error instanceof NodeOperationError)) throw error;
		const known = nodeError(run.ctx.node, error, request.messages[0]?.item);
		const refused = refusedBy({ field: '', message: withoutItem(known.message) });
		const recipients = request.messages.map((message) => settled(message, refused));
		return { recipients, error: known };
	});

/**
 * Sends the requests of all batches side by side, as many at a time as the service takes, but those that share a number one after the
 * other. After the first failure those under way finish and none begins, unless the node continues on failures.
 */
export async function sendInFlight(
	run: SendRun,
	batches: ReadonlyArray<Batch | UnreadBatch>,
): Promise<{ outcomes: Array<BatchOutcome | UnreadBatch>; failure?: NodeFault }> {
	const { ctx } = run;
	// All that the form gives is read before the first request leaves.
	const requests = batches.flatMap((batch) =>
		'error' in batch
			? []
			: batch.requests.map((recipients) => ({
					batch,
					recipients,
					request: sendRequestOf(
						run,
						recipients.map(({ message }) => message),
						batch.settings,
					),
				})),
	);
	const sent = new Map<readonly Ready[], RequestOutcome>();
	let failure: NodeFault | undefined;
	await pool(
		requests,
		() => ctx.requestsInFlight(),
		async ({ batch, recipients, request }) => {
			const { leaveOut } = batch.settings;
			const sentNow = await outcomeOfRequest(run, request);
			const outcome = withErrorIfAllRefused(run, leaveOut, sentNow);
			sent.set(recipients, outcome);
			if (!ctx.continueOnFail) failure ??= outcome.error;
		},
		() => failure !== undefined || ctx.signal?.aborted === true,
		// What goes to one number arrives in the order of the items, also if a request is slow or is repeated.
		({ recipients }) => (requests.length > 1 ? recipients.map(({ message }) => message.phone) : []),
	);
	const outcomes = batches.map((batch) =>
		'error' in batch ? batch : batchOutcome(run, batch, sent),
	);
	return { outcomes, ...(failure && { failure }) };
}

/** Puts together what became of a batch. */
function batchOutcome(
	{ ctx }: SendRun,
	batch: Batch,
	sent: ReadonlyMap<readonly Ready[], RequestOutcome>,
): BatchOutcome {
	const requests = batch.requests.map((recipients): RequestOutcome => {
		const outcome = sent.get(recipients) ?? { recipients };
		return ctx.signal?.aborted
			? { ...outcome, recipients: outcome.recipients.map(stopped) }
			: outcome;
	});
	const [only] = requests;
	const wentTogether = only?.recipients.length === batch.recipients.length;
	if (only && wentTogether) return { batch, requests, recipients: only.recipients };
	const byMessage = new Map<Message, Recipient>();
	for (const { recipients } of requests)
		for (const recipient of recipients) byMessage.set(recipient.message, recipient);
	const recipients = batch.recipients.map((one) => byMessage.get(one.message) ?? one);
	return { batch, requests, recipients };
}
