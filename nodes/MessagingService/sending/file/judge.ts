import type { IDataObject } from 'n8n-workflow';
import { hash } from 'crypto';
import { refusalError } from '../../../shared/errors';
import { fieldAt, maskName, shownReference, type HasField } from '../../../shared/text';
import { checkReference, quote } from '../../../shared/validation';
import { withStarts } from '../quietHours';
import {
	draftOf,
	entryField,
	recipientCleaner,
	type JudgeAmongOthers,
	type RawRecipient,
} from '../recipients';
import { referenceOf, SAME_AS, sameMessage } from '../references';
import {
	hintWouldStop,
	nameIn,
	nothingSent,
	Reasons,
	refusalOfMany,
	WOULD_STOP,
} from '../refusals';
import type { SendRun } from '../run';
import { countStatuses, refusedBy, settled, type Counts, type Recipient } from '../settle';
import { timingNow } from './clocks';
import type { FileRow } from './rows';
import type { Task } from './task';

/* Judges the rows of a file: each as it is read, and all of them before the first request leaves. */

/** Returns what notes which fields of the form rows of a file have. */
function fieldNotes({ run: { parameters }, known }: Task): (rows: readonly FileRow[]) => void {
	const names = Object.values(parameters.fields).flatMap(({ ofRecipient }) => ofRecipient);
	return (rows) => {
		for (const name of names)
			if (!known.has(name) && rows.some(({ fields }) => fieldAt(fields, name) !== undefined))
				known.add(name);
	};
}

/** Returns how a row becomes a recipient, by the parameters of the item that holds the file. */
function rawReader({ run, file: { item }, known }: Task): (row: FileRow) => RawRecipient {
	const { ctx, parameters } = run;
	const json = ctx.items[item]?.json ?? {};
	const phonePath = nameIn(parameters.phoneField(item));
	const zonePath = parameters.zoneField(item);
	const hasFields = Object.keys(json).length > 0;
	const isKnown: HasField = (name) => known.has(name);
	return ({ line, fields }) => ({
		item,
		position: line,
		line,
		phone: phoneIn(fields, phonePath),
		record: hasFields ? { ...json, ...fields } : fields,
		zone: entryField(fields, zonePath),
		isKnown,
	});
}

/** The phone number of a row. A file of numbers alone needs no name for its one column. */
function phoneIn(fields: FileRow['fields'], path: string): unknown {
	const phone = fieldAt(fields, path);
	const [only, ...others] = Object.keys(fields);
	return phone === undefined && only === '1' && others.length === 0 ? fields[only] : phone;
}

/** A row that cannot be read is a refused recipient. */
function unreadRow({ file: { item }, terms }: Task, { line, mistake = '' }: FileRow): Recipient {
	const message = draftOf({ item, position: line, line, phone: '', record: {} }, terms);
	const refusal = { field: 'Recipients', message: mistake, description: 'Correct the line.' };
	return settled(message, refusedBy(refusal));
}

/** 52 bits of a hash as a number: among a million, the chance that any two are confused is 1 in 9,000. A confused one is refused. */
const numberOf = (text: string): string =>
	String(Number.parseInt(hash('sha256', text, 'hex').slice(0, 13), 16) || 1);

