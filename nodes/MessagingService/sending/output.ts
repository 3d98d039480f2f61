import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { maskPhone, refusalError } from '../../shared/errors';
import { filled, orNull } from '../../shared/reply';
import { fromServiceTime, toIso } from '../../shared/time';
import { analyseText, counted, namedAndMore, shownReference } from '../../shared/text';
import {
	asOfItem,
	errorItem,
	hasErrorOutput,
	withPlacesOfItem,
	withReferencesOfItem,
	type NodeFault,
} from '../dispatch/nodeErrors';
import { lastAnswer } from '../../shared/recent';
import {
	answerOf,
	countStatuses,
	noteOf,
	placeOf,
	reasonOf,
	shownText,
	type Counts,
	type Message,
	type Recipient,
} from './message';
import { firstRelease } from './quietHours';
import { ifSentAgain } from './unknown';
import type { BatchOutcome, SendRun, UnreadBatch } from './run';
import { longestSms, noteOfLinks } from './shortLinks';

/** How many segments a text needs; none if there is no SMS. */
export const segmentsOf = (text: string): number => analyseText(text).segments;

/** Remembers the segments of the last text: texts repeat. */
export const segmentCounter = (): ((text: string) => number) =>
	lastAnswer((text) => segmentsOf(String(text)));

/** Whether the message of a recipient costs something: it was sent, may have been, or would be. */
export const isCharged = ({ status }: Recipient): boolean =>
	status === 'accepted' || status === 'unknown' || status === 'dry run';

/** How the output calls the segments: of RCS they are those of the SMS that may go out in its place, and of several channels those of the SMS among them. */
export const segmentsColumn = ({ channel }: Pick<SendRun['endpoint'], 'channel'>): string =>
	SEGMENTS_COLUMNS[channel];
const SEGMENTS_COLUMNS = {
	sms: 'segments',
	rcs: 'fallback_segments',
	any: 'sms_segments',
} as const;

/** Whether a row is that of a send by other channels than SMS alone. */
export const isOfOtherChannel = (row: IDataObject = {}): boolean =>
	SEGMENTS_COLUMNS.rcs in row || SEGMENTS_COLUMNS.any in row;

/** The IDs that the service gave to a recipient, under the names of the output. */
function idsOf({ endpoint }: Pick<SendRun, 'endpoint'>, said: IDataObject): IDataObject {
	if (endpoint.kind === 'campaign') return { campaign_id: orNull(said.campaign_id) };
	const id = { message_id: orNull(said.id) };
	return endpoint.kind === 'bulk' ? { ...id, task_id: orNull(said.task_id) } : id;
}

/** The columns of an output of recipients, in their order: they depend on the operation alone. */
function columnsOf({ endpoint, isTest }: Pick<SendRun, 'endpoint' | 'isTest'>): IDataObject {
	// A campaign may go out at several times: each stands where it is seen.
	const isCampaign = endpoint.kind === 'campaign';
	return {
		status: null,
		reason: null,
		...(isCampaign && { start_at: null }),
		phone: null,
		text: null,
		[segmentsColumn(endpoint)]: 0,
		...idsOf({ endpoint }, {}),
		...(!isCampaign && { price: null, currency: null }),
		country: null,
		sender: null,
		reference: null,
		...(!isCampaign && { start_at: null }),
		test: isTest,
	};
}

/** The output items of recipients: one for each, paired with its input. What there is nothing for is null. */
export function recipientItems(
	run: Pick<SendRun, 'endpoint' | 'zone' | 'isTest'>,
	recipients: readonly Recipient[],
): INodeExecutionData[] {
	const { endpoint, zone } = run;
	const isCampaign = endpoint.kind === 'campaign';
	const column = segmentsColumn(endpoint);
	const columns = columnsOf(run);
	const segments = segmentCounter();
	return recipients.map((recipient) => {
		const { status, message } = recipient;
		const { item, phone, country, sender, reference } = message;
		const said: IDataObject = answerOf(recipient)?.fields ?? {};
		// Each row is a copy: to add the columns one by one takes three times as long, and there may be 100,000 rows.
		const row = { ...columns };
		row.status = status;
		row.reason = reasonOf(recipient);
		row.start_at = orNull(said.start_at ?? startOf(recipient, zone));
		row.phone = orNull(phone);
		row.text = orNull(shownText(recipient));
		row[column] = isCharged(recipient) ? segments(longestSms(message)) : 0;
		Object.assign(row, idsOf(run, said));
		if (!isCampaign) {
			row.price = orNull(said.price);
			row.currency = orNull(said.currency);
		}
		row.country = orNull(country);
		row.sender = orNull(sender);
		row.reference = orNull(reference);
		return { json: row, pairedItem: { item } };
	});
}

/** When a message goes out, as Start At and Quiet Hours say. Of what an earlier try sent, only the service knows it. */
export function startOf(recipient: Recipient, zone: string): string | undefined {
	const { start, terms } = recipient.message;
	if (recipient.status === 'accepted' && recipient.already) return undefined;
	if (start !== undefined) return toIso(start, zone);
	const isPlanned = recipient.status === 'dry run' || recipient.status === 'accepted';
	return isPlanned && terms.startAt !== undefined
		? (fromServiceTime(terms.startAt, zone) ?? undefined)
		: undefined;
}

