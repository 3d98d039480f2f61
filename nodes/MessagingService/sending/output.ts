import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { analyseText, textHint } from '../../shared/text';
import { errorItem, type NodeFault } from '../dispatch/nodeErrors';
import { reasonOf, type Answer, type Message, type Recipient } from './outcomes';
import type { Batch, SendRun, UnreadBatch } from './run';
import type { RequestOutcome } from './sendRequest';

/** What became of recipients that go out together. */
export interface BatchOutcome {
	batch: Batch;
	/** Request by request; of a send that was stopped, also those that never left. */
	requests: readonly RequestOutcome[];
	/** All recipients in the order of the input, as they ended. */
	recipients: readonly Recipient[];
}

/** What a text costs, under the names of the output. */
export function textFacts(text: string): {
	encoding: string;
	characters: number;
	segments: number;
} {
	const { encoding, characters, segments } = analyseText(text);
	return { encoding, characters, segments };
}

/** Remembers the facts of the last text: texts repeat. */
function factsReader(): typeof textFacts {
	let last: string | undefined;
	let facts = textFacts('');
	return (text) => {
		if (last !== text) facts = textFacts((last = text));
		return facts;
	};
}

/** What the service said of a recipient and of its request, if anything. */
const answerOf = (recipient: Recipient): Answer | undefined =>
	'answer' in recipient ? recipient.answer : undefined;

/** The output items of recipients: one for each, paired with its input. */
export function recipientItems(recipients: readonly Recipient[]): INodeExecutionData[] {
	const factsOf = factsReader();
	return recipients.map((recipient) => {
		const { status, message } = recipient;
		const { phone, sender, reference, text, item } = message;
		const json: IDataObject = { status };
		const reason = reasonOf(recipient);
		if (reason !== undefined) json.reason = reason;
		Object.assign(json, answerOf(recipient)?.fields);
		if (status === 'accepted') json.already_accepted = recipient.already;
		json.phone = phone;
		json.sender = sender;
		json.reference = reference || null;
		json.text = text;
		return { json: Object.assign(json, factsOf(text)), pairedItem: { item } };
	});
}

/**
 * The output items of requests (Simplify): for each what the service says of it, and counts. Recipients that went into none of them
 * count in the first.
 */
export function requestItems(
	recipients: readonly Recipient[],
	requests: ReadonlyArray<readonly Recipient[]>,
): INodeExecutionData[] {
	const factsOf = factsReader();
	const inRequests = new Set(requests.flat().map(({ message }) => message));
	const inNone = recipients.filter(({ message }) => !inRequests.has(message));
	return (requests.length === 0 ? [[]] : requests).map((request, index) => {
		const counted = index === 0 ? [...request, ...inNone] : request;
		const count = (wanted: Recipient['status']) =>
			counted.filter(({ status }) => status === wanted).length;
		const segmentsOf = ({ status, message }: Recipient) =>
			status === 'accepted' || status === 'dry run' ? factsOf(message.text).segments : 0;
		const accepted = count('accepted');
		const unknown = count('unknown');
		const sources = [...new Set(counted.map(({ message }) => message.item))];
		return {
			json: {
				status:
					unknown > 0 ? 'unknown' : accepted > 0 ? 'accepted' : (counted[0]?.status ?? 'refused'),
				...request.map(answerOf).find((answer) => answer?.summary)?.summary,
				recipients: counted.length,
				accepted,
				refused: count('refused'),
				unknown,
				merged: count('merged'),
				skipped: count('skipped'),
				segments: request.reduce((sum, recipient) => sum + segmentsOf(recipient), 0),
			},
			pairedItem: sources.map((item) => ({ item })),
		};
	});
}

