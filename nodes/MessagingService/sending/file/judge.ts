import type { IDataObject } from 'n8n-workflow';
import { hash } from 'crypto';
import { refusalError } from '../../../shared/errors';
import { isBlank, maskName, shownReference, valueAt } from '../../../shared/text';
import { checkReference, quote } from '../../../shared/validation';
import { nameIn } from '../formMistakes';
import { numbersOf } from '../phones';
import {
	entryField,
	recipientCleaner,
	type JudgeAmongOthers,
	type RawRecipient,
} from '../recipients';
import { referenceOf } from '../references';
import type { SendRun } from '../run';
import { refusedBy, settled, type Message, type Recipient } from '../settle';
import type { FileRow } from './rows';
import type { Task } from './task';

const ownOr = (own: unknown, common: unknown): unknown => (isBlank(own) ? common : own);

/** Returns how a row becomes a recipient, by the parameters of the item that holds the file. */
function rawReader(run: SendRun, item: number): (row: FileRow) => RawRecipient {
	const { ctx, endpoint, parameters } = run;
	const json = ctx.items[item]?.json ?? {};
	const path = (read: (item: number) => unknown): string =>
		nameIn(read(item) as Parameters<typeof nameIn>[0]);
	const phonePath = path(parameters.phoneField);
	const countryPath = path(parameters.countryField);
	const senderPath = endpoint.personal ? path(parameters.senderField) : '';
	const referencePath = path(parameters.referenceField);
	const zonePath = parameters.zoneField(item);
	const givesReferences = parameters.referenceMode === 'custom';
	const common = {
		country: parameters.defaultCountry(item),
		sender: parameters.sender(item),
		text: parameters.text(item),
	};
	const hasFields = Object.keys(json).length > 0;
	return ({ line, fields }) => ({
		item,
		position: line,
		line,
		phone: valueAt(fields, phonePath),
		country: ownOr(entryField(fields, countryPath), common.country),
		sender: ownOr(entryField(fields, senderPath), common.sender),
		text: common.text,
		record: !parameters.fillsText ? undefined : hasFields ? { ...json, ...fields } : fields,
		zone: entryField(fields, zonePath),
		reference: givesReferences ? (entryField(fields, referencePath) ?? '') : undefined,
	});
}

/** A row that cannot be read is a refused recipient. */
function unreadRow({ file: { item }, terms }: Task, { line, mistake = '' }: FileRow): Recipient {
	const message: Message = {
		item,
		position: line,
		line,
		phone: '',
		sender: '',
		text: '',
		reference: '',
		nth: 0,
		terms,
	};
	const refusal = { field: 'Recipients', message: mistake, description: 'Correct the line.' };
	return settled(message, refusedBy(refusal));
}

/** 52 bits of a hash as a number: among a million, the chance that any two are confused is 1 in 9,000. A confused one is refused. */
const numberOf = (text: string): string =>
	String(Number.parseInt(hash('sha256', text, 'hex').slice(0, 13), 16) || 1);

/** Returns what settles numbers, and the user's own references, that came before in the file. */
function repeatJudge({ seen: { phones, references }, settings }: Task): JudgeAmongOthers {
	return (draft, given) => {
		const { phone, line = 0 } = draft;
		if (given !== undefined) {
			const own = checkReference(given);
			if (!own.ok) return refusedBy(own.refusal);
			draft.reference = own.value;
		}
		const earlier = phones.lineOf(phone);
		if (earlier !== undefined) {
			if (settings.cleaning.repeated === 'merge')
				return { status: 'merged', reason: `The same number as line ${earlier}` };
			return refusedBy({
				field: 'Phone Number',
				message: `The phone number …${phone.slice(-4)} is the same as in line ${earlier}`,
				description: 'Remove the line, or set Repeated Numbers to Merge under Options.',
			});
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
		// A line that is refused takes no place: the next one with its number goes out.
		phones.take(phone, line);
		return undefined;
	};
}

/** A name that no column has is a wrong name, not a million empty numbers. @throws NodeOperationError */
function checkPhoneColumn({ ctx, parameters }: SendRun, item: number, rows: FileRow[]): void {
	const name = nameIn(parameters.phoneField(item));
	const [first] = rows;
	if (!first || rows.some(({ fields }) => valueAt(fields, name) !== undefined)) return;
	// A row that cannot be read has no columns: what is wrong with it says more.
	if (first.mistake !== undefined && Object.keys(first.fields).length === 0) return;
	const known = Object.keys(first.fields as IDataObject).slice(0, 10);
	throw refusalError(
		ctx.node,
		{
			field: 'Phone Field',
			message: `The file has no column ${quote(name)} that Phone Field names`,
			description: `It has: ${known.map(maskName).join(', ') || 'none'}.`,
		},
		item,
	);
}

/**
 * Reads the recipients of a file, some at a time, judges them as those of items, and finds repeated numbers over the whole file. Each
 * reading gives the same. References take time to make: those of a reading that only judges, not `toSend`, stay empty.
 * @throws NodeOperationError where the file cannot be read on, and where it lacks the column of phone numbers
 */
export async function* judgedRecipients(
	task: Task,
	{ toSend }: { toSend: boolean },
): AsyncGenerator<Recipient[]> {
	const { run, file, settings, terms, seen } = task;
	const { item } = file;
	seen.phones.clear();
	seen.references.clear();
	// Files of several items may hold the same numbers.
	const source = { ...run.references, run: `${run.references.run} file ${item}` };
	const rawOf = rawReader(run, item);
	const judgeRepeat = repeatJudge(task);
	const clean = recipientCleaner({
		rules: run.endpoint.rules,
		cleaning: settings.cleaning,
		termsOf: () => terms,
		countRow: (phone) => seen.phones.countRow(phone),
		judgeAmongOthers(draft, given) {
			const event = judgeRepeat(draft, given);
			if (event === undefined && toSend) draft.reference = referenceOf(draft, source);
			return event;
		},
	});
	let isFirst = true;
	for await (const rows of file.rows()) {
		if (isFirst && rows.length > 0) {
			checkPhoneColumn(run, item, rows);
			isFirst = false;
		}
		yield rows.flatMap((row) =>
			row.mistake === undefined
				? numbersOf(rawOf(row), settings.cleaning.several).map(clean)
				: [unreadRow(task, row)],
		);
	}
}
