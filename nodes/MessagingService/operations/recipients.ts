import type { IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import {
	checkPhone,
	checkReference,
	checkSender,
	checkText,
	type Checked,
	type Refusal,
} from '../../shared/validation';
import { fillTemplate, valueAt } from '../../shared/text';

/** 'ready' is left by the end of a run; 'unknown' only comes out of a stopped execution. */
export type EntryStatus =
	| 'ready'
	| 'refused'
	| 'skipped'
	| 'merged'
	| 'accepted'
	| 'dry run'
	| 'unknown';

/** One recipient of a send, from the input to its outcome. */
export interface Entry {
	/** Index of the input item it comes from. */
	item: number;
	/** Index in that item's list, or -1 where the item itself is the recipient. */
	position: number;
	phone: string;
	sender: string;
	text: string;
	/** External id, '' for none. */
	reference: string;
	status: EntryStatus;
	/** Which campaign of several it belongs to: 0, or more where a number gets several messages. */
	round: number;
	refusal?: Refusal;
	reason?: string;
	/** Whether a request of this try may have carried it; undefined: only earlier tries can tell. */
	sent?: boolean;
	/** What the service answered for this recipient, under the names of the output. */
	result?: IDataObject;
	/** What the service answered for the request it went out with. */
	summary?: IDataObject;
	/** Under Continue on Fail: the error that this recipient comes out as. */
	failure?: NodeApiError | NodeOperationError;
}

/** What the user chose for recipients that cannot be taken as they are. */
export interface Cleaning {
	repeated: 'merge' | 'refuse' | 'send';
	empty: 'refuse' | 'skip';
}

/** How an operation judges senders and texts. */
export interface Rules {
	sender: 'legacy' | 'campaign' | 'personalized';
	text: 'plain' | 'personalized';
}

/** A recipient as the input gives it. */
export interface RawRecipient {
	item: number;
	position: number;
	phone: unknown;
	sender: unknown;
	text: unknown;
	/** Where set, `text` is a template and this record fills its placeholders. */
	record?: IDataObject;
	/** undefined: the node derives the reference itself. */
	reference?: unknown;
}

/** Splits a list of recipients: an array, JSON text of an array, or text with commas, semicolons or lines between. */
export function listEntries(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	if (typeof value !== 'string') return value === undefined || value === null ? [] : [value];
	if (value.trimStart().startsWith('[')) {
		try {
			const parsed: unknown = JSON.parse(value);
			if (Array.isArray(parsed)) return parsed;
		} catch {
			// Not JSON: its numbers are judged one by one below.
		}
	}
	return value
		.split(/[,;\r\n]+/)
		.map((part) => part.trim())
		.filter((part) => part !== '');
}

/** Reads a field of a list's entry: of an object by path, and the phone of a plain entry is the entry itself. */
export function entryField(entry: unknown, path: string, plain = false): unknown {
	return typeof entry === 'object' && entry !== null
		? valueAt(entry, path)
		: plain
			? entry
			: undefined;
}

export function isBlank(value: unknown): boolean {
	return (
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
	);
}

/** Remembers the answer for the value it was asked last: senders and shared texts repeat from item to item. */
function lastAnswer<T>(judge: (value: unknown) => T): (value: unknown) => T {
	let last: { value: unknown; answer: T } | undefined;
	return (value) => {
		if (last?.value !== value || last === undefined) last = { value, answer: judge(value) };
		return last.answer;
	};
}

/** Names where a recipient stands in the input: "item 3" or "item 3, entry 7", counted from 0 as n8n does. */
export function placeOf(entry: { item: number; position: number }): string {
	return entry.position < 0 ? `item ${entry.item}` : `item ${entry.item}, entry ${entry.position}`;
}

/**
 * Judges and cleans the recipients of one send: normalises phones, fills templates, checks senders, texts and
 * references, and settles empty and repeated numbers as the user chose. Sends nothing and throws nothing:
 * what cannot be sent is 'refused', 'skipped' or 'merged' with its reason. `byReference` holds the user's own references
 * of all sends of the run.
 */
export function cleanRecipients(
	raw: Iterable<RawRecipient>,
	rules: Rules,
	cleaning: Cleaning,
	byReference = new Map<string, Entry>(),
): Entry[] {
	const senderOf = lastAnswer((value) => checkSender(value, rules.sender));
	const textOf = lastAnswer((value) => checkText(value, rules.text));
	const byPhone = new Map<string, { first: Entry; rounds: number }>();
	const settle = (entry: Entry, status: 'skipped' | 'merged', reason: string): undefined =>
		void Object.assign(entry, { status, reason });
	/** Fills in what is right; returns why the recipient is refused, if it is. */
	const judge = (recipient: RawRecipient, entry: Entry): Refusal | undefined => {
		if (isBlank(recipient.phone) && cleaning.empty === 'skip')
			return settle(entry, 'skipped', 'The phone number is empty');
		const phone = checkPhone(recipient.phone);
		if (!phone.ok) return phone.refusal;
		entry.phone = phone.value;
		const filled: Checked<unknown> =
			recipient.record && typeof recipient.text === 'string'
				? fillTemplate(recipient.text, recipient.record)
				: { ok: true, value: recipient.text };
		if (!filled.ok) return filled.refusal;
		const sender = senderOf(recipient.sender);
		if (!sender.ok) return sender.refusal;
		const text = textOf(filled.value);
		if (!text.ok) return text.refusal;
		entry.sender = sender.value;
		entry.text = text.value;
		const earlier = byPhone.get(entry.phone);
		if (earlier && cleaning.repeated === 'merge') {
			return settle(
				entry,
				'merged',
				`The same number as ${placeOf(earlier.first)}${earlier.first.text === entry.text ? '' : ', with another text'}`,
			);
		}
		if (earlier && cleaning.repeated === 'refuse') {
			return {
				field: 'Phone Number',
				message: `The phone number …${entry.phone.slice(-4)} is the same as in ${placeOf(earlier.first)}`,
				description:
					'Remove the repeated recipient, or set Repeated Numbers to merge under Options.',
			};
		}
		if (earlier) entry.round = earlier.rounds++;
		if (recipient.reference !== undefined) {
			const reference = checkReference(recipient.reference);
			if (!reference.ok) return reference.refusal;
			entry.reference = reference.value;
			const other = byReference.get(entry.reference);
			// The same message twice goes out once: the service knows its reference then.
			if (other && (other.phone !== entry.phone || other.text !== entry.text)) {
				return {
					field: 'Reference',
					message: `The reference ${entry.reference} is the same as in ${placeOf(other)}`,
					description: 'Give every message a reference of its own.',
				};
			}
			byReference.set(entry.reference, entry);
		}
		if (!earlier) byPhone.set(entry.phone, { first: entry, rounds: 1 });
		return undefined;
	};
	return Array.from(raw, (recipient) => {
		const { item, position, phone, sender, text } = recipient;
		const entry: Entry = {
			item,
			position,
			phone: typeof phone === 'string' || typeof phone === 'number' ? String(phone).trim() : '',
			sender: typeof sender === 'string' ? sender : '',
			text: typeof text === 'string' ? text : '',
			reference: '',
			status: 'ready',
			round: 0,
		};
		const refusal = judge(recipient, entry);
		if (refusal) refuse(entry, refusal);
		return entry;
	});
}

/** Marks a recipient as refused. */
export function refuse(entry: Entry, refusal: Refusal): void {
	entry.status = 'refused';
	entry.refusal = refusal;
	entry.reason = refusal.message;
}

/** Splits what is ready into requests of at most `size` recipients, in order; a number's second message comes in a later one. */
export function chunksOf(entries: Entry[], size: number): Entry[][] {
	const rounds: Entry[][] = [];
	for (const entry of entries) {
		if (entry.status === 'ready') (rounds[entry.round] ??= []).push(entry);
	}
	const chunks: Entry[][] = [];
	for (const round of rounds) {
		for (let start = 0; start < round.length; start += size)
			chunks.push(round.slice(start, start + size));
	}
	return chunks;
}

const LISTED = 10;

/** Puts all refusals of a send into one: the first ten with their places, then the count. */
export function summariseRefusals(refused: Entry[], total: number): Refusal {
	const [first] = refused;
	const own = first?.refusal ?? { field: 'Phone Number', message: '' };
	if (refused.length === 1 && total === 1) return own;
	const list = refused
		.slice(0, LISTED)
		.map((entry) => `[${placeOf(entry)}] ${entry.reason ?? ''}`)
		.join('; ');
	const more = refused.length > LISTED ? `; and ${refused.length - LISTED} more` : '';
	return {
		field: own.field,
		message: `Nothing was sent: ${refused.length} of ${total} recipients cannot be used: ${list}${more}`,
		description:
			'Mend them, or set Invalid Recipients to Leave Out under Options. Dry Run shows them all.',
	};
}
