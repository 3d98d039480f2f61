import type { IDataObject } from 'n8n-workflow';
import { withoutItem } from '../../shared/errors';
import {
	fieldAt,
	fieldFinder,
	listEntries,
	shownReference,
	type HasField,
} from '../../shared/text';
import {
	checkDefaultCountry,
	checkReference,
	checkSender,
	checkText,
	readPhone,
	readText,
	refuse,
	type Refusal,
} from '../../shared/validation';
import type { NodeFault } from '../dispatch/nodeErrors';
import { nameIn } from './refusals';
import {
	placeOf,
	ready,
	refusedBy,
	settled,
	type Message,
	type Recipient,
	type RecipientEvent,
	type Terms,
} from './settle';
import { lastAnswer } from '../../shared/recent';
import type { Cleaning } from './parameters';
import { identityOf, referenceOf, SAME_AS, sameMessage } from './references';
import type { SendRun } from './run';

/** A recipient as the input gives it. */
export interface RawRecipient {
	item: number;
	/** Index in the item's list, or -1 where the item itself is the recipient. */
	position: number;
	/** The line of the item's file; undefined where it comes from no file. */
	line?: number;
	phone: unknown;
	/** What fills placeholders. */
	record: IDataObject;
	/** The time zone that a field names, blank for none. */
	zone?: unknown;
	/** Which fields others of its list or file have; of items the form knows it. */
	isKnown?: HasField;
}

/** Reads a field of a list's entry: of an object by path, and the phone of a plain entry is the entry itself. */
export function entryField(entry: unknown, path: string, plain = false): unknown {
	if (path === '' && !plain) return undefined;
	if (typeof entry === 'object' && entry !== null) return fieldAt(entry, path);
	return plain ? entry : undefined;
}

/** Reads the recipients of the given items, one after the other, wherever the user says that they come from. */
export function* readRecipients(
	{ ctx, parameters }: SendRun,
	items: readonly number[],
): Generator<RawRecipient> {
	const { source, phone, phoneField, recipients, zoneField } = parameters;
	for (const item of items) {
		const json = ctx.items[item]?.json ?? {};
		const zonePath = zoneField(item);
		if (source !== 'list') {
			yield {
				item,
				position: -1,
				phone: source === 'item' ? phone(item) : entryField(json, nameIn(phoneField(item))),
				record: json,
				zone: entryField(json, zonePath),
			};
			continue;
		}
		const phonePath = nameIn(phoneField(item));
		const entries = listEntries(recipients(item));
		const isKnown = fieldFinder(() => entries);
		for (const [position, entry] of entries.entries()) {
			yield {
				item,
				position,
				phone: entryField(entry, phonePath, true),
				// The entries of a list have the fields of their item as well.
				record: typeof entry === 'object' ? { ...json, ...(entry as IDataObject) } : json,
				zone: entryField(entry, zonePath),
				isKnown,
			};
		}
	}
}

/** A message while it is cleaned. */
export type Draft = { -readonly [Key in keyof Message]: Message[Key] };

/** What a raw recipient shows of itself, as far as it is text. Each has the same members: a million of them are made then at little cost. */
export function draftOf({ item, position, line, phone }: RawRecipient, terms: Terms): Draft {
	return {
		item,
		position,
		line,
		phone: typeof phone === 'string' || typeof phone === 'number' ? String(phone).trim() : '',
		country: undefined,
		phoneGiven: undefined,
		isFurther: false,
		completed: false,
		sender: '',
		text: '',
		reference: '',
		nth: 0,
		identity: '',
		terms,
		zones: undefined,
	};
}

/** Recipients of items none of which can be sent, for the reason given: whose they are is shown as far as it can be read. */
export function unreadRecipients(run: SendRun, items: readonly number[], why: string): Recipient[] {
	const refused = (raw: RawRecipient): Recipient =>
		settled(draftOf(raw, {}), refusedBy({ field: '', message: withoutItem(why) }));
	return items.flatMap((item) => {
		try {
			return [...readRecipients(run, [item])].map(refused);
		} catch {
			// An expression that n8n cannot resolve: there is a row for the item, and no number.
			return [refused({ item, position: -1, phone: '', record: {} })];
		}
	});
}

/** Returns how to read and judge a number, in the country that is named for it; a blank one names none. */
export function phoneJudge(): (given: unknown, country: unknown) => ReturnType<typeof readPhone> {
	const countryOf = lastAnswer(checkDefaultCountry);
	return (given, named) => {
		if (typeof given === 'string' && given.includes('{{'))
			return refuse(
				'Phone Number',
				'Phone Number holds an expression as text',
				'Switch the field from Fixed to Expression.',
			);
		const country = countryOf(named);
		return country.ok ? readPhone(given, { country: country.value, check: 'possible' }) : country;
	};
}

/** What happens to a message because of the others, once it is right by itself. The reference is the one that the user gives. */
export type JudgeAmongOthers = (draft: Draft, reference: unknown) => RecipientEvent | undefined;

/** What differs between the recipients of items and those of a file. */
interface CleanerParts {
	/** What applies to the recipients of an item. */
	termsOf(item: number): Terms;
	/** Why nobody of an item can be sent to. */
	faultOf?(item: number): NodeFault | undefined;
	/** Notes of a row whose number can be read how many rows of the run had it before, and what else tells it from them. */
	identify(draft: Draft): void;
	judgeAmongOthers: JudgeAmongOthers;
}

