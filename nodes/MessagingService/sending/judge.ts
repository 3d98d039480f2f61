import {
	asGiven,
	fieldAt,
	fieldFinder,
	type HasField,
	listEntries,
	shownReference,
} from '../../shared/text';
import { lastAnswer } from '../../shared/recent';
import { withoutItem } from '../../shared/errors';
import {
	checkDefaultCountry,
	checkReference,
	readPhone,
	type Refusal,
	refuse,
} from '../../shared/validation';
import type { NodeFault } from '../dispatch/nodeErrors';
import type { Cleaning } from './parameters';
import type { TemplateField } from './templateField';
import { SAME_AS } from './references';
import { Repeats } from './repeats';
import type { ContentKind } from './contentKinds';
import type { SendRun } from './run';
import {
	type Message,
	placeOf,
	ready,
	type Recipient,
	type RecipientEvent,
	refusedBy,
	saidBy,
	settled,
	type Terms,
} from './message';
import type { Earlier, Way } from './way';
import type { IDataObject } from 'n8n-workflow';
import { fieldNameIn } from '../dispatch/parameters';

/*
 * How a row becomes a recipient, whether it stands in an item or in a file. What is wrong with it by itself comes first, then what it has
 * in common with the rows before it.
 */

/** A message while it is judged. */
export type Draft = { -readonly [Key in keyof Message]: Message[Key] };

/** What a row shows of itself, as far as it is text. Each has the same members: a million of them are made then at little cost. */
export function draftOf({ item, position, line, phone }: Row, terms: Terms): Draft {
	return {
		item,
		position,
		line,
		phone: asGiven(phone),
		country: undefined,
		phoneGiven: undefined,
		isFurther: false,
		completed: false,
		sender: '',
		text: '',
		content: undefined,
		reference: '',
		ownReference: undefined,
		nth: 0,
		identity: '',
		terms,
		zones: undefined,
	};
}

