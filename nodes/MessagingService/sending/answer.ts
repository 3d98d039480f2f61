import {
	asRecord,
	faultOfCode,
	faultOfReply,
	isFilled,
	readBody,
	safeText,
	saysNoError,
	textsAnywhere,
	type ServiceFault,
} from '../../shared/errors';
import {
	deniesId,
	deniesInWords,
	errorOf,
	isId,
	numberOf,
	refusesInWords,
	resultsIn,
	textsIn,
} from '../../shared/reply';
import { SPEC_CODES, SUCCESS_CODE } from '../../shared/spec';

/*
 * Reads the answer to a send: where an ID, a refusal or a result of a single recipient may stand in it, and what it says in words. What
 * that proves is judged in evidence.ts.
 */

export type Fields = Record<string, unknown>;

/** The record that a value is, or the only one of a list. Of several, none is known to be what was sent. */
const onlyRecord = (value: unknown): Fields | undefined =>
	asRecord(Array.isArray(value) ? (value.length === 1 ? (value as unknown[])[0] : null) : value);

/** What a body holds: itself, and what stands in `data` and `result`, outermost first. */
export interface Opened {
	outer: Fields;
	/** Where an id or a refusal of the request as a whole may stand. */
	places: Fields[];
	/** The results of single recipients, where there is a list of them. */
	results: Fields[];
}

export function open(body: unknown, many: boolean): Opened {
	const read = readBody(body);
	const json: unknown = read.form === 'json' ? read.value : undefined;
	const outer = asRecord(json) ?? {};
	const inner = asRecord(outer.result);
	const results = resultsIn(body) ?? [];
	const places = [outer, onlyRecord(outer.data), inner];
	if (!many && results.length === 1) places.push(results[0]);
	return { outer, places: places.filter((place) => place !== undefined), results };
}

/** Where `data` is written, an id outside it is not the id of what was made. */
export function idPlaces({ outer, places }: Opened): Fields[] {
	return 'data' in outer ? places.filter((place) => place !== outer) : places;
}

/** A code that is neither nothing nor success; undefined for those, and for what is no number. */
export function codeIn(value: unknown): number | undefined {
	const code = typeof value === 'boolean' ? null : numberOf(value);
	return code === null || code === SUCCESS_CODE || !Number.isInteger(code) ? undefined : code;
}

/** What a record says in words, safe to show; undefined where it says nothing. */
function wordsOf(fields: object): string | undefined {
	const { errorDescription, error_description, message, detail } = fields as Fields;
	const text = [errorDescription, error_description, message, detail].find(
		(value) => typeof value === 'string' && value.trim() !== '',
	);
	return text === undefined ? undefined : safeText(String(text));
}

/** What an answer says in words, also where they are the value of its `error`. */
export function wordsIn({ outer, places }: Opened): string | undefined {
	const errors = places.map(({ error }) => (typeof error === 'string' ? error : asRecord(error)));
	const [said] = errors.flatMap((error) =>
		typeof error === 'string'
			? isFilled(error) && codeIn(error) === undefined && numberOf(error) === null
				? safeText(error)
				: []
			: (wordsOf(error ?? {}) ?? []),
	);
	return wordsOf(outer) ?? said;
}

const isStatus = (code: number): boolean => code >= 400 && code < 600;

/** What a status means that stands inside a body: the same as if the reply had come with it. */
function faultOfInnerStatus(statusCode: number, { message, detail, errors }: Fields): ServiceFault {
	const body = { message: message ?? detail, errors };
	return faultOfReply({ statusCode, headers: {}, body }) ?? faultOfCode(statusCode);
}

/** The refusal that a record of a reply tells, be it proof or not; undefined where it tells none. */
export function refusalIn(place: Fields): ServiceFault | undefined {
	const words = wordsOf(place);
	const error = codeIn(errorOf(place));
	if (error !== undefined)
		return isStatus(error) ? faultOfInnerStatus(error, place) : faultOfCode(error, words);
	// Small numbers under `code` mean success to some services; those of section 7 do not.
	const code = codeIn(place.code);
	if (code !== undefined && words !== undefined) {
		if (isStatus(code)) return faultOfInnerStatus(code, place);
		if (Object.hasOwn(SPEC_CODES, code)) return faultOfCode(code, words);
	}
	// A place for errors may hold notes of what was taken.
	const said = textsIn([place.errors, place.error, place.message, place.detail]);
	return isFilled(place.errors) && !saysNoError(place.errors) && refusesInWords(said)
		? faultOfInnerStatus(422, place)
		: undefined;
}

/** Whether a text is one that was sent: services may repeat it. */
export type IsOwn = (text: string) => boolean;

/** Whether a result says of its recipient that the service took it. */
export const isTaken = (result: Fields): boolean => isId(result.id) && !deniesId(result);

/** Whether a record of a refusal says anything of what was sent: a code, words, or what is wrong with fields. */
const saysSomething = (place: Fields): boolean =>
	[place.error, place.code].some((value) => codeIn(value) !== undefined || isFilled(value)) ||
	isFilled(place.errors) ||
	place.success === false ||
	wordsOf(place) !== undefined;

const SENTENCE = /\p{L}{2}\S*\s+\p{L}/u;
const NAME_IN_FRONT = /^[\w .[\]]+: /;

/** Whether a text of a refusal speaks: words by themselves, or under the name of a field words that say what is wrong with it. */
function speaks(text: string, isOwn: IsOwn): boolean {
	const words = text.replace(NAME_IN_FRONT, '');
	if (isOwn(words)) return false;
	return deniesInWords([words]) || (words === text && SENTENCE.test(text));
}

/** Whether a refusal says anything of what was sent, be it in words under a name that no client knows. What was sent says nothing. */
export const refusesWithWords = (
	body: unknown,
	{ places, results }: Opened,
	isOwn: IsOwn = () => false,
): boolean =>
	[...places, ...results].some(saysSomething) ||
	textsAnywhere(body).some((text) => speaks(text, isOwn));
