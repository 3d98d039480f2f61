import { hash } from 'crypto';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { refusalError, withoutItem } from '../../shared/errors';
import { filled, normaliseCampaign } from '../../shared/reply';
import { listCampaignsOfSender } from '../../shared/service';
import { LIMITS } from '../../shared/spec';
import { counted, textsWithin, wrongBraces } from '../../shared/text';
import { type Checked, checkGroups, type Refusal } from '../../shared/validation';
import { wrongField } from '../dispatch/choices';
import type { OperationContext } from '../dispatch/context';
import { imperative, type Operation } from '../dispatch/operation';
import { errorItem, hasErrorOutput, nodeError, type NodeFault } from '../dispatch/nodeErrors';
import { dryRunReader, NO_CONTACT_FIELDS, readContactFields } from './contactBook';
import {
	heldBackHint,
	hintUnknownSenders,
	isReached,
	smsSenderOf,
	startHint,
	TEST_KEY,
	unmeantCounter,
} from './hints';
import { isCharged, segmentsColumn, segmentsOf, startOf } from './output';
import {
	type IfUnknown,
	ifUnknownReader,
	type TemplateFields,
	templateFields,
	termsReader,
} from './parameters';
import { draftOf } from './judge';
import { CAUSES } from './inFlight';
import { hasPrice, isPriced, type Priced, priceError, askPrice, spentCounter } from './price';
import { messageKey, recalled } from './references';
import { hintWouldStop } from '../dispatch/wouldStop';
import type { ListsEndpoint } from './endpoints';
import { type RunBase, startBase } from './run';
import { sendOnce } from './sendOnce';
import {
	answerOf,
	type Message,
	ready,
	reasonOf,
	type Recipient,
	refusedBy,
	saidBy,
	settled,
	shownText,
	stopped,
	type Terms,
} from './message';
import { countLinks, longestSms, readDomains, uncountedCounter } from './shortLinks';
import { RETRY } from './unknown';

/*
 * The send to contact lists (4.9). Each item makes a campaign; who gets it stands in the service's Contact Book. The request carries no
 * references, so the service cannot be asked for it: after an unknown outcome the error names the new campaigns of the sender, and the
 * node sends nothing again by itself.
 */

/** What the items of one run share. */
interface ListRun extends RunBase {
	endpoint: ListsEndpoint;
	termsOf(item: number): Checked<Terms>;
	ifUnknown(item: number): IfUnknown;
	fields: TemplateFields;
	/** Refuses what stands in braces; the service, if it fills it for each contact, knows its own fields alone. */
	noField(wrong: string): Refusal;
	/** What a Dry Run says of lists. */
	dryRunOf: ReturnType<typeof dryRunReader>;
	/** How many items so far make the same request. */
	rows: Map<string, number>;
}

/** What an item asks for, checked. */
interface ListSend {
	groups: number[];
	message: Message;
	dryRun: boolean;
	/** What the service says of its price in a dry run. */
	summary?: IDataObject;
	/** Why the price forbids it. */
	forbidden?: NodeFault;
}

/** The clocks of n8n and of the service may differ by so many milliseconds. */
const CLOCKS_DIFFER_MS = 120_000;

/**
 * The campaigns of a sender that were created since a moment (ms): one of them may be what was sent, or none. They are named in an
 * error and never taken for ours. Undefined where the service does not list its campaigns.
 */
async function listSenderCampaigns(
	ctx: OperationContext,
	{ channel, sender }: Pick<ListsEndpoint, 'channel'> & Pick<Message, 'sender'>,
	since: number,
	item: number,
): Promise<IDataObject[] | undefined> {
	const service = await ctx.service(item);
	const { records, fault } = await listCampaignsOfSender(
		service,
		channel,
		sender,
		LIMITS.page.limit,
	);
	if (fault) return undefined;
	return records
		.map((record) => normaliseCampaign(record, service.timeZone))
		.filter(({ created_at }) => !(Date.parse(String(created_at)) < since - CLOCKS_DIFFER_MS));
}

