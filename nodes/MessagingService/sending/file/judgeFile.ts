import type { IDataObject } from 'n8n-workflow';
import { refusalError } from '../../../shared/errors';
import { fieldAt, type HasField, maskName } from '../../../shared/text';
import { quote } from '../../../shared/validation';
import { fieldNameIn } from '../../dispatch/parameters';
import { hintWouldStop, WOULD_STOP } from '../../dispatch/wouldStop';
import { entryField, type Row, rowJudge } from '../judge';
import { type Timing, withStarts } from '../quietHours';
import { mayGetMessage, nothingSent, Reasons, refusalOfMany } from '../refusals';
import type { SendRun } from '../run';
import { type Counts, countStatuses, type Message, type Recipient } from '../message';
import { wayOfFile } from '../way';
import { timingNow } from './clocks';
import type { FileRow } from './rows';
import type { Task } from './task';

/* Judges the rows of a file: all of them before the first request leaves, and those of many once more as they are sent. */

/** Returns what notes which fields of the form rows of a file have. */
function fieldNotes({ run: { parameters }, known }: Task): (rows: readonly FileRow[]) => void {
	const names = Object.values(parameters.fields).flatMap(({ ofRecipient }) => ofRecipient);
	return (rows) => {
		for (const name of names)
			if (!known.has(name) && rows.some(({ fields }) => fieldAt(fields, name) !== undefined))
				known.add(name);
	};
}

/** Returns how a row of the file is read, by the parameters of the item that holds it. */
function rowReader({ run, file: { item }, known }: Task): (row: FileRow) => Row {
	const { ctx, parameters } = run;
	const json = ctx.items[item]?.json ?? {};
	const phonePath = fieldNameIn(parameters.phoneField(item));
	const zonePath = parameters.zoneField(item);
	const hasFields = Object.keys(json).length > 0;
	const isKnown: HasField = (name) => known.has(name);
	return ({ line, fields, mistake }) => ({
		item,
		position: line,
		line,
		phone: mistake === undefined ? phoneIn(fields, phonePath) : '',
		record: hasFields ? { ...json, ...fields } : fields,
		zone: entryField(fields, zonePath),
		isKnown,
		mistake,
	});
}

/** The phone number of a row. A file of numbers alone needs no name for its one column. */
function phoneIn(fields: FileRow['fields'], path: string): unknown {
	const phone = fieldAt(fields, path);
	if (phone !== undefined) return phone;
	const [only, ...others] = Object.keys(fields);
	return only === '1' && others.length === 0 ? fields[only] : undefined;
}

/** A name that no column has is a wrong name, not a million empty values. @throws NodeOperationError */
function checkColumns({ ctx, parameters }: SendRun, item: number, rows: FileRow[]): void {
	const [first] = rows;
	const phoneName = fieldNameIn(parameters.phoneField(item));
	const zoneName = parameters.zoneField(item);
	const hasPhone = rows.some(({ fields }) => phoneIn(fields, phoneName) !== undefined);
	const hasZone =
		zoneName === '' || rows.some(({ fields }) => fieldAt(fields, zoneName) !== undefined);
	if (!first || (hasPhone && hasZone)) return;
	// A row that cannot be read has no columns: what is wrong with it says more.
	if (first.mistake !== undefined && Object.keys(first.fields).length === 0) return;
	const known = Object.keys(first.fields as IDataObject).slice(0, 10);
	const [field, name] = hasPhone ? ['Zone Field', zoneName] : ['Phone Field', phoneName];
	throw refusalError(
		ctx.node,
		{
			field,
			message: `The file has no column ${quote(name)} that ${field} names`,
			description: `It has: ${known.map(maskName).join(', ') || 'none'}.${known[0] === '1' ? ' Its first row holds a phone number and no names: choose the column by its place.' : ''}`,
		},
		item,
	);
}

/**
 * Reads the recipients of a file, some at a time, judged as those of items. Each reading gives the same, but for the references, which
 * those lack that only judge.
 * @throws NodeOperationError if the file cannot be read on, and if it lacks a column that the form names
 */