/**
 * Returns what judges and cleans one recipient after the other: normalises phones, fills placeholders, checks senders and texts. It
 * sends nothing and throws nothing: what cannot be sent is refused, skipped or a duplicate with its reason, the rest is ready.
 */
export function recipientCleaner(
	{ endpoint: { senderRule }, parameters }: Pick<SendRun, 'endpoint' | 'parameters'>,
	cleaning: Cleaning,
	{ termsOf, faultOf = () => undefined, identify, judgeAmongOthers }: CleanerParts,
): (raw: RawRecipient) => Recipient {
	const { fields, referenceMode } = parameters;
	const judgeSender = lastAnswer((value) => checkSender(value, senderRule));
	const judgePhone = phoneJudge();
	const judgeText = lastAnswer(checkText);

	/** Fills in sender and text; returns why the recipient is refused, if it is. */
	function judgeContent(
		{ item, record, isKnown }: RawRecipient,
		draft: Draft,
	): Refusal | undefined {
		const text = fields.text.fill(item, record, isKnown);
		if (!text.ok) return text.refusal;
		const named = fields.sender.fill(item, record, isKnown);
		const sender = named.ok ? judgeSender(named.value) : named;
		if (!sender.ok) return sender.refusal;
		draft.sender = sender.value;
		const checked = judgeText(text.value);
		if (!checked.ok) return checked.refusal;
		draft.text = checked.value;
		return undefined;
	}

	/** Shows what a recipient whose number cannot be used would have got: the text tells whose number is to be mended. */
	function showText({ item, record }: RawRecipient, draft: Draft): void {
		const text = fields.text.fill(item, record);
		const read = text.ok ? readText(text.value) : text;
		draft.text = read.ok ? read.value : '';
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
		const { item, record } = recipient;
		const named = fields.country.fill(item, record);
		const phone = named.ok ? judgePhone(recipient.phone, named.value) : named;
		if (!phone.ok) {
			showText(recipient, draft);
			return refusedBy(phone.refusal);
		}
		const { digits, country, completed, changed } = phone.value;
		draft.phoneGiven = changed ? draft.phone : undefined;
		draft.phone = digits;
		draft.country = country;
		draft.completed = completed;
		identify(draft);
		const given =
			referenceMode === 'custom'
				? fields.reference.fill(item, record, recipient.isKnown)
				: undefined;
		const own = given?.ok ? checkReference(given.value) : undefined;
		if (own?.ok) draft.ownReference = own.value;
		const fault = faultOf(item);
		if (fault) {
			const { message, description } = fault;
			return refusedBy({
				field: '',
				message: withoutItem(message),
				description: description ?? undefined,
			});
		}
		if (cleaning.leaveOut.has(digits, country)) {
			showText(recipient, draft);
			return { status: 'skipped', reason: 'The number is in Leave Out Numbers' };
		}
		const wrongContent = judgeContent(recipient, draft) ?? judgeZones(recipient, draft);
		if (wrongContent) return refusedBy(wrongContent);
		if (given?.ok === false) return refusedBy(given.refusal);
		return judgeAmongOthers(draft, given?.value);
	}

	return (recipient) => {
		const { item } = recipient;
		const draft = draftOf(recipient, faultOf(item) ? {} : termsOf(item));
		const event = judge(recipient, draft);
		return event ? settled(draft, event) : ready(draft);
	};
}

/**
 * Judges and cleans the recipients that go out together; a message that is the same as an earlier one is its duplicate.
 * @param faults the items for which the form is wrong
 */
export function cleanRecipients(
	run: Pick<SendRun, 'endpoint' | 'ownReferences' | 'rows' | 'parameters' | 'references' | 'ctx'>,
	raw: Iterable<RawRecipient>,
	cleaning: Cleaning,
	faults: ReadonlyMap<number, NodeFault> = new Map(),
): Recipient[] {
	const { endpoint, ownReferences, rows, parameters, references, ctx } = run;
	/** The first message to each number under the number, and further ones under what makes them the same. */
	const firsts = new Map<string, Message>();

	// Where each item is a message by itself, none is the same as another.
	const mayRepeat = endpoint.recipientsPerRequest > 1;

	/** The earlier message that is the same. */
	function earlierOf(draft: Draft): Message | undefined {
		if (!mayRepeat || draft.nth === 0) return undefined;
		const same = sameMessage(endpoint, draft);
		const first = firsts.get(draft.phone);
		return first && sameMessage(endpoint, first) === same ? first : firsts.get(same);
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
		return { status: 'duplicate', reason: `The same message as ${placeOf(other)}` };
	}

	const clean = recipientCleaner(run, cleaning, {
		termsOf: (item) => parameters.termsOf(ctx, item),
		faultOf: (item) => faults.get(item),
		identify(draft) {
			draft.nth = rows.get(draft.phone) ?? 0;
			rows.set(draft.phone, draft.nth + 1);
			draft.identity = identityOf(references.run, draft);
		},
		judgeAmongOthers(draft, given) {
			const earlier = earlierOf(draft);
			if (earlier)
				return {
					status: 'duplicate',
					reason: `${SAME_AS[endpoint.personal ? 'text' : 'number']} ${placeOf(earlier)}`,
				};
			const event = judgeReference(given, draft);
			if (event) return event;
			if (mayRepeat)
				firsts.set(draft.nth === 0 ? draft.phone : sameMessage(endpoint, draft), draft);
			draft.reference = referenceOf(draft, references);
			return undefined;
		},
	});
	return Array.from(raw, clean);
}
