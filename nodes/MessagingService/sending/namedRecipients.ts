import { asRecord, readBody } from '../../shared/errors';
import {
	isMadeReference,
	isToAnother,
	MADE_REFERENCES,
	namedByNumber,
	namesLeftOut,
	numberOf,
	plainReference,
	saidByEntry,
	saidByName,
	saidBySentence,
	saidByValue,
	TELLING_DIGITS,
	type Said,
} from '../../shared/reply';
import { leftOutInWords, saysPartial } from './countedInWords';
import { countOfLeftOut, isListOfLeftOut } from './countedRecipients';
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

/** Takes recipients; returns what finds those of them whose reference a text may be, as a service writes it. */
function finderByReference(
	recipients: readonly Recipient[],
): (told: string) => readonly Recipient[] {
	const byPlain = new Map<string, Recipient[]>();
	for (const recipient of recipients) {
		const { reference } = recipient.message;
		if (reference === '') continue;
		const alike = byPlain.get(plainReference(reference));
		if (alike) alike.push(recipient);
		else byPlain.set(plainReference(reference), [recipient]);
	}
	return (told) => byPlain.get(plainReference(told)) ?? [];
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

/** What the user wrote, and a service may repeat. */
const OWN_TEXT = /^(?:body|comment|name|originator|sender|template|title)$|(?:^|_)text$/i;
/** The place of a recipient in the request: "phones1number", "phones.1.number: left out". */
const PLACE = /^(?:contacts|messages|numbers|phones|recipients)(?!: )\W*(\d+)/;
/** Names of the place of a recipient in the request, which an entry of those left out may tell. */
const PLACE_OF_ENTRY = /^(?:index|line|place|position|row)$/i;
/** Names of fields that hold a reference, and of those that hold it where it stands for the whole recipient. */
const REFERENCE = /reference|external|^ref$/i;
const ID = /^id$|_id$|[a-z]I[dD]$/;
/** An address may repeat a reference, and says nothing of its recipient. */
const LINK = /^(?:https?:\/)?\/\S*$/i;
const NUMBERS = /\+?\d[\d\s()-]{5,20}\d/g;
const DEEPEST = 8;

/** Names of samples of what goes out: they name some recipients, and say nothing of the others. */
const SAMPLE = /^(?:example|preview|sample)s?$/i;
/** What may stand in a sample and say that its recipient gets nothing. */
const SAYS_MORE = /error|left|reason|reject|skip|stat(?:e|us)/i;

/** Whether a value under this name is such a sample, and says nothing of its recipients. */
const isSample = (name: string, value: unknown): boolean =>
	SAMPLE.test(name) && !SAYS_MORE.test(JSON.stringify(value));

/** A number, as the name of an entry of a map. */
const NUMBER = /^\+?\d{7,15}$/;

/** Where a value of an answer stands. */
interface Place {
	/** What was said of all that stands there. */
	said: Said;
	/** Whether it is an entry of a list, or stands in one. */
	inList: boolean;
	/** Whether it is the entry itself. */
	isMember: boolean;
	depth: number;
}

/** Collects what an answer says of the recipients that it names; what is bad weighs more than what is good. */
class Named {
	readonly said = new Map<Recipient, Said>();
	/** How many entries of those left out may mean anybody of the request: they hide the number, or tell a place. */
	unnamed = 0;
	private notes = 0;
	private readonly findByNumber: (told: unknown) => readonly Recipient[];
	private readonly findByReference: (told: string) => readonly Recipient[];

	constructor(private readonly recipients: readonly Recipient[]) {
		this.findByNumber = finderByNumber(recipients);
		this.findByReference = finderByReference(recipients);
	}

	/** Reads a value of the answer, the name under which it stands, and where. */
	read(value: unknown, name: string, at: Place): void {
		if (at.depth > DEEPEST || (isSample(name, value) && at.said !== 'leftOut')) return;
		const place = PLACE.exec(name)?.[1];
		if (place !== undefined) this.noteAll([this.recipients[Number(place)]], 'leftOut');
		const depth = at.depth + 1;
		const record = asRecord(value);
		if (Array.isArray(value)) {
			for (const one of value as unknown[]) {
				const entry = asRecord(one);
				const own = entry && at.said !== 'leftOut' ? saidByEntry(entry) : undefined;
				const before = this.notes;
				this.read(one, name, { said: own ?? at.said, inList: true, isMember: true, depth });
				if (this.notes === before && (isListOfLeftOut(name) || this.tellsPlace(one, at, name)))
					this.unnamed++;
			}
		} else if (record) {
			for (const [key, inner] of Object.entries(record)) {
				const isWithin = typeof inner === 'object' || !at.inList;
				const numbered = NUMBER.test(key) ? this.findByNumber(key) : [];
				const referred = numbered.length > 0 ? [] : this.findByReference(key);
				const isEntry = numbered.length + referred.length > 0;
				const own = isEntry ? saidByValue(inner) : isWithin ? saidByName(key) : undefined;
				const said = at.said === 'leftOut' ? at.said : (own ?? at.said);
				this.noteAll(numbered, said);
				// What says nothing, under a reference of the user's own, may be a field that has that name.
				if (said !== 'nothing' || isMadeReference(key)) this.noteReferred(referred, said);
				this.read(inner, key, { ...at, said, isMember: false, depth });
			}
		} else if (!OWN_TEXT.test(name)) this.readText(String(value), name, at);
	}

	/** Whether an entry of a list of what went wrong tells the place of a recipient in the request. Nobody knows whether it begins at 0. */
	private tellsPlace(entry: unknown, { said }: Place, name: string): boolean {
		const fields = Object.entries(asRecord(entry) ?? {});
		return (
			(said === 'leftOut' || saidByName(name) === 'leftOut') &&
			fields.some(([, text]) => namesLeftOut(text)) &&
			fields.some(
				([key, place]) =>
					PLACE_OF_ENTRY.test(key) && (numberOf(place) ?? Infinity) <= this.recipients.length,
			)
		);
	}

	private readText(text: string, name: string, at: Place): void {
		if (this.isReference(text, name, at)) return;
		const place = PLACE.exec(text)?.[1];
		if (place !== undefined) this.noteAll([this.recipients[Number(place)]], 'leftOut');
		this.unnamed += leftOutInWords(
			text,
			name,
			this.recipients.length,
			(digits) => this.findByNumber(digits).length > 0,
		);
		if (saysPartial(text, name)) this.unnamed++;
		if (LINK.test(text)) return;
		const rest = text.replace(MADE_REFERENCES, '');
		// A sentence that names a recipient says something of it. The name alone, outside a list, may be that of any of them.
		const isSentence = /\p{L}{2}/u.test(rest);
		if (!isSentence && !at.inList && at.said !== 'leftOut') return;
		const said = isSentence ? saidBySentence(rest) : at.said;
		for (const number of rest.match(NUMBERS) ?? [])
			this.noteAll(this.findByNumber(number.trim()), said);
		for (const reference of text.match(MADE_REFERENCES) ?? [])
			this.noteReferred(this.findByReference(reference), said);
	}

	/**
	 * Whether a whole text is a reference of the request, of which is noted what its place says. One of the user's own may be any word or
	 * number, and counts only where one stands for a recipient. A number there may still be an ID or a place in the request: then it says
	 * that its recipient may be left out, and leaves it open whether another one is meant.
	 */
	private isReference(text: string, name: string, at: Place): boolean {
		const owners = this.findByReference(text);
		const isCertain = isMadeReference(text) || REFERENCE.test(name);
		if (owners.length === 0 || !(isCertain || at.isMember || ID.test(name))) return false;
		const isLeftOut = at.said === 'leftOut';
		if (!isCertain && /^\d+$/.test(text)) {
			if (!isLeftOut) return false;
			for (const owner of owners) this.set(owner, at.said);
			this.unnamed++;
			return false;
		}
		if (at.inList || isLeftOut) this.noteReferred(owners, at.said);
		return true;
	}

	/** Notes what is said of those whose reference it may be: what speaks for one of several that look alike speaks for none of them. */
	private noteReferred(owners: readonly Recipient[], said: Said): void {
		if (owners.length === 1 || said !== 'taken') this.noteAll(owners, said);
	}

	private noteAll(named: ReadonlyArray<Recipient | undefined>, said: Said): void {
		for (const recipient of named) {
			if (!recipient) continue;
			this.notes++;
			this.set(recipient, said);
		}
	}

	private set(recipient: Recipient, said: Said): void {
		if (this.said.get(recipient) !== 'leftOut') this.said.set(recipient, said);
	}
}

/**
 * Takes the body of an answer that names the campaign or the task that a request became, and the recipients of the request; returns those
 * for whom that does not speak. A list that names all of them, and says the same of each, is the request once more.
 */
export function leftOpenBy(
	body: unknown,
	recipients: readonly Recipient[],
): ReadonlySet<Recipient> {
	const read = readBody(body);
	const json = read.form === 'json' ? asRecord(read.value) : undefined;
	if (!json) return new Set();
	const named = new Named(recipients);
	named.read(json, '', { said: 'nothing', inList: false, isMember: false, depth: 0 });
	const said = [...named.said.values()];
	const leftOut = said.filter((one) => one === 'leftOut').length;
	// Whom it counts beside those that it names, nobody knows.
	const fewer = named.unnamed > 0 || countOfLeftOut(json, recipients.length) > leftOut;
	// Where it names some, or says of some alone that they were taken, it does not speak for the others.
	const isPartial = said.length < recipients.length || said.includes('taken');
	const saysOfSome = isPartial && leftOut < said.length;
	return new Set(
		recipients.filter((recipient) => {
			const own = named.said.get(recipient);
			return own === 'leftOut' || (own !== 'taken' && (fewer || saysOfSome));
		}),
	);
}