/** How many reasons are told one by one. */
const REASONS_AT_MOST = 3;

/** Why some of a request's recipients are not accepted, or what is to be known of them: three of them, and how many more there are. */
function reasonsOf(recipients: readonly Recipient[]): string {
	const reasons: string[] = [];
	for (const recipient of recipients) {
		const note = noteOf(recipient);
		if (note) reasons.push(`[${placeOf(recipient.message)}] ${note}`);
	}
	return namedAndMore(reasons, REASONS_AT_MOST);
}

/** The status of a summary is the first of these that any of its recipients has, and otherwise that of its first one. */
const TOLD_FIRST = ['unknown', 'accepted', 'dry run'] as const;

/** Says how many messages a dry run would send, and how long short links in them may get, of which one message shows it. */
const planSaid = (counts: Counts, { message }: Recipient): string =>
	`${counts['dry run']} would be sent${noteOfLinks(message)}`;

/** What messages hold, each of it once. */
function distinct<T>(recipients: readonly Recipient[], of: (message: Message) => T): T[] {
	const found = new Set<T>();
	for (const { message } of recipients) found.add(of(message));
	return [...found];
}

/** The recipients that went into none of the requests. */
function outsideOf(
	requests: ReadonlyArray<readonly Recipient[]>,
	recipients: readonly Recipient[],
): Recipient[] {
	if (requests.length === 1 && requests[0] === recipients) return [];
	const inRequests = new Set(requests.flat().map(({ message }) => message));
	return recipients.filter(({ message }) => !inRequests.has(message));
}

/**
 * The output items of requests (Summary Only): for each what the service says of it, and counts. Recipients that went into none of
 * them count in the first.
 */
export function requestItems(
	{ endpoint, zone, isTest }: Pick<SendRun, 'endpoint' | 'zone' | 'isTest'>,
	recipients: readonly Recipient[],
	requests: ReadonlyArray<readonly Recipient[]>,
): INodeExecutionData[] {
	const isCampaign = endpoint.kind === 'campaign';
	const segments = segmentCounter();
	const inNone = outsideOf(requests, recipients);
	return (requests.length === 0 ? [[]] : requests).map((request, index) => {
		const counted = index === 0 ? [...request, ...inNone] : request;
		const counts = countStatuses(counted);
		const { accepted, refused, unknown, duplicate, skipped } = counts;
		const items = distinct(counted, ({ item }) => item);
		// Those of a dry run are in no request.
		const senders = distinct(request.length > 0 ? request : counted, ({ sender }) => sender);
		const answered =
			request.find((recipient) => answerOf(recipient)?.summary) ??
			counted.find((recipient) => recipient.status === 'dry run' && recipient.answer);
		const said: IDataObject = (answered && answerOf(answered)?.summary) ?? {};
		const status = TOLD_FIRST.find((one) => counts[one] > 0) ?? counted[0]?.status ?? 'refused';
		const plain = counted.find((recipient) => recipient.status === status);
		const notes = reasonsOf(counted);
		const json = filled({
			status,
			reason:
				plain?.status === 'dry run'
					? [planSaid(counts, plain), notes].filter(Boolean).join('. ')
					: notes || (plain && reasonOf(plain)),
			...(isCampaign && {
				start_at: said.start_at ?? (request[0] && startOf(request[0], zone)),
			}),
			recipients: counted.length,
			accepted,
			refused,
			already_sent: counts['already sent'],
			skipped,
			duplicate,
			unknown,
			[segmentsColumn(endpoint)]: counted.reduce(
				(sum, recipient) =>
					isCharged(recipient) ? sum + segments(longestSms(recipient.message)) : sum,
				0,
			),
			...(isCampaign
				? { campaign_id: said.id, price: said.calculated_price, currency: said.currency }
				: { task_id: said.task_id, price: said.totalprice, currency: said.currency }),
			sender: senders.join(', '),
			...(!isCampaign && { start_at: firstRelease(counted, zone) }),
			test: isTest,
		});
		return { json, pairedItem: items.map((item) => ({ item })) };
	});
}

/** With an error output: the error that each recipient of a batch comes out as. One that the service refused by itself says why. */
function errorsOf(
	{ ctx }: SendRun,
	{ batch, requests }: BatchOutcome,
): ReadonlyMap<Message, NodeFault> {
	if (!requests.some(({ error }) => error)) return batch.errors;
	const errors = new Map(batch.errors);
	for (const { recipients, error } of requests) {
		if (!error) continue;
		for (const recipient of recipients) {
			const { status, message } = recipient;
			if (status === 'accepted' || status === 'already sent') continue;
			const own = status === 'refused' && recipients.length > 1;
			errors.set(message, own ? refusalError(ctx.node, recipient.refusal, message.item) : error);
		}
	}
	return errors;
}

/** What becomes one error item. */
interface FailedItem {
	error: NodeFault;
	item: number;
	/** The number of the first of its recipients. */
	phone: string;
	/** The places of its recipients in the input. */
	positions: number[];
	/** The references of its recipients whose outcome is unknown. */
	references: string[];
}

