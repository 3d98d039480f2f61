import type { IDataObject } from 'n8n-workflow';
import { hash } from 'crypto';
import { refusalError } from '../../../shared/errors';
import { isBlank, valueAt } from '../../../shared/text';
import { quote } from '../../../shared/validation';
import { nameIn } from '../formMistakes';
import { advance, ready, type Message, type Recipient } from '../outcomes';
import type { Cleaning } from '../parameters';
import { cleanRecipients, entryField, type RawRecipient } from '../recipients';
import { automaticReference } from '../references';
import type { SendRun } from '../run';
import type { RecipientFile } from './openRecipients';
import type { FileRow } from './rows';
import { seenNumbers } from './seenNumbers';

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
	return ({ line, fields }) => ({
		item,
		position: line,
		line,
		phone: valueAt(fields, phonePath),
		country: ownOr(entryField(fields, countryPath), common.country),
		sender: ownOr(entryField(fields, senderPath), common.sender),
		text: common.text,
		record: parameters.fillsText ? { ...json, ...fields } : undefined,
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
function repeatJudge({ repeated }: Cleaning): (recipient: Recipient) => Recipient {
	const phones = seenNumbers();
	const references = seenNumbers();
	return (recipient) => {
		if (recipient.status !== 'ready') return recipient;
		const { message } = recipient;
		const { phone, reference, line = 0 } = message;
		const earlier = phones.add(phone, line);
		if (earlier !== undefined) {
			if (repeated === 'merge')
				return advance(recipient, {
					type: 'merged',
					reason: `The same number as line ${earlier}`,
				});
			return advance(recipient, {
				type: 'refused',
				refusal: {
					field: 'Phone Number',
					message: `The phone number …${phone.slice(-4)} is the same as in line ${earlier}`,
					description: 'Remove the line, or set Repeated Numbers to Merge under Options.',
				},
			});
		}
		const other = reference === '' ? undefined : references.add(numberOf(reference), line);
		if (other !== undefined)
			return advance(recipient, {
				type: 'refused',
				refusal: {
					field: 'Reference',
					message: `The reference is the same as in line ${other}`,
					description: 'Give every message a reference of its own.',
				},
			});
		return message.round === 0 ? recipient : ready({ ...message, round: 0 });
	};
}

/** Returns what gives recipients of a file their references: from its content and their lines, so that they are the same again. */
function referenceGiver(
	{ key, today, parameters: { referenceMode } }: SendRun,
	{ digest }: RecipientFile,
): (recipient: Recipient) => Recipient {
	if (referenceMode === 'custom' || referenceMode === 'none') return (recipient) => recipient;
	return (recipient) => {
		if (recipient.status !== 'ready') return recipient;
		const { message } = recipient;
		const { item, position, phone, sender, text } = message;
		const reference =
			referenceMode === 'content'
				? automaticReference(`${today}\n${digest}\n${sender}\n${text}`, 0, position, phone)
				: automaticReference(`${key}\n${digest}`, item, position, phone);
		return ready({ ...message, reference });
	};
}

/** A name that no column has is a wrong name, not a million empty numbers. @throws NodeOperationError */
function checkPhoneColumn({ ctx, parameters }: SendRun, item: number, rows: FileRow[]): void {
	const name = nameIn(parameters.phoneField(item));
	const [first] = rows;
	if (!first || rows.some(({ fields }) => valueAt(fields, name) !== undefined)) return;
	const known = Object.keys(first.fields as IDataObject).slice(0, 10);
	throw refusalError(
		ctx.node,
		{
			field: 'Phone Field',
			message: `The file has no column ${quote(name)} that Phone Field names`,
			description: `It has: ${known.join(', ') || 'none'}.`,
		},
		item,
	);
}

/**
 * Reads the recipients of a file, some at a time, judges them as those of items, and finds repeated numbers over the whole file. Each
 * reading gives the same. What stands before First Line to Send counts for repeated numbers only; nothing comes after Last Line to Send.
 * @throws NodeOperationError where the file cannot be read on
 */
export async function* judgedRecipients(
	run: SendRun,
	file: RecipientFile,
	cleaning: Cleaning,
): AsyncGenerator<Recipient[]> {
	const { firstLine, lastLine } = file.settings;
	const rawOf = rawReader(run, file.item);
	const judgeRepeat = repeatJudge(cleaning);
	const giveReference = referenceGiver(run, file);
	let isFirst = true;
	for await (const rows of file.rows()) {
		if (isFirst && rows.length > 0) {
			checkPhoneColumn(run, file.item, rows);
			isFirst = false;
		}
		const wanted = rows.filter(({ line }) => line <= lastLine);
		// The table of this file finds repeated numbers: each call knows only the rows that it is given.
		const judged = cleanRecipients(
			wanted.filter(({ mistake }) => mistake === undefined).map(rawOf),
			run.endpoint.rules,
			{ ...cleaning, repeated: 'send' },
		).map(judgeRepeat);
		const unread = wanted
			.filter(({ mistake }) => mistake !== undefined)
			.map((row) => unreadRow(file.item, row));
		yield [...judged, ...unread]
			.filter(({ message }) => (message.line ?? 0) >= firstLine)
			.map(giveReference);
		if (wanted.length < rows.length) return;
	}
}
