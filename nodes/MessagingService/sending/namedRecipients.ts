import { asRecord, isFilled, readBody, saysNothingWrong } from '../../shared/errors';
import {
	flagOf,
	isId,
	isMadeReference,
	isToAnother,
	MADE_REFERENCES,
	namedByNumber,
	numberOf,
	saysFault,
	TELLING_DIGITS,
	type Fields,
} from '../../shared/reply';
import { SPEC_CODES, SUCCESS_CODE } from '../../shared/spec';
import { countOfLeftOut, NOT_TAKEN, OF_RECIPIENTS, STATES_UNDER_WAY } from './countedRecipients';
import type { Recipient } from './outcomes';
import { plainReference } from './references';

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

/** Names of places for those that were not taken, and words for their state. */
const LEFT_OUT =
	/black|block|dup|error|exclu|fail|filter|ignor|invalid|left|^not(?![ei])|refus|reject|skip|stop|undeliver|unsent|unsub|warn|wrong/i;
const TAKEN = /accept|creat|deliver|queue|sent|success|taken|valid(?!ity)/i;
/** A state of a message that was taken. */
const UNDER_WAY = new RegExp(`^(?:${STATES_UNDER_WAY})$`, 'i');
/**
 * Flags that say what became of a recipient. They are matched as a whole, as names of options hold the same words: where a request is
 * repeated with `check_stop_list: true`, nobody was on the list.
 */
const flagNamed = (names: string): RegExp =>
	new RegExp(
		`^(?:(?:been|has|in|is|number|on|phone|recipient|was)[_-]?)*(?:${names})(?:[_-]?(?:number|phone|recipient))?$`,
		'i',
	);
const FLAG_OF_LEFT_OUT = flagNamed(
	'(?:black|block|stop)[_-]?list(?:ed)?|blocked|dup(?:e|licated?)?|errors?|excluded|failed|failure|filtered|ignored|invalid|left[_-]?out|not(?![ei])\\w+|refused|rejected|skip(?:ped)?|stop(?:ped)?|undeliver(?:able|ed)|unsent|unsub(?:scribed)?|wrong',
);
const FLAG_OF_TAKEN = flagNamed('accepted|created|success(?:ful)?|taken|valid');
/** What happens to a message after it was taken: while it is false, that may yet come. */
const FLAG_OF_UNDER_WAY = flagNamed('delivered|queued|sent');
/** What the user wrote, and a service may repeat. */
const OWN_TEXT = /^(?:body|name|originator|sender|text|title)$/i;
/** The place of a recipient in the request: "phones1number", "phones.1.number: left out". */
const PLACE = /^(?:contacts|messages|numbers|phones|recipients)\W*(\d+)/;
/** Names of fields that hold a reference, and of those that hold it where it stands for the whole recipient. */
const REFERENCE = /reference|external|^ref$/i;
const ID = /^id$|_id$|[a-z]I[dD]$/;
/** An address may repeat a reference, and says nothing of its recipient. */
const LINK = /^(?:https?:\/)?\/\S*$/i;
const NUMBERS = /\+?\d[\d\s()-]{5,20}\d/g;
const DEEPEST = 8;

/** What a place of an answer says of those that it names. */
type Said = 'leftOut' | 'taken' | 'nothing';

const saidByName = (name: string): Said | undefined =>
	LEFT_OUT.test(name) ? 'leftOut' : TAKEN.test(name) ? 'taken' : undefined;

/** What a state or words say of a recipient; undefined for nothing. Whose message goes its way was taken. */
function saidByState(text: string): Said | undefined {
	const state = text.trim();
	return UNDER_WAY.test(state) ? 'taken' : saidByName(state);
}

/** What a flag such as `skipped: true` says of its recipient; undefined for nothing. */
function saidByFlag(name: string, value: unknown): Said | undefined {
	const flag = flagOf(value);
	if (flag === null) return undefined;
	if (FLAG_OF_LEFT_OUT.test(name)) return flag ? 'leftOut' : undefined;
	if (FLAG_OF_TAKEN.test(name)) return flag ? 'taken' : 'leftOut';
	return flag && FLAG_OF_UNDER_WAY.test(name) ? 'taken' : undefined;
}

/** What an entry of a list says of its recipient; undefined where it says no more than the list. */
function saidByEntry(entry: Fields): Said | undefined {
	const said = [
		saidByState(String(entry.status ?? entry.state ?? '')),
		...Object.entries(entry).map(([name, value]) => saidByFlag(name, value)),
	];
	if (saysFault(entry) || isFilled(entry.reason) || said.includes('leftOut')) return 'leftOut';
	const isNamedAsTaken = isId(entry.id) || numberOf(entry.error) === SUCCESS_CODE;
	return isNamedAsTaken || said.includes('taken') ? 'taken' : undefined;
}

/** What stands for a recipient in a map says of it, be it an ID, a code or words; undefined where it says nothing. */
function saidByValue(value: unknown): Said | undefined {
	const entry = asRecord(value);
	if (entry) return saidByEntry(entry);
	if (value === true || saysNothingWrong(value)) return 'taken';
	if (Object.hasOwn(SPEC_CODES, String(value))) return 'leftOut';
	const said = typeof value === 'string' ? saidByState(value) : undefined;
	// A number with decimals is a price, and a small one counts something.
	const mayBeId = /^[^.,]*\d{3}[^.,]*$/.test(String(value)) && isId(value);
	return said ?? (mayBeId ? 'taken' : undefined);
}

/** A number, as the name of an entry of a map. */
const NUMBER = /^\+?\d{7,15}$/;

const saidBySentence = (text: string): Said =>
	TAKEN.test(text) && !LEFT_OUT.test(text) ? 'taken' : 'leftOut';

const LIST_OF_LEFT_OUT = new RegExp(
	`^(?:${NOT_TAKEN}|not_?sent)(?:_?(?:list|${OF_RECIPIENTS}))?$`,
	'i',
);

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
		if (at.depth > DEEPEST) return;
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
				if (this.notes === before && LIST_OF_LEFT_OUT.test(name)) this.unnamed++;
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

	private readText(text: string, name: string, at: Place): void {
		if (this.isReference(text, name, at)) return;
		const place = PLACE.exec(text)?.[1];
		if (place !== undefined) this.noteAll([this.recipients[Number(place)]], 'leftOut');
		const rest = text.replace(MADE_REFERENCES, '');
		// A sentence that names a recipient says something of it. The name alone, outside a list, may be that of any of them.
		const isSentence = /\p{L}{2}/u.test(rest);
		if (!isSentence && !at.inList && at.said !== 'leftOut') return;
		const said = isSentence ? saidBySentence(rest) : at.said;
		for (const number of rest.match(NUMBERS) ?? [])
			this.noteAll(this.findByNumber(number.trim()), said);
		if (LINK.test(text)) return;
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