async function* readJudged(task: Task, isToSend: boolean): AsyncGenerator<Recipient[]> {
	const { run, file, settings, terms, repeats } = task;
	const { item } = file;
	repeats.clear();
	const noteFields = fieldNotes(task);
	const readRow = rowReader(task);
	const judge = rowJudge(run, wayOfFile(run, { item, terms, isToSend }), repeats);
	let isFirst = true;
	for await (const rows of file.rows()) {
		if (isFirst && rows.length > 0) {
			checkColumns(run, item, rows);
			isFirst = false;
		}
		noteFields(rows);
		yield judge(rows.map(readRow), settings.cleaning);
	}
}

/** The recipients of a file as they are sent, some at a time. */
export const judgedRecipients = (
	task: Task,
): AsyncIterable<readonly Recipient[]> | ReadonlyArray<readonly Recipient[]> =>
	task.held ?? readJudged(task, true);

/** The messages of a file that would be sent, some at a time, for who does not send them: they may lack their references. */
export async function* plannedMessages(task: Task): AsyncGenerator<Message[]> {
	const timing = timingOf(task);
	for await (const recipients of task.held ?? readJudged(task, false))
		yield withStarts(recipients, timing).flatMap(({ status, message }) =>
			status === 'ready' ? [message] : [],
		);
}

/** When the recipients of a file go out. Who may be sent to at no moment is found like those of a campaign: here, none is held back. */
const timingOf = ({ run, settings }: Task): Timing => ({
	...timingNow(run, settings),
	campaign: true,
});

/** How many reasons of refused lines an error names one by one. */
export const NAMED_OF_FILE = 10;

/** Recipients that go into no request: how many have each status, and why they are refused. */
export interface Others {
	counts: Counts;
	total: number;
	reasons: Reasons;
}
export const noOthers = (): Others => ({
	counts: countStatuses([]),
	total: 0,
	reasons: new Reasons(),
});

export function countOthers(others: Others, recipients: readonly Recipient[]): void {
	countStatuses(recipients, others.counts);
	others.total += recipients.length;
	others.reasons.add(recipients.filter((one) => one.status === 'refused'));
}

/**
 * Judges the whole file before anything is sent; keeps up to so many recipients, of which more are read again.
 * @throws NodeOperationError for refused recipients that are not to be left out or leave nobody to send to, and if there is no recipient
 */
export async function judgeAll(task: Task, most: number): Promise<Task> {
	const { run, file, settings } = task;
	const { ctx } = run;
	const { item } = file;
	const refused = noOthers();
	const mayHold = file.rowCount <= most;
	let held: Recipient[][] | undefined = mayHold ? [] : undefined;
	const timing = timingOf(task);
	let total = 0;
	let isAnyReached = false;
	for await (const recipients of readJudged(task, mayHold)) {
		total += recipients.length;
		if (total > most) held = undefined;
		held?.push(recipients);
		if (ctx.signal?.aborted) return task;
		const timed = withStarts(recipients, timing);
		isAnyReached ||= timed.some(mayGetMessage);
		countOthers(
			refused,
			timed.filter(({ status }) => status === 'refused'),
		);
	}
	if (total === 0)
		throw refusalError(
			ctx.node,
			{
				field: 'Recipients',
				message: 'The file has no recipient',
				description: 'Check the file.',
			},
			item,
		);
	const judged = { ...task, held };
	if (refused.total === 0 || (settings.leaveOut && isAnyReached)) return judged;
	const refusal = refusalOfMany(refused.reasons, {
		ofAll: `of ${total} recipients`,
		sofar: settings.dryRun ? WOULD_STOP.send : nothingSent(!run.record.isEmpty),
		isForAll: refused.total === total,
		most: NAMED_OF_FILE,
	});
	if (!settings.dryRun) throw refusalError(ctx.node, refusal, item);
	hintWouldStop(run, refusal);
	return judged;
}
