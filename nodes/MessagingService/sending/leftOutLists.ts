import { asRecord, readBody } from '../../shared/errors';
import {
	deniesInWords,
	numberOf,
	saidByEntry,
	saidByName,
	saidBySentence,
	saidByValue,
	saysLeftOut,
	type Said,
} from '../../shared/reply';

/*
 * Contact lists that the answer to a send names as left out. The campaign was made all the same, so that this is no fault, but its
 * contacts get nothing. No section says where a service writes it. The ID of a list is a small number, so that it counts only where one
 * stands for a list.
 */

/** Names of places for lists of contacts. */
const OF_LISTS = /(?:^|_)(?:groups?|lists?|group_?ids?|list_?ids?)$/i;
/** Names of the ID of a list. */
const ID = /^(?:id|(?:contact_?)?(?:group|list)(?:_?id)?|number)$/i;
const NOT_FOUND = /^(?:missing|not_?found|unknown)/i;
/** A list in a sentence: "List 2 was skipped", "groups #2 and 3". */
const IN_SENTENCE =
	/(?<!\p{L})(?:groups?|lists?|груп\p{L}*|спис\p{L}*)(?:\s+(?:ids?|with id))?[\s#№:]*(\d+(?:(?:\s*,\s*|\s+(?:and|и|і|та)\s+)\d+)*)/giu;
const DEEPEST = 8;

/** Collects what an answer says of lists of contacts. */
class NamedLists {
	readonly leftOut = new Set<number>();
	/** The lists that it names as those of the campaign; nothing where it names none. */
	readonly own = new Set<number>();

	constructor(private readonly lists: ReadonlySet<number>) {}

	/** Reads a value of the answer, the name under which it stands, and what was said of all that stands there. */
	read(value: unknown, name: string, said: Said, depth = 0): void {
		if (depth > DEEPEST) return;
		const record = asRecord(value);
		if (Array.isArray(value))
			for (const one of value as unknown[]) this.readMember(one, name, said, depth + 1);
		else if (record)
			for (const [key, inner] of Object.entries(record)) {
				const isList = said !== 'nothing' || OF_LISTS.test(name);
				const list = isList ? this.listIn(key) : undefined;
				const own = list === undefined ? saidOf(key) : saidByValue(inner);
				const saidHere = said === 'leftOut' ? said : (own ?? said);
				if (list !== undefined) this.note(list, name, saidHere);
				this.read(inner, key, saidHere, depth + 1);
			}
		else if (typeof value === 'string' && name !== 'text') this.readSentence(value);
	}

	private readMember(member: unknown, name: string, said: Said, depth: number): void {
		const record = asRecord(member);
		const own = record && said !== 'leftOut' ? (saidByEntry(record) ?? said) : said;
		const ids = record
			? Object.entries(record).flatMap(([key, value]) => (ID.test(key) ? [value] : []))
			: [member];
		for (const id of ids) this.note(this.listIn(id), name, own);
		this.read(member, name, own, depth);
	}

	private readSentence(text: string): void {
		const isLeftOut =
			saidBySentence(text) === 'leftOut' && (saysLeftOut(text) || deniesInWords([text]));
		if (!isLeftOut) return;
		for (const [, ids = ''] of text.matchAll(IN_SENTENCE))
			for (const id of ids.match(/\d+/g) ?? []) this.note(this.listIn(id), '', 'leftOut');
	}

	private note(list: number | undefined, name: string, said: Said): void {
		if (list === undefined) return;
		if (said === 'leftOut') this.leftOut.add(list);
		else if (said === 'taken' || OF_LISTS.test(name)) this.own.add(list);
	}

	private listIn(told: unknown): number | undefined {
		const id = numberOf(told);
		return id !== null && this.lists.has(id) ? id : undefined;
	}
}

const saidOf = (name: string): Said | undefined =>
	NOT_FOUND.test(name) ? 'leftOut' : saidByName(name);

/**
 * Takes the body of an answer that names the campaign of a send to contact lists, and the IDs of the lists; returns what is to be said of
 * those that it may leave out; undefined where it says of none that it does.
 */
export function leftOutListsReason(body: unknown, lists: readonly number[]): string | undefined {
	const read = readBody(body);
	if (read.form !== 'json') return undefined;
	const named = new NamedLists(new Set(lists));
	named.read(read.value, '', 'nothing');
	const leftOut = lists.filter(
		(list) => named.leftOut.has(list) || (named.own.size > 0 && !named.own.has(list)),
	);
	if (leftOut.length === 0) return undefined;
	const [noun, them] = leftOut.length === 1 ? ['list', 'it'] : ['lists', 'them'];
	return `Accepted; the answer of the service may leave out contact ${noun} ${leftOut.join(', ')}, so its campaign may not go to ${them}`;
}