/** Recipients of items none of which can be sent, for the reason given: whose they are is shown as far as it can be read. */
export function unreadRecipients(run: SendRun, items: readonly number[], why: string): Recipient[] {
	const refused = (row: Row): Recipient =>
		settled(draftOf(row, {}), refusedBy({ field: '', message: withoutItem(why) }));
	return items.flatMap((item) => {
		try {
			return rowsOfItems(run, [item]).map(refused);
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

/** Returns how to read and judge the number of a row, in the country that Default Country names for it. */
export function rowPhoneJudge(
	country: TemplateField,
): (row: Pick<Row, 'item' | 'phone' | 'record'>) => ReturnType<typeof readPhone> {
	const judge = phoneJudge();
	return ({ item, phone, record }) => {
		const named = country.fill(item, record);
		return named.ok ? judge(phone, named.value) : named;
	};
}

/** Returns how to judge what is said on the terms of its recipient. Texts repeat. */
function saidJudge(says: ContentKind): ContentKind['check'] {
	const judges = new Map<
		Terms['linkDomain'],
		(value: unknown) => ReturnType<ContentKind['check']>
	>();
	return (value, terms = {}) => {
		const { linkDomain } = terms;
		const judge = judges.get(linkDomain) ?? lastAnswer((said) => says.check(said, terms));
		judges.set(linkDomain, judge);
		return judge(value);
	};
}

/** Judges rows that go out together, some at a time. */
export type JudgeRows = (
	rows: readonly Row[],
	cleaning: Cleaning,
	/** The items for which the form is wrong. */
	faults?: ReadonlyMap<number, NodeFault>,
) => Recipient[];

/**
 * Returns what judges one row after the other: normalises phones, fills placeholders, checks senders, texts and references, and finds
 * what is the same as an earlier row. It sends nothing and throws nothing for a row: what cannot be sent is refused, skipped or a
 * duplicate with its reason, the rest is ready.
 */
export function rowJudge(
	{ endpoint, parameters }: Pick<SendRun, 'endpoint' | 'parameters'>,
	way: Way,
	repeats = new Repeats(),
): JudgeRows {
	const { personal, says } = endpoint;
	const { fields, referenceMode } = parameters;
	const isOwn = referenceMode === 'custom';
	// Each item that is a message by itself goes out, also if it is the same as another.
	const mayRepeat = endpoint.recipientsPerRequest > 1;
	const judgeSender = lastAnswer((value) => endpoint.checkSender(value));
	const judgePhone = rowPhoneJudge(fields.country);
	const judgeSaid = saidJudge(says);

	/** Fills in the sender and what the message says; returns why the recipient is refused, if it is. */
	function judgeContent({ item, record, isKnown }: Row, draft: Draft): Refusal | undefined {
		const said = fields.said.fill(item, record, isKnown);
		if (!said.ok) return said.refusal;
		const named = fields.sender.fill(item, record, isKnown);
		const sender = named.ok ? judgeSender(named.value) : named;
		if (!sender.ok) return sender.refusal;
		draft.sender = sender.value;
		const checked = judgeSaid(said.value, draft.terms);
		if (!checked.ok) return checked.refusal;
		draft.text = checked.value.text;
		draft.content = checked.value.content;
		return undefined;
	}

	/** Shows what a recipient whose number cannot be used would have got: the text tells whose number is to be mended. */
	function showText({ item, record }: Row, draft: Draft): void {
		const said = fields.said.fill(item, record);
		draft.text = said.ok ? says.show(said.value) : '';
	}

	/** What happens to a recipient that is right by itself because of those before it. A refused one takes nobody's place. */
	function judgeRepeat(draft: Draft, row: number): RecipientEvent | undefined {
		draft.reference = draft.ownReference ?? '';
		if (mayRepeat) {
			const { terms } = draft;
			const text = saidBy(draft);
			const { startAt = '' } = terms;
			// Of equal texts to a number at one time one goes out, of different ones each.
			const same = personal ? (startAt === '' ? text : `${startAt}\n${text}`) : startAt;
			const earlier = repeats.find(draft.phone, same);
			if (earlier !== undefined) {
				const reason = `${SAME_AS[personal ? 'text' : 'number']} ${placeOf(way.earlier(earlier))}`;
				return { status: 'duplicate', reason };
			}
		}
		if (draft.ownReference !== undefined) {
			const other = repeats.otherWith(draft.ownReference, row);
			if (other !== undefined) return sharedReference(draft, way.earlier(other));
		}
		if (mayRepeat) draft.isFurther = repeats.take(row);
		draft.reference = way.referenceOf(draft);
		return undefined;
	}

	/** Fills in what is right; returns what happens to the recipient, if it is not ready to be sent. */
	function judge(
		row: Row,
		draft: Draft,
		{ leaveOut, zonesOf }: Cleaning,
		fault: NodeFault | undefined,
	): RecipientEvent | undefined {
		const { item, record } = row;
		const phone = judgePhone(row);
		if (!phone.ok) {
			showText(row, draft);
			return refusedBy(phone.refusal);
		}
		const { digits, country, completed, changed } = phone.value;
		draft.phoneGiven = changed ? draft.phone : undefined;
		draft.phone = digits;
		draft.country = country;
		draft.completed = completed;
		draft.nth = repeats.countRow(digits);
		draft.identity = way.identityOf(draft);
		const given = isOwn ? fields.reference.fill(item, record, row.isKnown) : undefined;
		const own = given?.ok ? checkReference(given.value) : given;
		if (own?.ok) draft.ownReference = own.value;
		if (fault) {
			const { message, description } = fault;
			return refusedBy({
				field: '',
				message: withoutItem(message),
				description: description ?? undefined,
			});
		}
		if (leaveOut.has(digits, country)) {
			showText(row, draft);
			return { status: 'skipped', reason: 'The number is in Leave Out Numbers' };
		}
		const wrong = judgeContent(row, draft);
		if (wrong) return refusedBy(wrong);
		const zones = zonesOf?.({ zone: row.zone, country, phone: digits });
		if (zones?.ok === false) return refusedBy(zones.refusal);
		draft.zones = zones?.value;
		if (own?.ok === false) return refusedBy(own.refusal);
		return judgeRepeat(draft, way.rowOf(draft));
	}

	return (rows, cleaning, faults) =>
		rows.map((row) => {
			const fault = faults?.get(row.item);
			const draft = draftOf(row, fault ? {} : way.termsOf(row.item));
			const event =
				row.mistake === undefined
					? judge(row, draft, cleaning, fault)
					: refusedBy({
							field: 'Recipients',
							message: row.mistake,
							description: 'Correct the line.',
						});
			return event ? settled(draft, event) : ready(draft);
		});
}

/** What happens to a message under a reference of the user's own that an earlier row has. */
function sharedReference(draft: Draft, other: Earlier): RecipientEvent {
	if (other.phone === draft.phone && saidBy(other) === saidBy(draft))
		return { status: 'duplicate', reason: `The same message as ${placeOf(other)}` };
	return refusedBy({
		field: 'Reference',
		message: `The reference ${shownReference(draft.reference)} is the same as in ${placeOf(other)}`,
		description: 'Give every message a reference of its own.',
	});
}

/** A row of the input as it stands there: a recipient, before it is judged. */
export interface Row {
	item: number;
	/** Index in the item's list, the line in its file, or -1 if the item itself is the recipient. */
	position: number;
	/** The line of the item's file; undefined if it comes from no file. */
	line?: number;
	phone: unknown;
	/** What fills placeholders. */
	record: IDataObject;
	/** The time zone that a field names, blank for none. */
	zone?: unknown;
	/** Which fields others of its list or file have; of items the form knows it. */
	isKnown?: HasField;
	/** Why nothing can be read from it. */
	mistake?: string;
}

/** Reads a field of a list's entry: of an object by path, and the phone of a plain entry is the entry itself. */
export function entryField(entry: unknown, path: string, plain = false): unknown {
	if (path === '' && !plain) return undefined;
	if (typeof entry === 'object' && entry !== null) return fieldAt(entry, path);
	return plain ? entry : undefined;
}

/** The rows of the given items, wherever the user says that they come from. */
export function rowsOfItems({ ctx, parameters }: SendRun, items: readonly number[]): Row[] {
	const { source, phone, phoneField, zoneField } = parameters;
	if (source === 'list') return items.flatMap((item) => rowsOfList({ ctx, parameters }, item));
	return items.map((item) => {
		const json = ctx.items[item]?.json ?? {};
		return {
			item,
			position: -1,
			phone: source === 'item' ? phone(item) : entryField(json, fieldNameIn(phoneField(item))),
			record: json,
			zone: entryField(json, zoneField(item)),
		};
	});
}

/** The rows of an item's list. Its entries have the fields of their item as well. */
function rowsOfList({ ctx, parameters }: Pick<SendRun, 'ctx' | 'parameters'>, item: number): Row[] {
	const json = ctx.items[item]?.json ?? {};
	const zonePath = parameters.zoneField(item);
	const phonePath = fieldNameIn(parameters.phoneField(item));
	const entries = listEntries(parameters.recipients(item));
	const isKnown = fieldFinder(() => entries);
	return entries.map((entry, position) => ({
		item,
		position,
		phone: entryField(entry, phonePath, true),
		record: typeof entry === 'object' ? { ...json, ...(entry as IDataObject) } : json,
		zone: entryField(entry, zonePath),
		isKnown,
	}));
}
