import { asRecord, isFilled, readBody } from '../../shared/errors';
import {
	isId,
	isToAnother,
	namedByNumber,
	numberOf,
	saysFault,
	TELLING_DIGITS,
	type Fields,
} from '../../shared/reply';
import { SUCCESS_CODE } from '../../shared/spec';
import type { Recipient } from './outcomes';

/*
 * Recipients that an answer names. The campaign or the task that a request became speaks for all that it carried, unless the same answer
 * names some of them apart: as left out, or as the only ones that it has. No section says where a service writes that.
 */

/** Takes recipients; returns what finds those of them that a number may be, as a service writes it. */
export function finderByNumber(
	recipients: readonly Recipient[],
): (told: unknown) => readonly Recipient[] {
	const byEnd = new Map<string, Recipient[]>();
	for (const recipient of recipients) {
		const end = recipient.message.phone.slice(-TELLING_DIGITS);
		const alike = byEnd.get(end);
		if (alike) alike.push(recipient);
		else byEnd.set(end, [recipient]);
	}
	return (told) => {
		if (typeof told !== 'string' && typeof told !== 'number') return [];
		const alike = byEnd.get(String(told).replace(/\D/g, '').slice(-TELLING_DIGITS)) ?? [];
		return namedByNumber(told, alike, ({ message }) => message.phone);
	};
}

/**
 * Takes the recipients of a request; returns whether a number, as a service writes it, is not that of a recipient. One that is another
 * recipient's as it stands is not that of this one in another form.
 */
export function isAnothersAmong(
	recipients: readonly Recipient[],
): (told: unknown, recipient: Recipient) => boolean {
	const find = finderByNumber(recipients);
	return (told, recipient) => {
		const owners = find(told);
		return owners.length > 0
			? !owners.includes(recipient)
			: isToAnother(told, recipient.message.phone);
	};
}

/** Names of places for those that were not taken, and words for their state. */
const LEFT_OUT =
	/black|block|dup|error|exclu|fail|ignor|invalid|left|^not|refus|reject|skip|stop|unsent|warn|wrong/i;
const TAKEN = /accept|creat|deliver|queue|sent|success|taken|valid/i;
/** What the user wrote, and a service may repeat. */
const OWN_TEXT = /^(?:body|name|originator|sender|text|title)$/i;
/** The place of a recipient in the request: "phones1number", "phones.1.number: left out". */
const PLACE = /^(?:contacts|messages|numbers|phones|recipients)\W*(\d+)/;
const REFERENCE = /reference|external/i;
const NUMBERS = /\+?\d[\d\s()-]{5,20}\d/g;
const DEEPEST = 8;

/** What a place of an answer says of those that it names. */
type Said = 'leftOut' | 'taken' | 'nothing';

/** What an entry of a list says of its recipient; undefined where it says no more than the list. */
function saidByEntry(entry: Fields): Said | undefined {
	const state = String(entry.status ?? entry.state ?? '');
	if (saysFault(entry) || isFilled(entry.reason) || LEFT_OUT.test(state)) return 'leftOut';
	if (isId(entry.id) || numberOf(entry.error) === SUCCESS_CODE || TAKEN.test(state)) return 'taken';
	return undefined;
}

/** A number, as the name of an entry of a map. */
const NUMBER = /^\+?\d{7,15}$/;

const saidByName = (name: string): Said | undefined =>
	LEFT_OUT.test(name) ? 'leftOut' : TAKEN.test(name) ? 'taken' : undefined;

const saidBySentence = (text: string): Said =>
	TAKEN.test(text) && !LEFT_OUT.test(text) ? 'taken' : 'leftOut';

/** Collects what an answer says of the recipients that it names; what is bad weighs more than what is good. */
class Named {
	readonly said = new Map<Recipient, Said>();
	/** How many entries of lists of those left out name nobody of the request: they hide the number, or tell a place. */
	unnamed = 0;
	private notes = 0;
	private readonly find: (told: unknown) => readonly Recipient[];
	private readonly byReference: ReadonlyMap<string, Recipient>;

	constructor(private readonly recipients: readonly Recipient[]) {
		this.find = finderByNumber(recipients);
		this.byReference = new Map(recipients.map((one) => [one.message.reference, one]));
	}

