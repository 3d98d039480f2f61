import type { IDataObject } from 'n8n-workflow';
import { hash } from 'crypto';
import { refusalError } from '../../../shared/errors';
import { isBlank, maskName, shownReference, valueAt } from '../../../shared/text';
import { checkReference, quote } from '../../../shared/validation';
import { nameIn } from '../formMistakes';
import { advance, ready, type Message, type Recipient } from '../outcomes';
import { numbersOf } from '../phones';
import {
	entryField,
	recipientCleaner,
	refused,
	type Draft,
	type JudgeAmongOthers,
	type RawRecipient,
} from '../recipients';
import { automaticReference } from '../references';
import type { SendRun } from '../run';
import type { FileRow } from './rows';
import type { Task } from './sendPart';

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
function unreadRow(item: number, { line, mistake = '' }: FileRow): Recipient {
	const message: Message = {
		item,
		position: line,
		line,
		phone: '',
		sender: '',
		text: '',
		reference: '',
		round: 0,
	};
	return advance(ready(message), {
		type: 'refused',
		refusal: { field: 'Recipients', message: mistake, description: 'Correct the line.' },
	});
}

/** 52 bits of a hash as a number: among a million, the chance that any two are confused is 1 in 9,000. A confused one is refused. */
const numberOf = (text: string): string =>
	String(Number.parseInt(hash('sha256', text, 'hex').slice(0, 13), 16) || 1);

/** Returns what settles numbers, and the user's own references, that came before in the file. */
function repeatJudge({ seen, settings, sentBefore }: Task): JudgeAmongOthers {
	const { phones, references } = seen;
	phones.clear();
	references.clear();
	return (draft, given) => {
		const { phone, line = 0 } = draft;
		if (given !== undefined) {
			const own = checkReference(given);
			if (!own.ok) return refused(own.refusal);
			draft.reference = own.value;
			draft.referenceMode = 'custom';
		}
		const sentLine = sentBefore?.lineOf(phone);
		if (sentLine !== undefined && sentLine !== line)
			return { type: 'merged', reason: `The same number as line ${sentLine}` };
		const earlier = phones.lineOf(phone);
		if (earlier !== undefined) {
			if (settings.cleaning.repeated === 'merge')
				return { type: 'merged', reason: `The same number as line ${earlier}` };
			return refused({
				field: 'Phone Number',
				message: `The phone number …${phone.slice(-4)} is the same as in line ${earlier}`,
				description: 'Remove the line, or set Repeated Numbers to Merge under Options.',
			});
		}
		const { reference } = draft;
		const other = reference === '' ? undefined : references.add(numberOf(reference), line);
		if (other !== undefined)
			return refused({
				field: 'Reference',
				message: `The reference ${shownReference(reference)} is the same as in line ${other}`,
				description: 'Give every message a reference of its own.',
			});
		// A line that is refused takes no place: the next one with its number goes out.
		phones.add(phone, line);
		return undefined;
	};
}

/**
 * Returns what gives messages of a file their references, so that they are the same again. Those of campaigns are made from the content
 * of the file and their lines: only so the first and the last message of a request prove that the others went out with them. A message
 * of the legacy interface is told by its number, which a file has once: whoever corrects a line moves no other.
 */
function referenceGiver({
	run: { key, today, parameters, endpoint },
	file: { digest },
}: Task): (draft: Draft) => void {
	const { referenceMode } = parameters;
	if (referenceMode === 'custom' || referenceMode === 'none') return () => undefined;
	const placeOf = endpoint.campaign
		? ({ item, position }: Draft): string => `${digest} ${item} ${position}`
		: ({ item }: Draft): string => `file ${item}`;
	return (draft) => {
		const { position, phone, sender, text } = draft;
		draft.referenceMode = referenceMode;
		draft.reference =
			referenceMode === 'content'
				? automaticReference(`${today}\n${digest}\n${sender}\n${text}`, phone, String(position))
				: automaticReference(key, phone, placeOf(draft));
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
 * reading gives the same. What stands before First Line to Send counts for repeated numbers only; nothing comes after Last Line to Send.
 * References take time to make: those of a reading that only judges, not `toSend`, stay empty.
 * @throws NodeOperationError where the file cannot be read on, and where it lacks the column of phone numbers
 */
export async function* judgedRecipients(
	task: Task,
	{ toSend }: { toSend: boolean },
): AsyncGenerator<Recipient[]> {
	const { run, file, settings } = task;
	const { item } = file;
	const { firstLine, lastLine } = file.settings;
	const rawOf = rawReader(run, item);
	const judgeRepeat = repeatJudge(task);
	const giveReference = toSend ? referenceGiver(task) : () => undefined;
	const clean = recipientCleaner(run.endpoint.rules, settings.cleaning, (draft, given) => {
		const event = judgeRepeat(draft, given);
		if (event === undefined) giveReference(draft);
		return event;
	});

	/** Judges a row, and hands on what becomes of it; of a cell with several numbers it may be several recipients. */
	function judgeRow(row: FileRow, take: (recipient: Recipient) => void): void {
		if (row.mistake !== undefined) take(unreadRow(item, row));
		else for (const one of numbersOf(rawOf(row), settings.cleaning.several)) take(clean(one));
	}

	let isFirst = true;
	for await (const rows of file.rows()) {
		if (isFirst && rows.length > 0) {
			checkPhoneColumn(run, item, rows);
			isFirst = false;
		}
		const judged: Recipient[] = [];
		for (const row of rows) {
			if (row.line > lastLine) break;
			judgeRow(row, (recipient) => {
				if (row.line >= firstLine) judged.push(recipient);
			});
		}
		yield judged;
		if ((rows.at(-1)?.line ?? 0) > lastLine) return;
	}
}
