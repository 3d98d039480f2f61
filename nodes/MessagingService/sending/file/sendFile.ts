import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { refusalError } from '../../../shared/errors';
import { NOTHING } from '../../../shared/reply';
import { csvLine } from '../../../shared/text';
import { errorItem, nodeError, type NodeFault } from '../../dispatch/nodeErrors';
import { withLeftAsked } from '../askForLeft';
import { formMistake } from '../formMistakes';
import { reasonOf, type Recipient } from '../outcomes';
import { requestItems } from '../output';
import type { BatchSettings } from '../parameters';
import type { SendRun } from '../run';
import { askerForEarlierRun } from './askedBefore';
import { clockReader, goesByClocks, withMoments } from './clocks';
import { nameCutOffLines } from './cutOffLines';
import { fileHints, type FileHints } from './fileHints';
import { fileMemory, type FileMemory } from './fileMemory';
import { judgedRecipients } from './judge';
import { countOthers, judgeAll, noOthers, refusalOf, type Others } from './judgeAll';
import { openRecipients } from './openRecipients';
import { intoParts, type Part } from './parts';
import { readAhead } from './readAhead';
import { seenNumbers } from './seenNumbers';
import { numbersSentBefore } from './sentBefore';
import { nameLines, nameRest, sendPart, type SentSoFar, type Task } from './sendPart';

/*
 * How a file of recipients is sent. It is read three times: to know its encoding and content, to judge all of it before the first
 * request leaves, and to send it, one request after the other. What is held at a time are the recipients of one request. What became
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

/** So many lines of it are written at a time. */
const WRITTEN_AT_ONCE = 500;

/** What sending one file came to. */
interface Sending {
	items: INodeExecutionData[];
	/** Recipients that went into no request, since the last one. */
	others: Others;
	sofar: SentSoFar;
	hints: FileHints;
	error?: NodeFault;
	/** The recipients of the request that failed. */
	failed: readonly Recipient[];
}

/** @throws NodeOperationError for settings with which a file cannot be sent */
function settingsOf(run: SendRun, item: number): BatchSettings {
	const { ctx, parameters } = run;
	const settings = parameters.settingsOf([item]);
	if (!settings.ok) throw refusalError(ctx.node, settings.refusal, item);
	const mistake = formMistake(run, [item]);
	if (mistake) throw refusalError(ctx.node, mistake.refusal, item);
	if (settings.value.cleaning.repeated === 'send')
		throw refusalError(
			ctx.node,
			{
				field: 'Repeated Numbers',
				message: 'Repeated Numbers is Send All, which a file does not take',
				description: 'Choose Merge or Refuse, or give further messages in a file of their own.',
			},
			item,
		);
	return settings.value;
}

/** The line of the result file for a recipient. */
function resultLine(recipient: Recipient, isCampaign: boolean, dryRun: boolean): string {
	const { status, message } = recipient;
	const told: IDataObject = 'answer' in recipient ? (recipient.answer?.fields ?? {}) : {};
	return csvLine([
		message.line,
		message.phone,
		message.reference,
		status,
		reasonOf(recipient),
		isCampaign ? told.campaign_id : told.task_id,
		message.country,
		message.phoneGiven,
		...(dryRun ? [message.text] : []),
	]);
}

/** Adds to the output of a request the recipients that went into none. */
function withOthers(json: IDataObject, { counts, total }: Others): IDataObject {
	const added: IDataObject = { recipients: Number(json.recipients) + total };
	for (const status of ['accepted', 'refused', 'unknown', 'merged', 'skipped'] as const)
		added[status] = Number(json[status]) + (counts[status] ?? 0);
	return { ...json, ...added };
}

const tablesFor = (rowCount: number, { referenceMode }: SendRun['parameters']): Task['seen'] => ({
	phones: seenNumbers(rowCount),
	references: seenNumbers(referenceMode === 'custom' ? rowCount : 0),
});