/** Reads and checks the parameters of an item. @throws NodeOperationError naming the field and its limit */
function readItem(run: ListRun, item: number): ListSend {
	const { ctx, endpoint, termsOf, rows, fields, noField } = run;
	const check = <T>(checked: Checked<T>): T => {
		if (checked.ok) return checked.value;
		throw refusalError(ctx.node, checked.refusal, item);
	};
	const read = (name: string) => ctx.parameter<unknown>(name, item, '');
	const groups = check(checkGroups(read('groups') || []));
	const sender = check(endpoint.checkSender(check(fields.sender.fill(item, {}))));
	// A corrected text or start is the same message to the same lists; one that is wrong counts, too.
	const send = JSON.stringify([[...groups].sort((one, other) => one - other), sender]);
	const nth = rows.get(send) ?? 0;
	rows.set(send, nth + 1);
	const wrong = wrongField(ctx, item);
	if (wrong) throw refusalError(ctx.node, wrong.refusal, item);
	if (fields.said.wrong !== undefined)
		throw refusalError(ctx.node, noField(fields.said.wrong), item);
	const termsRead = termsOf(item);
	const filledIn = check(fields.said.fill(item, {}));
	const said = check(endpoint.says.check(filledIn, termsRead.ok ? termsRead.value : {}));
	// What an expression gave the service would not know, either.
	const [other] = fields.said.isConstant
		? []
		: textsWithin(said).flatMap((text) => endpoint.unfilled.exec(text) ?? []);
	if (other !== undefined) throw refusalError(ctx.node, noField(other), item);
	const terms = check(termsRead);
	const message = {
		item,
		position: -1,
		nth,
		identity: hash('sha256', `${send} ${nth}`, 'hex'),
		phone: '',
		sender,
		...said,
		reference: '',
		terms,
	};
	return { groups, message, dryRun: isDryRunOf({ ctx }, item) };
}

const isDryRunOf = ({ ctx }: Pick<ListRun, 'ctx'>, item: number): boolean =>
	ctx.parameter<unknown>('dryRun', item, false) === true;

/** What became of the campaign of one item. */
interface ListOutcome {
	sent: Recipient;
	/** Why the node stops there. */
	error?: NodeFault;
}

/** Sends the campaign of one item, unless an earlier try did. */
async function sendItem(
	run: ListRun,
	{ groups, message, dryRun, summary }: ListSend,
): Promise<ListOutcome> {
	const { ctx, endpoint, zone, record, now, ifUnknown } = run;
	const { item } = message;
	if (dryRun) {
		const event = await run.dryRunOf(groups, item);
		const { fields = {} } = 'answer' in event ? (event.answer ?? {}) : {};
		return {
			sent: settled(message, { ...event, ...(summary && { answer: { fields, summary } }) }),
		};
	}
	const known = record.find(messageKey(message));
	if (known?.state === 'accepted')
		return { sent: settled(message, recalled('contactLists', known)) };
	const { recipients, error } = await sendOnce(run, {
		kind: 'contactLists',
		channel: endpoint.channel,
		extension: endpoint.extension,
		path: endpoint.path,
		messages: [message],
		isAutomatic: false,
		leavesOut: false,
		ifUnknown: ifUnknown(item),
		retryForMs: ctx.retryForMs(item),
		cause: CAUSES[record.earlierStart],
		bodyOf: () => endpoint.requestBody(groups, message),
		readAnswer: (body) => endpoint.readAnswer(body, zone),
		candidates: async () =>
			await listSenderCampaigns(
				ctx,
				{ channel: endpoint.channel, sender: message.sender },
				now,
				item,
			),
	});
	const [sent = ready(message)] = recipients;
	return { sent: stopped(sent), ...(error && { error }) };
}