/** Under Continue on Fail: the error that each recipient of a batch comes out as. */
function errorsOf({ batch, requests }: BatchOutcome): ReadonlyMap<Message, NodeFault> {
	if (!requests.some(({ error }) => error)) return batch.errors;
	const errors = new Map(batch.errors);
	for (const { recipients, error, errors: own } of requests) {
		if (!error) continue;
		for (const { status, message } of recipients) {
			const shown = own ? own.get(message) : error;
			if (status !== 'accepted' && shown) errors.set(message, shown);
		}
	}
	return errors;
}

/** The output of a batch: its rows, and an error item for each item (of a list: for each error) that went wrong. */
function batchItems(
	{ endpoint, parameters: { source, simplify } }: SendRun,
	outcome: BatchOutcome,
): INodeExecutionData[] {
	const { requests, recipients } = outcome;
	const errors = errorsOf(outcome);
	const errorItems = new Map<string, INodeExecutionData>();
	for (const { message } of errors.size > 0 ? recipients : []) {
		const error = errors.get(message);
		const { item, position } = message;
		if (error)
			errorItems.set(
				`${item} ${source === 'list' ? error.message : position}`,
				errorItem(error, item),
			);
	}
	const good = recipients.filter(({ message }) => !errors.has(message));
	if (!simplify || endpoint.recipientsPerRequest === 1)
		return [...recipientItems(good), ...errorItems.values()];
	if (good.length === 0) return [...errorItems.values()];
	// What a request that failed in part had accepted counts under that request, not under another one, and so does what is unknown of it.
	const goodRequests = requests
		.filter((request) => request.recipients.some(({ message }) => !errors.has(message)))
		.map((request) =>
			request.recipients.filter(
				({ message, status }) => !errors.has(message) || status === 'unknown',
			),
		);
	return [...requestItems(good, goodRequests), ...errorItems.values()];
}

/** Takes what became of all batches, in the order of the input; returns the output of the node. */
export function toOutput(
	run: SendRun,
	outcomes: ReadonlyArray<BatchOutcome | UnreadBatch>,
): INodeExecutionData[] {
	return outcomes.flatMap((outcome) =>
		'error' in outcome
			? outcome.items.map((item) => errorItem(outcome.error, item))
			: batchItems(run, outcome),
	);
}

/** Says in plain words what the output shows in detail, and how to pay less. */
export function giveHints({ ctx }: Pick<SendRun, 'ctx'>, recipients: readonly Recipient[]): void {
	const counts: Partial<Record<Recipient['status'], number>> = {};
	let costly = 0;
	let saving = '';
	let last: string | undefined;
	let lastHint: string | undefined;
	for (const { status, message } of recipients) {
		const { text } = message;
		counts[status] = (counts[status] ?? 0) + 1;
		if (status !== 'accepted' && status !== 'dry run') continue;
		// Most texts are short or plain: only long ones can be made cheaper.
		if (text !== last) lastHint = text.length > 70 ? textHint(text) : undefined;
		last = text;
		if (lastHint === undefined) continue;
		costly++;
		saving ||= lastHint;
	}
	const left = (['refused', 'unknown', 'merged', 'skipped'] as const)
		.flatMap((status) => (counts[status] ? `, ${counts[status]} ${status}` : []))
		.join('');
	const planned = counts['dry run'];
	if (left)
		ctx.hint(
			`${planned ? `${planned} would be sent` : `${counts.accepted ?? 0} recipients accepted`}${left}: see the status column.`,
		);
	if (costly > 0)
		ctx.hint(costly === 1 ? saving : `${costly} texts cost more than they need. ${saving}`);
}

/** Adds to the error that ends a send what became of the others. */
export function addAcceptedRecipients(
	error: NodeFault,
	recipients: readonly Recipient[],
): NodeFault {
	const accepted = recipients.filter(({ status }) => status === 'accepted').length;
	if (recipients.length > 1)
		error.description =
			`${error.description ?? ''} ${accepted} of ${recipients.length} recipients were accepted before this; Retry On Fail sends only the rest.`.trim();
	return error;
}
