import {
	asRecord,
	faultOfCode,
	faultOfReply,
	isFilled,
	makeFault,
	readBody,
	safeText,
	type ServiceFault,
} from '../../shared/errors';
import { numberOf, recordsOf, saysFault } from '../../shared/reply';
import { SPEC_CODES, SUCCESS_CODE } from '../../shared/spec';
import type { CallOutcome } from '../../shared/transport';
import { refusesInWords, textsIn } from './refusingWords';

/*
 * What the answer to a send proves, read from its body alone. Where the specification is silent every answer is possible, so only
 * an id of the service counts as taken, and only a refusal that the service documents counts as refused. All else proves nothing.
 */

type Fields = Record<string, unknown>;

/** Texts that stand for "no id" where a service writes its ids as text. */
const NO_ID = /^(?:0+|-.*|null|none|nil|undefined|false|nan)$/i;

/** Whether a value is an id that a service gives: a number above 0 or its text, or another text. */
export function isId(value: unknown): boolean {
	if (typeof value === 'number') return Number.isFinite(value) && value > 0;
	return typeof value === 'string' && value.trim() !== '' && !NO_ID.test(value.trim());
}

/** The first record of a value that is one, or a list of them. */
const firstRecord = (value: unknown): Fields | undefined =>
	asRecord(Array.isArray(value) ? (value as unknown[])[0] : value);

/** What a body holds: itself, and what stands in `data` and `result`, outermost first. */
interface Opened {
	outer: Fields;
	/** Where an id or a refusal of the request as a whole may stand. */
	places: Fields[];
	/** The results of single recipients, where there is a list of them. */
	results: Fields[];
}

function open(body: unknown, many: boolean): Opened {
	const read = readBody(body);
	const json: unknown = read.form === 'json' ? read.value : undefined;
	const outer = asRecord(json) ?? {};
	const inner = asRecord(outer.result);
	const list: unknown = Array.isArray(json) ? json : (inner?.result ?? outer.result);
	const isList =
		Array.isArray(list) || Object.keys(asRecord(list) ?? {}).every((key) => /^\d+$/.test(key));
	const results = isList ? recordsOf(list) : [];
	const places = [outer, firstRecord(outer.data), inner];
	if (!many) places.push(results[0]);
	return { outer, places: places.filter((place) => place !== undefined), results };
}

/** Where `data` is written, an id outside it is not the id of what was made. */
function idPlaces({ outer, places }: Opened): Fields[] {
	return 'data' in outer ? places.filter((place) => place !== outer) : places;
}

/** All records of a body in which an id may stand. */
function recordsWithIds({ outer, places, results }: Opened): Fields[] {
	const data = Array.isArray(outer.data) ? recordsOf(outer.data) : [];
	return [...places, ...data, ...results];
}

const namesId = ({ id, task_id }: Fields): boolean => isId(id) || isId(task_id);

/** Whether an id stands anywhere in a body: then what else the body says is no proof that nothing was taken. */
const holdsId = (opened: Opened): boolean => recordsWithIds(opened).some(namesId);

/**
 * The same for a body that came with the status of a refusal. Text at its top may name the request, for support; inside `data` or
 * `result` it names what was made, and a task is one in either place.
 */
const holdsIdInRefusal = (opened: Opened): boolean =>
	recordsWithIds(opened).some((record) =>
		record === opened.outer ? isNumericId(record.id) || isId(record.task_id) : namesId(record),
	);

/** A code that is neither nothing nor success; undefined for those, and for what is no number. */
function codeIn(value: unknown): number | undefined {
	const code = typeof value === 'boolean' ? null : numberOf(value);
	return code === null || code === SUCCESS_CODE || !Number.isInteger(code) ? undefined : code;
}

/** What a record says in words, safe to show; undefined where it says nothing. */
export function wordsOf(fields: object): string | undefined {
	const { errorDescription, error_description, message, detail } = fields as Fields;
	const text = [errorDescription, error_description, message, detail].find(
		(value) => typeof value === 'string' && value.trim() !== '',
	);
	return text === undefined ? undefined : safeText(String(text));
}

