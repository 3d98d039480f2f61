import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { refusalError, withoutItem } from '../../../shared/errors';
import { cleanName, csvLine } from '../../../shared/text';
import { errorItem, hasErrorOutput, nodeError, type NodeFault } from '../../dispatch/nodeErrors';
import { requestItems } from '../output';
import type { BatchSettings } from '../parameters';
import { phoneJudge } from '../judge';
import { hasPrice, priceError, priceOf, questionsAbout, spentCounter } from '../price';
import {
	checkForm,
	hasNothing,
	isReached,
	itemFaults,
	nameIn,
	NOTHING_IN_ITEM,
	nothingSent,
	refusalOfMany,
} from '../refusals';
import { Repeats } from '../repeats';
import type { SendRun } from '../run';
import { answerOf, type Message, type Ready, reasonOf, type Recipient } from '../settle';
import { fileHints } from './fileHints';
import {
	countOthers,
	judgeAll,
	NAMED_OF_FILE,
	noOthers,
	type Others,
	plannedMessages,
} from './judgeFile';
import { openRecipients } from './openRecipients';
import { readAhead } from './readAhead';
import { checkUnchanged, partsOf, pieceSender } from './sendPieces';
import { ifSentAgain } from '../unknown';
import { linesOf, type Task } from './task';
import { roundInFile } from '../way';
import { hintUnknownSenders } from '../hints';

/*
 * How a file of recipients is sent. It is read three times: to know its encoding and content, to judge all of it before the first
 * request leaves, and to send it, one request after the other. What is held at a time are the recipients of a few requests. What became
 * of each line is written, as it becomes known, to a file in n8n's binary store; the one that writes it drives the sending.
 */

const RESULT_FIELD = 'result';
const RESULT_TYPE = 'text/csv';
/** The columns of the result file. */
const headerOf = (isCampaign: boolean, dryRun: boolean): string[] => [
	'line',
	'phone',
	'reference',
	'status',
	'reason',
	isCampaign ? 'campaign_id' : 'task_id',
	'country',
	'phone_given',
	// What nobody gets is to be looked at.
	...(dryRun ? ['text'] : []),
];

/** So many rows of all files are held: they are judged once, and not read again to be sent. */
const HELD_AT_MOST = 20_000;
/** So many lines of it are written at a time. */
const WRITTEN_AT_ONCE = 500;

/** What sending one file came to. */
interface Sending {
	items: INodeExecutionData[];
	/** Recipients that went into no request, since the last one. */
	others: Others;
	hints: ReturnType<typeof fileHints>;
	/** All recipients so far. */
	all: Others;
	isAnyReached?: boolean;
	error?: NodeFault;
	/** Whether the last item tells of the request that failed. */
	endsWithFailed?: boolean;
	/** What a request that failed left unsent, in words. */
	left?: string;
}

/** @throws NodeOperationError for settings with which a file cannot be sent */
function settingsOf(run: SendRun, item: number): BatchSettings {
	const { ctx, parameters } = run;
	const fault = itemFaults(run, [item]).get(item);
	if (fault) throw fault;
	const settings = parameters.settingsOf([item]);
	if (!settings.ok) throw refusalError(ctx.node, settings.refusal, item);
	checkForm(run, [item]);
	return settings.value;
}

/** Returns what tells a phone number among the cells of a file's first row. */
function numberFinder({ parameters }: SendRun, item: number): (cell: string) => boolean {
	const judge = phoneJudge();
	const { country } = parameters.fields;
	// Where each row names its country, the first row cannot say whose number it holds.
	const named = country.ofRecipient.length > 0 ? undefined : country.fill(item, {});
	return (cell) => judge(cell, named?.ok ? named.value : '').ok;
}

/** Returns what tells the columns that the form names. */
function namedColumns({ parameters }: SendRun, item: number): (column: string) => boolean {
	const { fields, referenceMode, phoneField, zoneField } = parameters;
	const { reference, ...others } = fields;
	const used = [...Object.values(others), ...(referenceMode === 'custom' ? [reference] : [])];
	const names = [
		nameIn(phoneField(item)),
		zoneField(item),
		...used.flatMap(({ ofRecipient }) => ofRecipient),
	];
	const clean = new Set(names.map(cleanName));
	return (column) => clean.has(column);
}