/** The parts in which a file goes out. */
function partsOf(task: Task): AsyncIterable<Part> {
	const { run, settings } = task;
	const { recipientsPerRequest } = run.endpoint;
	const judged = judgedRecipients(task, { toSend: true });
	return goesByClocks(run, settings)
		? withMoments(readAhead(intoParts(judged, recipientsPerRequest, clockReader())), task)
		: readAhead(intoParts(judged, recipientsPerRequest));
}

/** Says in the error of a request which lines of the file it is about. */
async function withLines(
	task: Task,
	{ items, failed, sofar }: Sending,
	part: Part,
	error: NodeFault,
): Promise<NodeFault> {
	const { run, settings } = task;
	const byClocks = goesByClocks(run, settings);
	const isCutOff = run.endpoint.campaign && run.memory.earlierStart === 'shown';
	if (!isCutOff || items.length > 0 || byClocks)
		return nameLines(task, error, part, failed, sofar, byClocks);
	// The tables of this reading are still in use.
	return await nameCutOffLines(
		task,
		error,
		part,
		partsOf({ ...task, seen: tablesFor(task.file.rowCount, run.parameters) }),
	);
}

/** Says in an error that is about no request how far the sending came. */
const withRest = (task: Task, { sofar }: Sending, error: unknown): NodeFault =>
	nameRest(
		task,
		nodeError(task.run.ctx.node, error, task.file.item),
		sofar,
		goesByClocks(task.run, task.settings),
	);

const STOPPED = {
	field: 'Recipients',
	message: 'The execution was stopped before the whole file was sent',
};

