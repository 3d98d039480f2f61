import type { NodeFault } from '../../dispatch/nodeErrors';
import { counted } from '../../../shared/text';
import { withErrorWhereAllRefused } from '../allRefused';
import { advance, type Recipient } from '../outcomes';
import type { BatchSettings } from '../parameters';
import type { Batch, SendRun } from '../run';
import { sendRequest } from '../sendRequest';
import type { FileMemory } from './fileMemory';
import type { RecipientFile } from './openRecipients';
import type { Part } from './parts';
import type { SeenNumbers } from './seenNumbers';

/** What is needed to send one file. */
export interface Task {
	run: SendRun;
	file: RecipientFile;
	settings: BatchSettings;
	memory: FileMemory;
	/** Tables of what the file holds so far; a file that is read twice uses them twice. */
	seen: { phones: SeenNumbers; references: SeenNumbers };
	/** In a retry: the numbers that an earlier try sent, or may have sent, each with its line. */
	sentBefore?: SeenNumbers;
}

/** The lines of recipients, as an error names them. */
export const linesOf = (recipients: readonly Recipient[]): string =>
	`lines ${recipients[0]?.message.line} to ${recipients.at(-1)?.message.line}`;

/** What an error says of the files that were sent before this one. */
const filesBefore = ({ run: { ctx }, file: { item } }: Task): string =>
	item > 0 && !ctx.continueOnFail
		? ' The files of the items before it are sent: leave them out.'
		: '';

/**
 * The recipients of a request of which nobody knows what became, where they are the last of its lines: an earlier send of other lines
 * may have ended before them. None where others were sent between them.
 */
function openEnd(ended: readonly Recipient[]): readonly Recipient[] {
	const begin = ended.findIndex(({ status }) => status === 'unknown');
	const [before, ...open] = ended.slice(Math.max(begin - 1, 0));
	const isEnd = begin > 0 && open.every(({ status }) => status === 'unknown');
	return isEnd && before?.message.line !== open[0]?.message.line ? open : [];
}

/** The lines of those recipients that are in a state. */
const linesIn = (recipients: readonly Recipient[], state: Recipient['status']): number[] =>
	recipients.flatMap(({ status, message: { line } }) =>
		status === state && line !== undefined ? [line] : [],
	);

/**
 * How the rest is sent where an earlier try had cut the file otherwise: its request of unknown outcome may reach behind the end of this
 * one, and this one may hold lines that no request carried so far. Undefined where it is cut as it was.
 */
function restOfOtherCut(ended: readonly Recipient[], lastOpenLine: number): string | undefined {
	const inDoubt = linesIn(ended, 'unknown');
	const [unsent] = linesIn(ended, 'ready');
	const last = Math.max(lastOpenLine, ...inDoubt);
	if (unsent === undefined && last <= (ended.at(-1)?.message.line ?? last)) return undefined;
	const doubt = `what became of lines ${inDoubt[0]} to ${last} is not known`;
	if (unsent !== undefined && unsent < last)
		return `Of the request, ${doubt}, and others were not sent. Once you know, send those that did not go out in a file of their own.`;
	return `All lines before line ${inDoubt[0]} are done; ${doubt}. Once you know, send the rest with First Line to Send: ${unsent ?? last + 1}.`;
}