/** The line of the result file for a recipient. */
function resultLine(recipient: Recipient, isCampaign: boolean, dryRun: boolean): string {
	const { status, message } = recipient;
	const fields: IDataObject = answerOf(recipient)?.fields ?? {};
	return csvLine([
		message.line,
		message.phone,
		message.reference,
		status,
		reasonOf(recipient),
		isCampaign ? fields.campaign_id : fields.task_id,
		message.country,
		message.phoneGiven,
		...(dryRun ? [message.text] : []),
	]);
}

/** Adds to the output of a request the recipients that went into none. */
function withOthers(json: IDataObject, { counts, total }: Others): IDataObject {
	const added: IDataObject = { recipients: Number(json.recipients) + total };
	for (const status of ['accepted', 'refused', 'unknown', 'duplicate', 'skipped'] as const)
		added[status] = Number(json[status]) + counts[status];
	return { ...json, ...added };
}

/** Points from a request's output to the reasons of those that were refused. */
function withWhereReasonsAre(json: IDataObject): IDataObject {
	const refused = Number(json.refused);
	if (refused === 0) return json;
	const where = `${refused} refused: see the result file`;
	return { ...json, reason: [json.reason, where].filter(Boolean).join('; ') };
}

/** The pieces of a file, as they come. */
async function* piecesOf(task: Task): AsyncGenerator<readonly Ready[]> {
	for await (const { request } of partsOf(task)) if (request.length > 0) yield request;
}

/** Says in the error of a request which lines it is about, and how the rest is sent. */
function withLines(
	error: NodeFault,
	piece: readonly Message[],
	{ run, file: { item } }: Task,
): NodeFault {
	const before = item > 0 ? ' The files of the items before it are sent.' : '';
	const again = ifSentAgain(run, 'the whole file');
	error.description =
		`${error.description ?? ''} The request carried ${linesOf(piece)} of the file. All before it is done.${before} ${again}`.trim();
	return error;
}

const STOPPED = {
	field: 'Recipients',
	message: 'The execution was stopped before the whole file was sent',
};

/** Sends a file and writes its result file. It throws nothing: what goes wrong ends the file. */
async function* sendingResult(
	task: Task,
	sending: Sending,
	spent: ReturnType<typeof spentCounter>,
): AsyncGenerator<Uint8Array> {
	const { run, file, settings } = task;
	const isCampaign = run.endpoint.kind === 'campaign';
	const { dryRun, leaveOut } = settings;
	const sendPiece = pieceSender(task);
	function* write(recipients: readonly Recipient[]): Generator<Uint8Array> {
		sending.hints.add(recipients);
		countOthers(sending.all, recipients);
		sending.isAnyReached ||= recipients.some(isReached);
		for (let from = 0; from < recipients.length; from += WRITTEN_AT_ONCE) {
			const lines = recipients
				.slice(from, from + WRITTEN_AT_ONCE)
				.map((recipient) => resultLine(recipient, isCampaign, dryRun));
			yield Buffer.from(lines.join(''));
		}
	}
	/** Writes those that go into no request, and ends the file where they are not to be left out. */
	function* writeOthers(others: readonly Recipient[]): Generator<Uint8Array> {
		countOthers(sending.others, others);
		yield* write(others);
		if (sending.others.counts.refused > 0 && !leaveOut && !dryRun)
			throw refusalError(
				run.ctx.node,
				refusalOfMany(sending.others.reasons, {
					ofAll: 'of the next recipients',
					sofar: 'Sending stopped',
					isForAll: false,
					most: NAMED_OF_FILE,
				}),
				file.item,
			);
	}
	yield Buffer.from(csvLine(headerOf(isCampaign, dryRun)));
	try {
		if (!dryRun) await checkUnchanged(task, () => piecesOf(task));
		for await (const part of readAhead(partsOf(task))) {
			if (sending.error) return;
			if (run.ctx.signal?.aborted) throw refusalError(run.ctx.node, STOPPED, file.item);
			yield* writeOthers(part.others);
			if (part.request.length === 0) continue;
			const { recipients, error, isLeft } = await sendPiece(part.request);
			if (isLeft) {
				yield* writeOthers(recipients);
				continue;
			}
			spent.add(recipients);
			const messages = recipients.map(({ message }) => message);
			const [first, last] = [messages[0], messages.at(-1)];
			// If the result file cannot be stored, nothing after a yield runs.
			if (error) sending.error = withLines(error, messages, task);
			if (!error || !hasErrorOutput(run.ctx)) {
				const [summary] = requestItems(run, recipients, [recipients]);
				const json = withOthers({ ...summary?.json }, sending.others);
				sending.items.push({
					json: { ...json, first_line: first?.line, last_line: last?.line },
					pairedItem: { item: file.item },
				});
				sending.endsWithFailed = error !== undefined;
				sending.others = noOthers();
			}
			if (error) {
				const lines = part.isMixed ? 'that the result file lacks' : `after ${last?.line}`;
				sending.left = `The lines ${lines} were not sent`;
			}
			yield* write(recipients);
		}
		sending.left = undefined;
		if (sending.error) return;
		// A request of which the service refuses all is no failure if they are to be left out; a file of which it refuses all is one.
		const { reasons, total } = sending.all;
		if (reasons.count > 0 && !sending.isAnyReached && !dryRun)
			sending.error = refusalError(
				run.ctx.node,
				refusalOfMany(reasons, {
					ofAll: `of ${total} recipients`,
					sofar: nothingSent(false),
					isForAll: reasons.count === total,
					most: NAMED_OF_FILE,
				}),
				file.item,
			);
	} catch (error) {
		sending.error ??= nodeError(run.ctx.node, error, file.item);
	}
}