/** Sends a file and writes its result file. It throws nothing: what goes wrong ends the file. */
async function* sendingResult(task: Task, sending: Sending): AsyncGenerator<Uint8Array> {
	const { run, file, settings } = task;
	const { campaign } = run.endpoint;
	const ask = askerForEarlierRun(run);
	function* write(recipients: readonly Recipient[]): Generator<Uint8Array> {
		sending.hints.add(recipients);
		for (let from = 0; from < recipients.length; from += WRITTEN_AT_ONCE) {
			const lines = recipients
				.slice(from, from + WRITTEN_AT_ONCE)
				.map((recipient) => resultLine(recipient, campaign, settings.dryRun));
			yield Buffer.from(lines.join(''));
		}
	}
	yield Buffer.from(csvLine(headerOf(campaign, settings.dryRun)));
	try {
		for await (const part of partsOf(task)) {
			if (run.ctx.signal?.aborted) throw refusalError(run.ctx.node, STOPPED, file.item);
			if (part.request.length === 0) {
				const others = settings.dryRun
					? part.others
					: await withLeftAsked(run, task.memory.recall(file, part.others));
				countOthers(sending.others, others);
				yield* write(others);
				if (sending.others.refused.length > 0 && !settings.leaveOut && !settings.dryRun)
					throw refusalError(
						run.ctx.node,
						refusalOf(sending.others, 'of the next recipients', 'Sending stopped'),
						file.item,
					);
				continue;
			}
			const { recipients, error } = await sendPart(task, part, ask);
			// What became of a request is noted before it is written: where the result file cannot be stored, nothing behind a yield runs.
			if (error) {
				sending.failed = recipients;
				sending.error = await withLines(task, sending, part, error);
				yield* write(recipients);
				return;
			}
			const [summary] = requestItems(run, recipients, [recipients]);
			const json = withOthers({ ...summary?.json }, sending.others);
			const [first, last] = [recipients[0], recipients.at(-1)];
			sending.items.push({
				json: { ...json, first_line: first?.message.line, last_line: last?.message.line },
				pairedItem: { item: file.item },
			});
			sending.others = noOthers();
			sending.sofar = { requests: sending.items.length, nextLine: part.nextLine };
			yield* write(recipients);
		}
	} catch (error) {
		sending.error = withRest(task, sending, error);
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

/** The output of a file: an item for each request, the first with the result file. What goes into no request counts in the last. */
function itemsOf({ run, file }: Task, { items, others }: Sending): INodeExecutionData[] {
	const last = items.at(-1);
	if (last) last.json = withOthers(last.json, others);
	else {
		const [summary] = requestItems(run, [], []);
		const status = (['refused', 'merged', 'skipped'] as const).find((one) => others.counts[one]);
		items.push({
			json: {
				...withOthers({ ...summary?.json, status: status ?? 'skipped' }, others),
				first_line: NOTHING,
				last_line: NOTHING,
			},
			pairedItem: { item: file.item },
		});
	}
	return items;
}

/** What is known of the file of an item before it is judged. @throws NodeOperationError where it cannot be sent */
async function openTask(
	run: SendRun,
	item: number,
	memory: FileMemory,
): Promise<Omit<Task, 'seen'>> {
	const settings = settingsOf(run, item);
	return { run, file: await openRecipients(run.ctx, item), settings, memory };
}

/** @throws NodeApiError or NodeOperationError when the file cannot be sent to its end; under Continue on Fail it is an item */
async function sendFile(task: Task) {
	const { run, file, memory } = task;
	const hints = fileHints(task);
	const sending: Sending = {
		items: [],
		others: noOthers(),
		sofar: { requests: 0 },
		hints,
		failed: [],
	};
	const written = sendingResult(task, sending);
	const result = await store(task, written).catch(async (error: unknown) => {
		// Where the store is full, a request may be on its way: its end belongs into the error and the memory, and none follows it.
		await written.return(undefined);
		sending.error ??= withRest(task, sending, error);
		return undefined;
	});
	if (sending.error) memory.keep(sending.failed);
	if (sending.error && !run.ctx.continueOnFail) throw sending.error;
	if (!sending.error) hints.give(sending.items.length);
	const items = sending.error
		? [...sending.items, errorItem(sending.error, file.item)]
		: itemsOf(task, sending);
	const [first] = items;
	if (first && result) first.binary = { [RESULT_FIELD]: result };
	return { items, failed: sending.error !== undefined };
}

/**
 * Sends the file of each input item, one after the other; returns one item for each request. All files are judged before the first
 * request leaves.
 * @throws NodeApiError or NodeOperationError for the first that cannot be sent to its end, unless the node continues on failures
 */
export async function sendFiles(run: SendRun): Promise<INodeExecutionData[]> {
	const { ctx } = run;
	const memory = fileMemory(run);
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
			memory.keep([]);
			const known = nodeError(ctx.node, error, item);
			if (!ctx.continueOnFail) throw known;
			outputs.set(item, [errorItem(known, item)]);
			return undefined;
		}
	}

	const opened: Array<Omit<Task, 'seen'>> = [];
	for (const item of ctx.items.keys()) {
		const task = await attempt(item, async () => await openTask(run, item, memory));
		if (task) opened.push(task);
	}
	// One file is read at a time: the tables of the largest do for all.
	const rows = opened.reduce((most, { file }) => Math.max(most, file.rowCount), 0);
	const seen = tablesFor(rows, run.parameters);
	const tasks: Task[] = [];
	for (const task of opened) {
		const sentBefore = await attempt(
			task.file.item,
			async () => await numbersSentBefore({ ...task, seen }),
		);
		if (!outputs.has(task.file.item)) tasks.push({ ...task, seen, sentBefore });
	}
	for (const task of tasks) {
		const { settings, file } = task;
		if (!settings.dryRun && !file.settings.sendWhileReading)
			await attempt(file.item, async () => await judgeAll(task));
	}
	for (const task of tasks) {
		const { item } = task.file;
		if (outputs.has(item)) continue;
		const sent = await attempt(item, async () => await sendFile(task));
		if (!sent) continue;
		outputs.set(item, sent.items);
		failed ||= sent.failed;
	}
	// Under Continue on Fail, files behind the one that failed were sent, too.
	if (failed) memory.keep([]);
	else run.memory.forgetAll();
	return [...ctx.items.keys()].flatMap((item) => outputs.get(item) ?? []);
}
