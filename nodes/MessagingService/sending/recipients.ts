import type { IDataObject } from 'n8n-workflow';
import { fillTemplate, isBlank, listEntries, shownReference, valueAt } from '../../shared/text';
import { checkReference, checkSender, checkText, type Refusal } from '../../shared/validation';
import type { Rules } from './requests';
import { nameIn } from './formMistakes';
import {
	OTHER_TEXT,
	placeOf,
	ready,
	refusedBy,
	settled,
	type Message,
	type Recipient,
	type RecipientEvent,
	type Terms,
} from './settle';
import { lastAnswer } from './lastAnswer';
import type { Cleaning } from './parameters';
import { numbersOf, phoneJudge } from './phones';
import type { SendRun } from './run';

/** A recipient as the input gives it. */
export interface RawRecipient {
	item: number;
	/** Index in the item's list, or -1 where the item itself is the recipient. */
	position: number;
	/** The line of the item's file; undefined where it comes from no file. */
	line?: number;
	phone: unknown;
	/** The country of a number without a country code, as the user names it; blank for none. */
	country: unknown;
	sender: unknown;
	text: unknown;
	/** Where set, `text` is a template and this record fills its placeholders. */
	record?: IDataObject;
	/** The time zone that a field names, blank for none. */
	zone?: unknown;
	/** The reference that the user gives; undefined where the node derives it, or where there is none. */
	reference?: unknown;
}

/** Reads a field of a list's entry: of an object by path, and the phone of a plain entry is the entry itself. */
export function entryField(entry: unknown, path: string, plain = false): unknown {
	if (path === '' && !plain) return undefined;
	if (typeof entry === 'object' && entry !== null) return valueAt(entry, path);
	return plain ? entry : undefined;
}

/** Takes what a recipient has of its own and what stands in where that is blank. */
const ownOr = (own: unknown, common: unknown): unknown => (isBlank(own) ? common : own);

/** Reads the recipients of the given items, one after the other, wherever the user says that they come from. */
export function* readRecipients(
	{ ctx, endpoint, parameters }: SendRun,
	items: readonly number[],
): Generator<RawRecipient> {
	const { source, fillsText, phone, phoneField, recipients, sender, senderField, text } =
		parameters;
	const { reference, referenceField, defaultCountry, countryField, zoneField } = parameters;
	const givesReferences = parameters.referenceMode === 'custom';
	for (const item of items) {
		const json = ctx.items[item]?.json ?? {};
		const countryPath = nameIn(countryField(item));
		const zonePath = zoneField(item);
		if (source === 'item') {
			yield {
				item,
				position: -1,
				phone: phone(item),
				country: ownOr(entryField(json, countryPath), defaultCountry(item)),
				sender: sender(item),
				text: text(item),
				record: fillsText ? json : undefined,
				zone: entryField(json, zonePath),
				reference: givesReferences ? (reference(item) ?? '') : undefined,
			};
			continue;
		}
		const listed = source === 'list';
		const phonePath = nameIn(phoneField(item));
		const senderPath = endpoint.personal ? nameIn(senderField(item)) : '';
		const referencePath = givesReferences ? nameIn(referenceField(item)) : '';
		for (const [index, entry] of (listed ? listEntries(recipients(item)) : [json]).entries()) {
			// The entries of a list have the fields of their item as well.
			const record =
				listed && typeof entry === 'object' ? { ...json, ...(entry as IDataObject) } : json;
			yield {
				item,
				position: listed ? index : -1,
				phone: entryField(entry, phonePath, listed),
				country: ownOr(entryField(entry, countryPath), defaultCountry(item)),
				sender: ownOr(entryField(entry, senderPath), sender(item)),
				text: text(item),
				record: fillsText ? record : undefined,
				zone: entryField(entry, zonePath),
				reference: givesReferences ? (entryField(entry, referencePath) ?? '') : undefined,
			};
		}
	}
}

/** A message while it is cleaned. */
export type Draft = { -readonly [Key in keyof Message]: Message[Key] };

/** What a raw recipient shows of itself, as far as it is text. Each has the same members: a million of them are made then at little cost. */
function draftOf({ item, position, line, phone, sender, text }: RawRecipient, terms: Terms): Draft {
	return {
		item,
		position,
		line,
		phone: typeof phone === 'string' || typeof phone === 'number' ? String(phone).trim() : '',
		country: undefined,
		phoneGiven: undefined,
		completed: false,
		sender: typeof sender === 'string' ? sender : '',
		text: typeof text === 'string' ? text : '',
		reference: '',
		nth: 0,
		terms,
		zones: undefined,
	};
}

/** Takes a message that is right by itself, and the reference that the user gives; returns what happens to it because of the others. */
export type JudgeAmongOthers = (draft: Draft, reference: unknown) => RecipientEvent | undefined;

/** What a cleaner of recipients needs. */
export interface CleanerParts {
	rules: Rules;
	cleaning: Cleaning;
	/** What applies to the recipients of an item. */
	termsOf(item: number): Terms;
	/** Counts a row with a number that can be read; returns how many rows of the run had it before. */
	countRow(phone: string): number;
	judgeAmongOthers: JudgeAmongOthers;
}

/**
 * Returns what judges and cleans one recipient after the other: normalises phones, fills templates, checks senders and texts, and
 * settles empty numbers as the user chose. It sends nothing and throws nothing: what cannot be sent is refused, skipped or merged with
 * its reason, the rest is ready.
 */