/** Stores what is written; in memory where the file lies there, too. */
async function store({ run, file }: Task, written: AsyncGenerator<Uint8Array>) {
	const name = `recipients-${file.digest.slice(0, 8)}-result.csv`;
	if (file.streamOf) {
		// A store that fails may end the sending, but throws nothing into it: what it throws itself says why.
		const source: AsyncIterable<Uint8Array> = {
			[Symbol.asyncIterator]: () => ({
				next: async () => await written.next(),
				return: async () => await written.return(undefined),
			}),
		};
		return await run.ctx.binary(file.streamOf(source), name, RESULT_TYPE);
	}
	const parts: Uint8Array[] = [];
	for await (const part of written) parts.push(part);
	return await run.ctx.binary(Buffer.concat(parts), name, RESULT_TYPE);
}

/** An item of the output that tells of no request. */
function withoutRequest(run: SendRun, item: number, said: IDataObject): INodeExecutionData {
	const [summary] = requestItems(run, [], []);
	const json = { ...summary?.json, ...said, first_line: null, last_line: null };
	return { json, pairedItem: { item } };
}

/** The item of a file that could not be sent to its end, for another reason than a request that its last item tells of. */
const failedItem = (run: SendRun, item: number, error: NodeFault): INodeExecutionData =>
	hasErrorOutput(run.ctx)
		? errorItem(error, item)
		: withoutRequest(run, item, { status: 'refused', reason: withoutItem(error.message) });

/** The output of a file whose last item tells of the request that failed, and of what was not sent. */
function withLeft({ items, left }: Sending): INodeExecutionData[] {
	const json = items.at(-1)?.json;
	if (json) json.reason = [json.reason, left].filter(Boolean).join('; ');
	return items;
}

/** The output of a file: an item for each request, the first with the result file. What goes into no request counts in the last. */
function itemsOf({ run, file }: Task, { items, others }: Sending): INodeExecutionData[] {
	const last = items.at(-1);
	if (last) last.json = withOthers(last.json, others);
	else {
		const status = (['refused', 'duplicate', 'skipped'] as const).find(
			(one) => others.counts[one] > 0,
		);
		const without = withoutRequest(run, file.item, { status: status ?? 'skipped' });
		items.push({ ...without, json: withOthers(without.json, others) });
	}
	return items.map((item) => ({ ...item, json: withWhereReasonsAre(item.json) }));
}