/** Returns what settles messages, and the user's own references, that came before in the file. */
function repeatJudge({ run: { endpoint }, seen }: Task): JudgeAmongOthers {
	const { phones, texts, references } = seen;
	return (draft, given) => {
		const { phone, line = 0 } = draft;
		if (given !== undefined) {
			const own = checkReference(given);
			if (!own.ok) return refusedBy(own.refusal);
			draft.reference = own.value;
		}
		const text = endpoint.personal ? numberOf(sameMessage(endpoint, draft)) : undefined;
		const earlier = text === undefined ? phones.lineOf(phone) : texts.lineOf(text);
		if (earlier !== undefined) {
			const same = SAME_AS[text === undefined ? 'number' : 'text'];
			return { status: 'duplicate', reason: `${same} line ${earlier}` };
		}
		const { reference } = draft;
		const number = reference === '' ? undefined : numberOf(reference);
		const other = number && references.lineOf(number);
		if (other)
			return refusedBy({
				field: 'Reference',
				message: `The reference ${shownReference(reference)} is the same as in line ${other}`,
				description: 'Give every message a reference of its own.',
			});
		if (number) references.take(number, line);
		if (text !== undefined) texts.take(text, line);
		draft.isFurther = phones.lineOf(phone) !== undefined;
		// A line that is refused takes no place: the next one with its number goes out.
		phones.take(phone, line);
		return undefined;
	};
}

/** A name that no column has is a wrong name, not a million empty values. @throws NodeOperationError */
function checkColumns({ ctx, parameters }: SendRun, item: number, rows: FileRow[]): void {
	const [first] = rows;
	const phoneName = nameIn(parameters.phoneField(item));
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
 * Reads the recipients of a file, some at a time, judges them as those of items, and finds repeated numbers over the whole file. Each
 * reading gives the same. References take time to make: those of a reading that only judges, not `toSend`, stay empty.
 * @throws NodeOperationError where the file cannot be read on, and where it lacks a column that the form names
 */
export async function* judgedRecipients(
	task: Task,
	{ toSend }: { toSend: boolean },
): AsyncGenerator<Recipient[]> {
	const { run, file, settings, terms, seen } = task;
	const { item } = file;
	seen.phones.clear();
	seen.texts.clear();
	seen.references.clear();
	// Files of several items may hold the same numbers.
	const source = { ...run.references, run: `${run.references.run} file ${item}` };
	const noteFields = fieldNotes(task);
	const rawOf = rawReader(task);
	const judgeRepeat = repeatJudge(task);
	const clean = recipientCleaner(run, settings.cleaning, {
		termsOf: () => terms,
		identify(draft) {
			draft.nth = seen.phones.countRow(draft.phone);
		},
		judgeAmongOthers(draft, given) {
			const event = judgeRepeat(draft, given);
			if (event === undefined && toSend) draft.reference = referenceOf(draft, source);
			return event;
		},
	});
	let isFirst = true;
	for await (const rows of file.rows()) {
		if (isFirst && rows.length > 0) {
			checkColumns(run, item, rows);
			isFirst = false;
		}
		noteFields(rows);
		yield rows.map((row) => (row.mistake === undefined ? clean(rawOf(row)) : unreadRow(task, row)));
	}
}

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
 * Judges the whole file before anything is sent.
 * @throws NodeOperationError for refused recipients that are not to be left out or leave nobody to send to, and where there is no recipient
 */
export async function judgeAll(task: Task): Promise<void> {
	const { run, file, settings } = task;
	const { ctx } = run;
	const { item } = file;
	const refused = noOthers();
	// Recipients who may be sent to at no moment are found like those of a campaign: here, none is held back.
	const timing = { ...timingNow(run, settings), campaign: true };
	let total = 0;
	let reached = 0;
	for await (const recipients of judgedRecipients(task, { toSend: false })) {
		total += recipients.length;
		if (ctx.signal?.aborted) return;
		const timed = withStarts(recipients, timing);
		reached += timed.filter(({ status }) => status !== 'refused' && status !== 'duplicate').length;
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
	if (refused.total === 0 || (settings.leaveOut && reached > 0)) return;
	const refusal = refusalOfMany(refused.reasons, {
		ofAll: `of ${total} recipients`,
		sofar: settings.dryRun ? WOULD_STOP : nothingSent(!run.record.isEmpty),
		isForAll: refused.total === total,
		most: NAMED_OF_FILE,
	});
	if (!settings.dryRun) throw refusalError(ctx.node, refusal, item);
	hintWouldStop(run, refusal);
}