/** The output of recipients that went out together: a row for each, or, under Summary Only, one for each request. */
function rowsOf(
	run: SendRun,
	recipients: readonly Recipient[],
	requests: ReadonlyArray<readonly Recipient[]>,
): INodeExecutionData[] {
	if (!run.parameters.simplify || run.endpoint.recipientsPerRequest === 1)
		return recipientItems(run, recipients);
	return recipients.length === 0 ? [] : requestItems(run, recipients, requests);
}

/** The output of a batch with an error output: its rows, and an error item for each item (of a list: for each error) that went wrong. */
function batchItems(run: SendRun, outcome: BatchOutcome): INodeExecutionData[] {
	const isList = run.parameters.source === 'list';
	const { requests, recipients } = outcome;
	const errors = errorsOf(run, outcome);
	const failed = new Map<string, FailedItem>();
	for (const recipient of errors.size > 0 ? recipients : []) {
		const error = errors.get(recipient.message);
		const { item, position, phone } = recipient.message;
		if (!error) continue;
		const key = `${item} ${isList ? error.message : position}`;
		const one = failed.get(key) ?? { error, item, phone, positions: [], references: [] };
		failed.set(key, one);
		one.positions.push(position);
		const { reference } = recipient.message;
		if (recipient.status === 'unknown' && reference !== '') one.references.push(reference);
	}
	const errorItems = [...failed.values()].map(({ error, item, phone, positions, references }) => {
		const places = positions.map((position) => position + 1);
		const isOne = positions.length === 1;
		const own = asOfItem(error, item, isOne ? maskPhone(phone) : undefined);
		const placed = isList ? withPlacesOfItem(own, places, recipients.length) : own;
		return errorItem(withReferencesOfItem(placed, references), item);
	});
	const good = recipients.filter(({ message }) => !errors.has(message));
	// What a request that failed in part had accepted counts under that request, not under another one, and so does what is unknown of it.
	const goodRequests = requests
		.filter((request) => request.recipients.some(({ message }) => !errors.has(message)))
		.map((request) =>
			request.recipients.filter(
				({ message, status }) => !errors.has(message) || status === 'unknown',
			),
		);
	return [...rowsOf(run, good, goodRequests), ...errorItems];
}

/** The output of the node. The outcomes are those of all batches, in the order of the input. */
export function toOutput(
	run: SendRun,
	outcomes: ReadonlyArray<BatchOutcome | UnreadBatch>,
): INodeExecutionData[] {
	const isSplit = hasErrorOutput(run.ctx);
	return outcomes.flatMap((outcome) => {
		const isUnread = 'error' in outcome;
		if (isSplit && isUnread)
			return outcome.items.map((item) => errorItem(asOfItem(outcome.error, item), item));
		if (isSplit && !isUnread) return batchItems(run, outcome);
		const requests = isUnread ? [] : outcome.requests.map(({ recipients }) => recipients);
		return rowsOf(run, outcome.recipients, requests);
	});
}

/** How many accepted recipients the details of an error list. */
const LISTED_AT_MOST = 100;

/** Adds to the error that ends a send what became of the others, and to its details the accepted ones with their IDs. */
export function addAcceptedRecipients(
	run: Pick<SendRun, 'endpoint' | 'isTest' | 'parameters'>,
	error: NodeFault,
	recipients: readonly Recipient[],
): NodeFault {
	if (recipients.length <= 1) return error;
	const { unknown, ready, refused } = countStatuses(recipients);
	const accepted = recipients.filter(
		({ status }) => status === 'accepted' || status === 'already sent',
	);
	const isOne = accepted.length === 1;
	const details =
		accepted.length === 0 ? '' : `; ${isOne ? 'its IDs are' : 'their IDs are'} in the details`;
	const said = [
		`${accepted.length} of ${recipients.length} recipients ${isOne ? 'was' : 'were'} accepted${details}.`,
	];
	const without = refused + ready > 0 ? `, and ${refused + ready} got nothing` : '';
	if (unknown > 0)
		said.push(`Of ${counted(unknown, 'recipient')} the outcome is not known${without}.`);
	// What a check of ours refuses has no reference, and will not be sent then either.
	const toSend = recipients.filter(
		({ status, message }) =>
			status !== 'skipped' && status !== 'duplicate' && message.reference !== '',
	);
	if (accepted.length + unknown > 0 && !run.isTest)
		said.push(ifSentAgain(run, `all ${toSend.length}`));
	if (accepted.length > 0) {
		error.context.data = {
			accepted: accepted.slice(0, LISTED_AT_MOST).map((recipient) => ({
				recipient: placeOf(recipient.message),
				phone: maskPhone(recipient.message.phone),
				...idsOf(run, answerOf(recipient)?.fields ?? {}),
				reference: shownReference(recipient.message.reference),
			})),
			...(accepted.length > LISTED_AT_MOST && { more: accepted.length - LISTED_AT_MOST }),
		};
	}
	error.description = `${error.description ?? ''} ${said.join(' ')}`.trim();
	return error;
}