/** What an answer says in words, also where they are the value of its `error`. */
function wordsIn({ outer, places }: Opened): string | undefined {
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
function refusalIn(place: Fields): ServiceFault | undefined {
	const words = wordsOf(place);
	const error = codeIn(place.error) ?? codeIn(asRecord(place.error)?.code);
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
	return isFilled(place.errors) && refusesInWords(said)
		? faultOfInnerStatus(422, place)
		: undefined;
}

/** The fault of an answer that names nothing of what was sent. Takes what the service said in words, and what is missing. */
export function nothingNamed(words: string | undefined, message: string): ServiceFault {
	return makeFault({
		kind: 'empty',
		message,
		description: `Such an answer does not prove that it was accepted, nor that it was refused.${words === undefined ? '' : ` The service said: ${words}`}`,
		retryable: false,
		outcome: 'unknown',
	});
}

const NO_EVIDENCE = 'The answer of the service names no ID of what was sent';
const CONTRADICTION = 'The answer of the service names an ID and a fault at once';

/** Whether the words of a record refuse, where it has no code of success to which they belong, and they are not those that were sent. */
const refusesBesideId = ({ error, message, detail }: Fields, isOwn: IsOwn): boolean =>
	numberOf(error) !== SUCCESS_CODE &&
	refusesInWords(textsIn([message, detail]).filter((text) => !isOwn(text)));

/** Whether a text is one that was sent: services may repeat it. */
type IsOwn = (text: string) => boolean;

/** Whether a result says of its recipient that the service took it. */
const isTaken = (result: Fields): boolean => isId(result.id) && !saysFault(result);

/** Whether a value is an id by itself, whatever stands around it: a number. Text in a refusal may name the request, for support. */
const isNumericId = (value: unknown): boolean => isId(value) && numberOf(value) !== null;

/**
 * Statuses that speak of the request by themselves, whoever says them: nobody handles it, or not so. With any other status, a page
 * in place of data, or data that say nothing, may hide what the service answered: firewalls judge its answers too, mostly with 403.
 */
const OF_REQUEST: ReadonlySet<number> = new Set([
	401, 404, 405, 407, 411, 413, 414, 415, 416, 417, 421, 425, 426, 428, 429, 431,
]);

/** Whether a record of a refusal says anything of what was sent: a code, words, or what is wrong with fields. */
const saysSomething = (place: Fields): boolean =>
	[place.error, place.code].some((value) => codeIn(value) !== undefined || isFilled(value)) ||
	isFilled(place.errors) ||
	place.success === false ||
	wordsOf(place) !== undefined;

/** What stands in place of a refusal in a body; undefined where the refusal may be the service's own. */
function inPlaceOfRefusal(body: unknown, { places, results }: Opened): string | undefined {
	const { form } = readBody(body);
	if (form === 'html' || form === 'text') return 'A web page or text';
	if (form === 'empty') return 'Nothing';
	if (form !== 'json') return 'A part of an answer';
	return [...places, ...results].some(saysSomething) ? undefined : 'Data that say nothing';
}

/** The fault of what came with the status of a refusal and says none; undefined where it may be the service's own. */
function faultOfNoRefusal(
	statusCode: number | undefined,
	body: unknown,
	opened: Opened,
): ServiceFault | undefined {
	if (statusCode === undefined || statusCode < 400 || OF_REQUEST.has(statusCode)) return undefined;
	const what = inPlaceOfRefusal(body, opened);
	if (what === undefined) return undefined;
	return makeFault(
		{
			kind: 'notJson',
			message: `${what} came instead of the answer of the service, HTTP ${statusCode}`,
			description:
				'A firewall or a proxy may have put it there. Ask whoever runs it, or check the base URLs in the credential.',
			retryable: false,
			outcome: 'unknown',
		},
		{ httpStatus: statusCode },
	);
}

/** What a fault with a body counts as: proof only where the body neither names what the service took nor speaks in mere words. */
function weighFault(
	outcome: Extract<CallOutcome, { reply?: undefined }>,
	many: boolean,
): CallOutcome {
	const { fault, body, statusCode } = outcome;
	const opened = open(body, many);
	const isSuccess = statusCode !== undefined && statusCode < 300;
	// Codes and statuses speak for the whole, but not where single recipients were taken all the same.
	if (many && statusCode !== undefined && opened.results.some(isTaken))
		return { reply: { statusCode, headers: {}, body } };
	if (fault.outcome === 'unknown') return outcome;
	// Whoever sends on may have had the request carried out before.
	if (fault.kind === 'redirect') return { ...outcome, fault: { ...fault, outcome: 'unknown' } };
	const silent = faultOfNoRefusal(statusCode, body, opened);
	if (silent) return { fault: silent, body, statusCode };
	if (isSuccess ? holdsId(opened) : holdsIdInRefusal(opened))
		return { fault: nothingNamed(wordsIn(opened), CONTRADICTION), body, statusCode };
	if (!isSuccess || fault.code !== undefined) return outcome;
	const refusal = opened.places.map(refusalIn).find((found) => found !== undefined);
	return { fault: refusal ?? nothingNamed(wordsIn(opened), NO_EVIDENCE), body, statusCode };
}

/**
 * Takes how the call of a send ended, whether its reply speaks of many recipients one by one (4.6, phones and individual), and what
 * knows the texts that were sent; returns it as it counts. A reply stays a reply only where it names an id, a task or campaign, or what became of single recipients. Otherwise
 * it is a fault: the service's refusal where the reply says one that proves that the service did not act, else one whose outcome is
 * unknown. A fault stays a fault, but proves nothing where the same reply names what the service took, or where it came as a success
 * whose `error` is words: no document says what they mean.
 */
export function weigh(
	outcome: CallOutcome,
	many: boolean,
	isOwn: IsOwn = () => false,
): CallOutcome {
	if (outcome.fault) return weighFault(outcome, many);
	const { reply } = outcome;
	const { body } = reply;
	const opened = open(body, many);
	const { places, results } = opened;
	const isNamed = idPlaces(opened).some(({ id, task_id }) => isId(id) || isId(task_id));
	const unknown = (message: string): CallOutcome => ({
		fault: nothingNamed(wordsIn(opened), message),
		body,
		statusCode: reply.statusCode,
	});

	if (many && results.some((result) => isTaken(result) || codeIn(result.error) !== undefined))
		return outcome;
	const refusal = places.map(refusalIn).find((found) => found !== undefined);
	if (refusal) {
		return holdsId(opened)
			? unknown(CONTRADICTION)
			: { fault: refusal, body, statusCode: reply.statusCode };
	}
	const isDoubted = places.some((place) => saysFault(place) || refusesBesideId(place, isOwn));
	if (isNamed) return isDoubted ? unknown(CONTRADICTION) : { reply };
	return unknown(NO_EVIDENCE);
}
