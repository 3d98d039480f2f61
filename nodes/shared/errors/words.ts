import { safeText } from '../text/mask';
import { asRecord, readBody, type Fields } from './body';
import type { ServiceFault } from './fault';

/*
 * What a service says in its own words, with the place that each text speaks of (`body, phones, 3, number: …`). The words are made safe
 * and shown; nothing is decided by them.
 */

/** Names of texts that speak of the whole, or of the entry that they stand in, in the order in which they are shown. */
const TEXTS = [
	'message',
	'msg',
	'defaultmessage',
	'errordescription',
	'error_description',
	'faultstring',
	'title',
	'detail',
	'reason',
	'description',
	'error',
	'fault',
];
/** Names of lists of single faults, or of maps from a field to its faults. */
const LIST_KEYS = [
	'errors',
	'violations',
	'fieldviolations',
	'details',
	'invalid-params',
	'invalid_parameters',
	'validation',
	'_embedded',
];
/** Names under which an entry of such a list says what it speaks of: FastAPI, Huma, RFC 9457, Ajv, Symfony, Joi, class-validator. */
const PLACES = [
	'loc',
	'field',
	'pointer',
	'instancepath',
	'propertypath',
	'property',
	'path',
	'param',
	'name',
	// For express-validator it is the part of the request: `body`.
	'location',
];
/** Names of what a body holds for programmers only. */
const TECHNICAL = [
	'@type',
	'exception',
	'file',
	'instance',
	'stack',
	'stacktrace',
	'timestamp',
	'trace',
	'type',
	'url',
];

/** How many texts are kept, how deep a body is read, and how many texts and characters an error shows. */
const MOST = 50;
const DEEPEST = 8;
const SHOWN = 5;
const LONGEST = 500;

type KeyPath = readonly string[];

const isWords = (value: unknown): value is string =>
	typeof value === 'string' && value.trim() !== '';

/** The values that stand under some names, in the order of the names, whatever their case. */
const under = (record: Fields, names: readonly string[]): unknown[] =>
	names.flatMap((name) =>
		Object.entries(record).flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : [])),
	);

/** What an entry says that it speaks of; JSON:API puts it into `source`. */
function placeIn(entry: Fields): KeyPath | undefined {
	const given = [entry, asRecord(entry.source) ?? {}].flatMap((holder) => under(holder, PLACES));
	const found = given.find((value) => isWords(value) || (Array.isArray(value) && value.length > 0));
	return found === undefined ? undefined : [found].flat().map(String);
}

/** Whether a record is an entry with a text of its own, and no map from fields to texts. */
const isEntry = (record: Fields): boolean => under(record, TEXTS).some(isWords);

/** Collects the words of one body. */
class Words {
	readonly found = new Set<string>();

	add(text: string, place: KeyPath = []): void {
		// Digits alone are a code.
		if (!isWords(text) || !Number.isNaN(Number(text))) return;
		this.found.add(safeText(place.length > 0 ? `${place.join(', ')}: ${text}` : text));
	}

	/** Reads a body, or an object of words inside one. */
	readWhole(body: Fields, depth = 0): void {
		const before = this.found.size;
		for (const value of under(body, TEXTS)) {
			const inner = asRecord(value);
			if (!inner) this.read(value, [], depth);
			else if (depth < DEEPEST) this.readWhole(inner, depth + 1);
		}
		for (const value of under(body, LIST_KEYS)) this.readList(value, [], depth);
		// Words that stand under no name that is known.
		if (this.found.size === before) this.readMap(body, [], depth);
	}

	private readList(value: unknown, place: KeyPath, depth: number): void {
		const map = asRecord(value);
		if (map) this.readMap(map, place, depth);
		else this.read(value, place, depth);
	}

	private readMap(map: Fields, place: KeyPath, depth: number): void {
		for (const [key, value] of Object.entries(map))
			if (!TECHNICAL.includes(key.toLowerCase())) this.read(value, [...place, key], depth + 1);
	}

	private read(value: unknown, place: KeyPath, depth: number): void {
		if (this.found.size >= MOST || depth > DEEPEST) return;
		if (typeof value === 'string') this.add(value, place);
		else if (Array.isArray(value))
			for (const [index, entry] of value.entries()) this.readOneOf(entry, index, place, depth);
		else this.readRecord(asRecord(value) ?? {}, place, depth);
	}

	/** Reads an entry of a list. Its index belongs to the place where the list holds what was sent, not texts. */
	private readOneOf(entry: unknown, index: number, place: KeyPath, depth: number): void {
		const map = asRecord(entry);
		const isPlace = map !== undefined && !isEntry(map);
		this.read(entry, isPlace ? [...place, String(index)] : place, depth + 1);
	}

	private readRecord(record: Fields, place: KeyPath, depth: number): void {
		if (!isEntry(record)) return this.readMap(record, place, depth);
		const own = placeIn(record) ?? place;
		for (const value of under(record, TEXTS)) this.read(value, own, depth + 1);
		for (const value of under(record, LIST_KEYS)) this.readList(value, own, depth + 1);
	}
}

/** Elements of a page that hold nothing to read. */
const NOT_TO_READ = ['script', 'style'];

/** The text of a page or of XML, such as a gateway's "Access Denied", without its markup. */
function textOfMarkup(markup: string): string {
	const texts = markup.split('<').map((part) => {
		const end = part.indexOf('>');
		const isHidden = NOT_TO_READ.some((name) => part.toLowerCase().startsWith(name));
		return end < 0 || isHidden ? '' : part.slice(end + 1).trim();
	});
	return [...new Set(texts)].filter((text) => text !== '').join(' – ');
}

/** What the body of a reply says in words, safe to show. */
export function wordsOf(body: unknown): string[] {
	const read = readBody(body);
	const words = new Words();
	if (read.form === 'json')
		words.readWhole(Array.isArray(read.value) ? { errors: read.value } : read.value);
	else if (read.form === 'text' || read.form === 'html')
		words.add(read.text.startsWith('<') ? textOfMarkup(read.text) : read.text);
	return [...words.found];
}

const withoutStop = (text: string): string =>
	text.endsWith('.') && !text.endsWith('..') ? text.slice(0, -1) : text;

/** Words of the service as one text of bounded length. */
function joinWords(words: readonly string[]): string {
	const more = words.length > SHOWN ? ` (and ${words.length - SHOWN} more)` : '';
	const text = words.slice(0, SHOWN).map(withoutStop).join('; ');
	return (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text) + more;
}

/**
 * Adds what the service said, which must be safe to show, to the message, before what ends it: n8n keeps nothing else under Continue on
 * Fail.
 */
export function withWords(
	fault: ServiceFault,
	words: readonly string[],
	ending = '',
): ServiceFault {
	if (words.length === 0) return { ...fault, message: fault.message + ending };
	const said = joinWords(words);
	return { ...fault, message: `${fault.message}: ${said}${ending}`, said };
}

/** What the service said as a sentence, for the end of a description whose message does not hold it. */
export function saidSentence({ said = '' }: ServiceFault): string {
	if (said === '') return '';
	const stop = ['.', '?', '!'].some((mark) => said.endsWith(mark)) ? '' : '.';
	return ` The service said: ${said}${stop}`;
}