/** The output of an item. */
function itemJson({ endpoint, isTest, zone }: ListRun, groups: readonly number[], sent: Recipient) {
	const { message } = sent;
	const { calculated_price: price, currency }: IDataObject = answerOf(sent)?.summary ?? {};
	const { campaign_id, start_at, contacts }: IDataObject = answerOf(sent)?.fields ?? {};
	return filled({
		status: sent.status,
		reason: reasonOf(sent),
		start_at: start_at ?? startOf(sent, zone),
		text: shownText(sent),
		[segmentsColumn(endpoint)]: isCharged(sent) ? segmentsOf(longestSms(message)) : 0,
		campaign_id,
		...(isPriced(endpoint) && { price, currency }),
		sender: message.sender,
		list_ids: groups.join(', '),
		contacts,
		test: isTest,
	});
}

/**
 * The campaigns of all items, judged before the first one leaves; under Continue on Fail, and in a dry run, the error of an item in its
 * place.
 * @throws NodeOperationError for the first item that is wrong
 */
const readItems = (run: ListRun): Array<ListSend | NodeFault> =>
	run.ctx.items.map((_, item) => {
		try {
			return readItem(run, item);
		} catch (error) {
			const known = nodeError(run.ctx.node, error, item);
			if (!run.ctx.continueOnFail && !isDryRunOf(run, item)) throw known;
			return known;
		}
	});

/**
 * Prices the campaigns of all items, before the first one leaves: in a dry run each by itself, otherwise all together. Notes in them what
 * comes of it. @returns the limit that the user sets
 * @throws NodeOperationError if the price forbids them, unless the node continues on failures
 */
async function priceItems(
	run: ListRun,
	reads: ReadonlyArray<ListSend | NodeFault>,
): Promise<number | undefined> {
	const { ctx, record } = run;
	const sends = reads.flatMap((read) => ('groups' in read ? read : []));
	const isLeft = ({ message }: ListSend): boolean =>
		record.find(messageKey(message))?.state !== 'accepted';
	const partOf = ({ groups, dryRun, message }: ListSend): Priced => {
		const { item, sender, terms } = message;
		return {
			items: [item],
			dryRun,
			isMost: countLinks(message) > 0,
			questions: [
				{ groups: [...groups], sender, text: longestSms(message), tariff_code: terms.tariff },
			],
		};
	};
	const real = sends.filter(({ dryRun }) => !dryRun);
	const dry = sends.filter(({ dryRun }) => dryRun);
	const asked = hasPrice(run) ? [...dry, ...(real.some(isLeft) ? real : [])] : [];
	const { limit, refusal, summaries } = await askPrice(run, asked.map(partOf));
	const [first] = real;
	const forbidden = refusal && priceError(run, refusal, first?.message.item);
	if (forbidden && !ctx.continueOnFail) throw forbidden;
	for (const [at, send] of dry.entries()) send.summary = summaries[at];
	for (const send of real) if (isLeft(send)) send.forbidden = forbidden;
	return limit;
}

/** What became of an item; one that is wrong, or whose request cannot be made, is refused. */
async function outcomeOfItem(
	run: ListRun,
	read: ListSend | NodeFault,
	item: number,
): Promise<ListOutcome> {
	const refused = (error: NodeFault, message: Message): ListOutcome => ({
		sent: settled(message, refusedBy({ field: '', message: withoutItem(error.message) })),
		error,
	});
	if (!('groups' in read))
		return refused(read, draftOf({ item, position: -1, phone: '', record: {} }, {}));
	if (read.forbidden) {
		const { forbidden: error, message } = read;
		// What an earlier try may have sent is not refused.
		if (run.record.find(messageKey(message)) === undefined) return refused(error, message);
		const reason = withoutItem(error.message);
		return { sent: settled(message, { status: 'unknown', reason }), error };
	}
	try {
		return await sendItem(run, read);
	} catch (error) {
		return refused(nodeError(run.ctx.node, error, item), read.message);
	}
}