export function recipientCleaner({
	rules,
	cleaning,
	termsOf,
	countRow,
	judgeAmongOthers,
}: CleanerParts): (raw: RawRecipient) => Recipient {
	const judgeSender = lastAnswer((value) => checkSender(value, rules.sender));
	const judgePhone = phoneJudge(cleaning);
	const judgeText = lastAnswer((value) => checkText(value, rules.text));

	/** Fills in sender and text; returns why the recipient is refused, if it is. */
	function judgeContent(recipient: RawRecipient, draft: Draft): Refusal | undefined {
		const { record } = recipient;
		let { text }: { text: unknown } = recipient;
		if (record && typeof text === 'string') {
			const filled = fillTemplate(text, record);
			// A template that could not be filled is not what anybody would have got.
			draft.text = '';
			if (!filled.ok) return filled.refusal;
			text = filled.value;
		}
		const sender = judgeSender(recipient.sender);
		if (!sender.ok) return sender.refusal;
		const checked = judgeText(text);
		if (!checked.ok) return checked.refusal;
		draft.sender = sender.value;
		draft.text = checked.value;
		return undefined;
	}

	/** Shows of a recipient whose number cannot be used what it would have got: the text tells whose number is to be mended. */
	function showText({ record, text }: RawRecipient, draft: Draft): void {
		if (!record || typeof text !== 'string') return;
		const filled = fillTemplate(text, record);
		draft.text = filled.ok ? filled.value : '';
	}

	/** Fills in the zones in which the recipient may be; returns why it is refused, if it is. */
	function judgeZones({ zone }: RawRecipient, draft: Draft): Refusal | undefined {
		const zones = cleaning.zonesOf?.({ zone, country: draft.country, phone: draft.phone });
		if (zones?.ok === false) return zones.refusal;
		draft.zones = zones?.value;
		return undefined;
	}

	/** Fills in what is right; returns what happens to the recipient, if it is not ready to be sent. */
	function judge(recipient: RawRecipient, draft: Draft): RecipientEvent | undefined {
		if (isBlank(recipient.phone) && cleaning.empty === 'skip') {
			showText(recipient, draft);
			return { status: 'skipped', reason: 'The phone number is empty' };
		}
		const phone = judgePhone(recipient);
		if (!phone.ok) {
			showText(recipient, draft);
			return refusedBy(phone.refusal);
		}
		const { phone: digits, country, phoneGiven, completed } = phone.value;
		draft.phone = digits;
		draft.country = country;
		draft.phoneGiven = phoneGiven;
		draft.completed = completed;
		draft.nth = countRow(digits);
		if (cleaning.leaveOut.has(digits, country)) {
			showText(recipient, draft);
			return { status: 'skipped', reason: 'The number is in Leave Out Numbers' };
		}
		const wrongContent = judgeContent(recipient, draft) ?? judgeZones(recipient, draft);
		return wrongContent ? refusedBy(wrongContent) : judgeAmongOthers(draft, recipient.reference);
	}

	return (recipient) => {
		const draft = draftOf(recipient, termsOf(recipient.item));
		const event = judge(recipient, draft);
		return event ? settled<Message>(draft, event) : ready<Message>(draft);
	};
}

/** Judges and cleans the recipients that go out together, and settles repeated numbers as the user chose. */
export function cleanRecipients(
	run: Pick<SendRun, 'endpoint' | 'ownReferences' | 'rows' | 'parameters' | 'ctx'>,
	raw: Iterable<RawRecipient>,
	cleaning: Cleaning,
): Recipient[] {
	const { endpoint, ownReferences, rows, parameters, ctx } = run;
	/** The first message to each number that goes out. */
	const byPhone = new Map<string, Message>();

	/** What becomes of a number that came before. */
	function judgeRepeated(draft: Draft): RecipientEvent | undefined {
		const first = byPhone.get(draft.phone);
		if (!first) return undefined;
		if (cleaning.repeated === 'merge') {
			const difference = first.text === draft.text ? '' : OTHER_TEXT;
			return { status: 'merged', reason: `The same number as ${placeOf(first)}${difference}` };
		}
		if (cleaning.repeated === 'send') return undefined;
		return refusedBy({
			field: 'Phone Number',
			message: `The phone number …${draft.phone.slice(-4)} is the same as in ${placeOf(first)}`,
			description: 'Remove the repeated recipient, or set Repeated Numbers to Merge under Options.',
		});
	}

	/** Fills in the user's own reference; returns what happens to the recipient because of it. */
	function judgeReference(given: unknown, draft: Draft): RecipientEvent | undefined {
		if (given === undefined) return undefined;
		const reference = checkReference(given);
		if (!reference.ok) return refusedBy(reference.refusal);
		draft.reference = reference.value;
		const other = ownReferences.get(reference.value);
		if (!other) {
			ownReferences.set(reference.value, draft);
			return undefined;
		}
		if (other.phone !== draft.phone || other.text !== draft.text) {
			return refusedBy({
				field: 'Reference',
				message: `The reference ${shownReference(reference.value)} is the same as in ${placeOf(other)}`,
				description: 'Give every message a reference of its own.',
			});
		}
		return { status: 'merged', reason: `The same message as ${placeOf(other)}` };
	}

	const clean = recipientCleaner({
		rules: endpoint.rules,
		cleaning,
		termsOf: (item) => parameters.termsOf(ctx, item),
		countRow(phone) {
			const nth = rows.get(phone) ?? 0;
			rows.set(phone, nth + 1);
			return nth;
		},
		judgeAmongOthers(draft, given) {
			const event = judgeRepeated(draft) ?? judgeReference(given, draft);
			if (!event && !byPhone.has(draft.phone)) byPhone.set(draft.phone, draft);
			return event;
		},
	});
	const cleaned: Recipient[] = [];
	for (const one of raw)
		for (const recipient of numbersOf(one, cleaning.several)) cleaned.push(clean(recipient));
	return cleaned;
}