/** What became of a request that ended in an error, and how the rest is sent. */
function restAfter(
	{ request, nextLine }: Part,
	ended: readonly Recipient[],
	{ requests, lastOpenLine }: SentSoFar & { lastOpenLine: number },
	byClocks: boolean,
): string {
	const isAny = (status: Recipient['status']): boolean =>
		ended.some((one) => one.status === status);
	const isOpen = isAny('unknown');
	const retry = 'retry the execution: it sends only what is left.';
	if (!isOpen && isAny('accepted')) return `Some of them were sent; ${retry}`;
	const fate = isOpen ? '' : 'This run sent none of them. ';
	if (byClocks) {
		const accepted = counted(requests, 'request of the file was', 'requests of the file were');
		const before = requests === 0 ? '' : `${accepted} accepted before. `;
		return `${fate}${before}This one carried those of them who have the same clocks; with Quiet Hours, others before and after them may be left. Then ${retry}`;
	}
	if (!isOpen)
		return `${fate}All lines before them are done. Once the reason is mended, retry the execution, or send the rest with First Line to Send: ${request[0]?.message.line}.`;
	const rest = restOfOtherCut(ended, lastOpenLine);
	if (rest !== undefined) return rest;
	const end = openEnd(ended);
	const { line } = end[0]?.message ?? {};
	if (line !== undefined) {
		const sent =
			nextLine === undefined
				? 'nothing is left'
				: `send those from First Line to Send: ${nextLine}`;
		return `All lines before line ${line} are done; what became of ${linesOf(end)} is not known. If they did not go out, as where an earlier send ended before them, send the rest with First Line to Send: ${line}. If they did, ${sent}.`;
	}
	return nextLine === undefined
		? 'They are the last ones of the file.'
		: `All lines before them are done. Once you know what became of them, send the rest with First Line to Send: ${nextLine}.`;
}

/** Says in the error of a request which lines it is about, and how the rest is sent. `ended` are its recipients as they ended. */
export function nameLines(
	task: Task,
	error: NodeFault,
	part: Part,
	ended: readonly Recipient[],
	sofar: SentSoFar,
	byClocks: boolean,
): NodeFault {
	const lastOpenLine = task.memory.lastOpenLine(task.file);
	const rest = restAfter(part, ended, { ...sofar, lastOpenLine }, byClocks);
	error.description =
		`${error.description ?? ''} The request carried ${linesOf(part.request)} of the file. ${rest}${filesBefore(task)}`.trim();
	return error;
}

/** What of a file was sent when an error came that is about no request. */
export interface SentSoFar {
	/** Requests that ended well. */
	requests: number;
	/** The line with which the rest begins; undefined where none is left. */
	nextLine?: number;
}

/** Says in an error that is about no request how far the sending of the file came, and how the rest is sent. */
export function nameRest(
	task: Task,
	error: NodeFault,
	{ requests, nextLine }: SentSoFar,
	byClocks: boolean,
): NodeFault {
	if (task.settings.dryRun) return error;
	const inThisTry = task.memory.isRetry ? ' in this try' : '';
	const sofar =
		requests === 0
			? `Nothing of the file was sent${inThisTry}.`
			: byClocks
				? 'A part of the file was sent: retry the execution, which sends only what is left.'
				: nextLine === undefined
					? 'All lines of the file were sent.'
					: `All lines before line ${nextLine} are done: send the rest with First Line to Send: ${nextLine}. Where you correct the file, leave its lines in their places.`;
	error.description = `${error.description ?? ''} ${sofar}${filesBefore(task)}`.trim();
	return error;
}

/** Sends the request of a part, unless it was sent before; notes and logs what became of it. */
export async function sendPart(
	{ run, file, settings, memory }: Task,
	part: Part,
	ask: (request: readonly Recipient[]) => Promise<readonly Recipient[]>,
): Promise<{ recipients: readonly Recipient[]; error?: NodeFault }> {
	const { request } = part;
	if (settings.dryRun)
		return { recipients: request.map((one) => advance(one, { type: 'previewed' })) };
	const remembered = memory.recall(file, request);
	const recalled = await ask(remembered);
	const batch: Batch = {
		items: [file.item],
		settings,
		recipients: recalled,
		requests: [recalled],
		errors: new Map(),
	};
	const [outcome] = withErrorWhereAllRefused(run, batch, [
		await sendRequest(run, recalled, settings),
	]);
	const { recipients = recalled, error } = outcome ?? {};
	const accepted = recipients.filter(({ status }) => status === 'accepted').length;
	run.ctx.functions.logger.info(
		`Messaging Service: ${linesOf(request)} (references ${request[0]?.message.reference} to ${request.at(-1)?.message.reference}): ${accepted} of ${request.length} accepted${error ? `; stopped: ${error.message}` : ''}`,
	);
	if (error) return { recipients, error };
	memory.note(file, remembered, recipients);
	return { recipients };
}