	/** Reads a value of the answer: where it stands, and what was said of all that stands there. */
	read(value: unknown, name: string, at: { said: Said; inList: boolean; depth: number }): void {
		if (at.depth > DEEPEST) return;
		const place = PLACE.exec(name)?.[1];
		if (place !== undefined) this.note(this.recipients[Number(place)], 'leftOut');
		const depth = at.depth + 1;
		const record = asRecord(value);
		if (Array.isArray(value)) {
			for (const one of value as unknown[]) {
				const entry = asRecord(one);
				const own = entry && at.said !== 'leftOut' ? saidByEntry(entry) : undefined;
				const before = this.notes;
				this.read(one, name, { said: own ?? at.said, inList: true, depth });
				if (this.notes === before && LIST_OF_LEFT_OUT.test(name)) this.unnamed++;
			}
		} else if (record) {
			for (const [key, inner] of Object.entries(record)) {
				if (NUMBER.test(key) && at.said !== 'nothing')
					this.readText(key, name, { ...at, inList: true });
				const isWithin = typeof inner === 'object' || !at.inList;
				const said = at.said === 'leftOut' ? at.said : isWithin ? saidByName(key) : undefined;
				this.read(inner, key, { ...at, said: said ?? at.said, depth });
			}
		} else if (!OWN_TEXT.test(name)) this.readText(String(value), name, at);
	}

	private readText(text: string, name: string, at: { said: Said; inList: boolean }): void {
		const place = PLACE.exec(text)?.[1];
		if (place !== undefined) this.note(this.recipients[Number(place)], 'leftOut');
		// A sentence that names a number says something of it. The number alone, outside a list, may be that of any of them.
		const isSentence = /\p{L}{2}/u.test(text);
		if (!isSentence && !at.inList && at.said !== 'leftOut') return;
		const said = isSentence ? saidBySentence(text) : at.said;
		for (const number of text.match(NUMBERS) ?? [])
			for (const recipient of this.find(number.trim())) this.note(recipient, said);
		if (REFERENCE.test(name) && text !== '' && (at.inList || at.said === 'leftOut'))
			this.note(this.byReference.get(text), at.said);
	}

	private note(recipient: Recipient | undefined, said: Said): void {
		if (recipient) this.notes++;
		if (recipient && this.said.get(recipient) !== 'leftOut') this.said.set(recipient, said);
	}
}

const NOT_TAKEN =
	'(?:duplicates?|excluded|failed|invalid|left_?out|not_?sent|refused|rejected|skipped)';
const OF_RECIPIENTS = '(?:contacts|messages|numbers|phones|recipients)';
const COUNTED = `(?:_?(?:count|total|${OF_RECIPIENTS}))?$`;
const COUNT_OF_TAKEN = new RegExp(`^(?:accepted|valid)${COUNTED}`, 'i');
const COUNT_OF_ALL = new RegExp(
	`^(?:${OF_RECIPIENTS}_?(?:count|total)|(?:count|total)_?${OF_RECIPIENTS})$`,
	'i',
);
const COUNT_OF_LEFT_OUT = new RegExp(`^${NOT_TAKEN}${COUNTED}`, 'i');
const LIST_OF_LEFT_OUT = new RegExp(`^${NOT_TAKEN}(?:_?(?:list|${OF_RECIPIENTS}))?$`, 'i');

/** How many of the recipients an answer counts as left out, at most. A campaign that counts nobody has not counted yet. */
function countOfLeftOut(json: Fields, recipients: number): number {
	const counts = [json, asRecord(json.data), asRecord(json.result)].flatMap((place) =>
		Object.entries(place ?? {}).map(([name, value]) => {
			const told = numberOf(value);
			if (told === null) return 0;
			if (COUNT_OF_LEFT_OUT.test(name)) return told;
			const isOfTaken = COUNT_OF_TAKEN.test(name) || (told > 0 && COUNT_OF_ALL.test(name));
			return isOfTaken ? recipients - told : 0;
		}),
	);
	return Math.max(0, ...counts);
}

/**
 * Takes the body of an answer that names the campaign or the task that a request became, and the recipients of the request; returns those
 * for whom that does not speak. A list that names all of them, and says nothing against any, is the request once more.
 */
export function leftOpenBy(
	body: unknown,
	recipients: readonly Recipient[],
): ReadonlySet<Recipient> {
	const read = readBody(body);
	const json = read.form === 'json' ? asRecord(read.value) : undefined;
	if (!json) return new Set();
	const named = new Named(recipients);
	named.read(json, '', { said: 'nothing', inList: false, depth: 0 });
	const isPartial = named.said.size > 0 && named.said.size < recipients.length;
	const leftOut = [...named.said.values()].filter((said) => said === 'leftOut').length;
	// Whom it counts beside those that it names, nobody knows.
	const fewer = named.unnamed > 0 || countOfLeftOut(json, recipients.length) > leftOut;
	const saysOfSome = isPartial && leftOut < named.said.size;
	return new Set(
		recipients.filter((recipient) => {
			const said = named.said.get(recipient);
			if (said === 'leftOut' || said === 'taken') return said === 'leftOut';
			return fewer || saysOfSome;
		}),
	);
}