/** @throws NodeApiError or NodeOperationError when the file cannot be sent to its end; under Continue on Fail it is an item */
async function sendFile(task: Task, spent: ReturnType<typeof spentCounter>) {
	const { run, file } = task;
	const hints = fileHints(task);
	const sending: Sending = { items: [], others: noOthers(), all: noOthers(), hints };
	const written = sendingResult(task, sending, spent);
	const result = await store(task, written).catch(async (error: unknown) => {
		// Where the store is full, a request may be on its way: its end belongs into the error and the record, and none follows it.
		await written.return(undefined);
		sending.error ??= nodeError(run.ctx.node, error, file.item);
		return undefined;
	});
	if (sending.error && !run.ctx.continueOnFail) throw sending.error;
	if (result) {
		await hintUnknownSenders(run, hints.planned);
		hints.give(sending.all.counts, sending.items.length, sending.left);
	}
	const items = !sending.error
		? itemsOf(task, sending)
		: sending.endsWithFailed
			? withLeft(sending)
			: [...sending.items, failedItem(run, file.item, sending.error)];
	const [first] = items;
	if (first && result) first.binary = { [RESULT_FIELD]: result };
	return { items, failed: sending.error !== undefined };
}

/** Prices all files before the first request leaves. */
async function priceFiles(run: SendRun, tasks: readonly Task[]) {
	const priced = hasPrice(run) ? tasks : [];
	const { summaries, ...judged } = await priceOf(
		run,
		priced.map((task) => ({
			items: [task.file.item],
			dryRun: task.settings.dryRun,
			questions: questionsAbout(plannedMessages(task), roundInFile),
		})),
	);
	const dry = priced.filter(({ settings }) => settings.dryRun);
	return { ...judged, summaries: new Map(dry.map((task, at) => [task, summaries[at]])) };
}

/**
 * Sends the file of each input item, one after the other; returns one item for each request. All files are judged before the first
 * request leaves.
 * @throws NodeApiError or NodeOperationError for the first that cannot be sent to its end, unless the node continues on failures
 */
export async function sendFiles(run: SendRun): Promise<INodeExecutionData[]> {
	const { ctx, parameters } = run;
	const outputs = new Map<number, INodeExecutionData[]>();
	let failed = false;

	/** Does a step for an item; under Continue on Fail an item that fails comes out as its error. */
	async function attempt<Result>(
		item: number,
		step: () => Promise<Result>,
	): Promise<Result | undefined> {
		try {
			return await step();
		} catch (error) {
			failed = true;
			const known = nodeError(ctx.node, error, item);
			if (!ctx.continueOnFail) throw known;
			outputs.set(item, [failedItem(run, item, known)]);
			return undefined;
		}
	}

	const opened: Array<Omit<Task, 'repeats'>> = [];
	for (const item of ctx.items.keys()) {
		if (hasNothing(run, item)) {
			ctx.hint(NOTHING_IN_ITEM);
			continue;
		}
		const task = await attempt(item, async () => ({
			run,
			settings: settingsOf(run, item),
			terms: parameters.termsOf(ctx, item),
			known: new Set<string>(),
			file: await openRecipients(ctx, item, numberFinder(run, item), namedColumns(run, item)),
		}));
		if (task) opened.push(task);
	}
	// One file is read at a time: the tables of the largest do for all.
	const repeats = new Repeats(opened.reduce((most, { file }) => Math.max(most, file.rowCount), 0));
	let room = HELD_AT_MOST;
	const judged: Task[] = [];
	for (const one of opened) {
		const task = await attempt(
			one.file.item,
			async () => await judgeAll({ ...one, repeats }, room),
		);
		if (!task) continue;
		judged.push(task);
		if (task.held) room -= task.held.reduce((sum, { length }) => sum + length, 0);
	}
	const { limit, refusal, summaries } = await priceFiles(run, judged);
	const spent = spentCounter(limit);
	for (const task of judged) {
		const { item } = task.file;
		const sent = await attempt(item, async () => {
			if (refusal && !task.settings.dryRun) throw priceError(run, refusal, item);
			return await sendFile(task, spent);
		});
		if (!sent) continue;
		const { calculated_price: price, currency } = summaries.get(task) ?? {};
		const [first] = sent.items;
		if (first && price !== undefined) Object.assign(first.json, { price, currency });
		outputs.set(item, sent.items);
		failed ||= sent.failed;
	}
	const said = spent.hint();
	if (said !== undefined) ctx.hint(said);
	if (!failed) run.record.forget();
	return [...ctx.items.keys()].flatMap((item) => outputs.get(item) ?? []);
}