/** Says in the error of an item what became of the campaigns before it. */
function withCampaignsBefore(error: NodeFault, item: number): NodeFault {
	if (item === 0) return error;
	const isOne = item === 1;
	error.description =
		`${error.description ?? ''} The ${isOne ? 'campaign' : 'campaigns'} of the ${counted(item, 'item')} before ${isOne ? 'was' : 'were'} created. Executing again creates ${isOne ? 'it' : 'them'} again. ${RETRY}`.trim();
	return error;
}

/**
 * Sends to contact lists, one item after the other, so that a new campaign in the list can only be the one just sent.
 * @throws NodeApiError or NodeOperationError unless the node continues on failures
 */
export async function sendToAllLists(
	ctx: OperationContext,
	endpoint: ListsEndpoint,
): Promise<INodeExecutionData[][]> {
	const base = await startBase(ctx);
	const { idOf, cureOf } =
		endpoint.channel === 'sms' ? await readContactFields(ctx) : NO_CONTACT_FIELDS;
	const run: ListRun = {
		...base,
		endpoint,
		termsOf: termsReader(ctx, base.zone, await readDomains(ctx)),
		ifUnknown: ifUnknownReader(ctx),
		fields: templateFields(ctx, endpoint, idOf),
		noField: (wrong) => ({ ...wrongBraces(endpoint.says.name, wrong), description: cureOf(wrong) }),
		dryRunOf: dryRunReader(ctx),
		rows: new Map(),
	};
	const output: INodeExecutionData[] = [];
	const campaigns: IDataObject[] = [];
	const starts = new Set<string | undefined>();
	const planned = new Set<string>();
	const unmeant = unmeantCounter(ctx);
	const uncounted = uncountedCounter();
	const isSplit = hasErrorOutput(ctx);
	let failed = false;
	const reads = readItems(run);
	const limit = await priceItems(run, reads);
	const spent = spentCounter(limit);
	for (const [item, read] of reads.entries()) {
		if (ctx.signal?.aborted) break;
		const { sent, error } = await outcomeOfItem(run, read, item);
		const wouldStop = error && !ctx.continueOnFail && isDryRunOf(run, item);
		if (wouldStop)
			hintWouldStop(run, {
				field: '',
				message: error.message,
				description: error.description ?? '',
			});
		else if (error && !ctx.continueOnFail) throw withCampaignsBefore(error, item);
		failed ||= error !== undefined;
		const { summary } = answerOf(sent) ?? {};
		spent.add([sent]);
		if (summary && sent.status !== 'dry run') campaigns.push(summary);
		const smsSender = sent.status === 'dry run' ? smsSenderOf(sent.message) : undefined;
		if (smsSender !== undefined) planned.add(smsSender);
		if (isReached(sent)) {
			starts.add(sent.message.terms.startAt);
			unmeant.add(saidBy(sent.message));
			uncounted.add(sent.message);
		}
		const groups = 'groups' in read ? read.groups : [];
		output.push(
			error && isSplit && !wouldStop
				? errorItem(error, item)
				: { json: itemJson(run, groups, sent), pairedItem: { item } },
		);
	}
	await hintUnknownSenders(run, planned);
	if (base.isTest && campaigns.length > 0) ctx.hint(TEST_KEY);
	const [start] = starts;
	const begins = starts.size === 1 && startHint(start, base.zone, ctx.functions.getTimezone());
	for (const hint of [
		begins,
		spent.hint(),
		heldBackHint(campaigns),
		unmeant.hint(),
		uncounted.hint(),
	])
		if (hint) ctx.hint(hint);
	if (!failed) run.record.forget();
	return [output];
}

/** Both ways in which n8n runs the operation that sends to contact lists through an endpoint. */
export function contactListsOperation(
	endpoint: ListsEndpoint,
): Required<Pick<Operation, 'routing' | 'execute'>> {
	const { routing, execute } = imperative(async (ctx) => await sendToAllLists(ctx, endpoint));
	const request = { method: 'POST', url: endpoint.path } as const;
	return { routing: { ...routing, request }, execute };
}
