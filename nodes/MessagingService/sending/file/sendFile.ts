import type { INodeExecutionData } from 'n8n-workflow';
import { refusalError } from '../../../shared/errors';
import { cleanName } from '../../../shared/text';
import { fieldNameIn } from '../../dispatch/parameters';
import { hasErrorOutput, nodeError, type NodeFault } from '../../dispatch/nodeErrors';
import type { BatchSettings } from '../parameters';
import { phoneJudge } from '../judge';
import { hasPrice, priceError, askPrice, questionsAbout, spentCounter } from '../price';
import {
	checkForm,
	hasNothing,
	mayGetMessage,
	itemFaults,
	NOTHING_IN_ITEM,
	nothingSent,
	refusalOfMany,
} from '../refusals';
import { Repeats } from '../repeats';
import type { SendRun } from '../run';
import type { Message, Ready, Recipient } from '../message';
import { fileHints } from './fileHints';
import { failedItem, itemOfRequest, itemsOf, type Made, withLeft } from './fileItems';
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
import { RESULT_FIELD, resultHeader, resultLines, storeResult } from './resultFile';
import { checkUnchanged, partsOf, pieceSender } from './sendPieces';
import { ifSentAgain } from '../unknown';
import { linesOf, type Task } from './task';
import { roundInFile } from '../way';
import { hintNeverThere, hintUnknownSenders } from '../hints';

/*
 * How a file of recipients is sent. It is read three times: to know its encoding and content, to judge all of it before the first
 * request leaves, and to send it, one request after the other. What is held at a time are the recipients of a few requests. What became
 * of each line is written, as it becomes known, to a file in n8n's binary store; the one that writes it drives the sending.
 */

/** So many rows of all files are held: they are judged once, and not read again to be sent. */
const HELD_AT_MOST = 20_000;

/** What sending one file came to. */
interface Sending extends Made {
	hints: ReturnType<typeof fileHints>;
	/** All recipients so far. */
	all: Others;
	isAnyReached?: boolean;
	error?: NodeFault;
	/** Whether the last item tells of the request that failed. */
	endsWithFailed?: boolean;
}

/** The pieces of a file, as they come. */
async function* piecesInTurn(task: Task): AsyncGenerator<readonly Ready[]> {
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
	const { dryRun, leaveOut } = settings;
	const sendPiece = pieceSender(task);
	function* write(recipients: readonly Recipient[]): Generator<Uint8Array> {
		sending.hints.add(recipients);
		countOthers(sending.all, recipients);
		sending.isAnyReached ||= recipients.some(mayGetMessage);
		yield* resultLines(task, recipients);
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
	yield resultHeader(task);
	try {
		if (!dryRun) await checkUnchanged(task, () => piecesInTurn(task));
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
			// If the result file cannot be stored, nothing after a yield runs.
			if (error) sending.error = withLines(error, messages, task);
			if (!error || !hasErrorOutput(run.ctx)) {
				sending.items.push(itemOfRequest(task, recipients, sending.others));
				sending.endsWithFailed = error !== undefined;
				sending.others = noOthers();
			}
			if (error) {
				const lines = part.isMixed
					? 'that the result file lacks'
					: `after ${messages.at(-1)?.line}`;
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

/** @throws NodeApiError or NodeOperationError when the file cannot be sent to its end; under Continue on Fail it is an item */
async function sendFile(task: Task, spent: ReturnType<typeof spentCounter>) {
	const { run, file } = task;
	const hints = fileHints(task);
	const sending: Sending = { items: [], others: noOthers(), all: noOthers(), hints };
	const written = sendingResult(task, sending, spent);
	const result = await storeResult(task, written).catch(async (error: unknown) => {
		// Where the store is full, a request may be on its way: its end belongs into the error and the record, and none follows it.
		await written.return(undefined);
		sending.error ??= nodeError(run.ctx.node, error, file.item);
		return undefined;
	});
	if (sending.error && !run.ctx.continueOnFail) throw sending.error;
	if (result) {
		await hintUnknownSenders(run, hints.planned);
		hintNeverThere(run);
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
	const { summaries, ...judged } = await askPrice(
		run,
		priced.map((task) => ({
			items: [task.file.item],
			dryRun: task.settings.dryRun,
			isMost: task.terms.linkDomain !== undefined,
			questions: questionsAbout(plannedMessages(task), roundInFile),
		})),
	);
	const dry = priced.filter(({ settings }) => settings.dryRun);
	return { ...judged, summaries: new Map(dry.map((task, at) => [task, summaries[at]])) };
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
		fieldNameIn(phoneField(item)),
		zoneField(item),
		...used.flatMap(({ ofRecipient }) => ofRecipient),
	];
	const clean = new Set(names.map(cleanName));
	return (column) => clean.has(column);
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
