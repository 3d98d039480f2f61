import {
	CODE_REFERENCE_PRESENT,
	CODE_REPORT_NOT_FOUND,
	CODE_REPORT_NOT_READY,
	CODE_SMS_NOT_FOUND,
	CODE_TASK_NOT_FOUND,
	CODE_TOO_MANY_PROCESSING,
	ERROR_CODES,
	SPEC_CODES,
	FEWER,
	FIELDS,
	LATER,
	SLOWER,
	SUCCESS_CODE,
	TOP_UP,
} from '../spec';
import { asRecord, isBareArrayReport, readBody } from './body';
import { ADDRESS, AGAIN, makeFault } from './fault';
import type { Meaning, ServiceFault, ServiceReply } from './fault';
import { safeText } from '../text/mask';

type Fields = Record<string, unknown>;

const rejected = (message: string, cure: string): Meaning => ({
	kind: 'http',
	message,
	description: cure,
	retryable: false,
	outcome: 'rejected',
});
const NOT_OFFERED = rejected('The service does not offer this operation', ADDRESS);
/** By status. Others from 500 on mean a service that is down. */
const HTTP: Readonly<Record<number, Meaning>> = {
	400: rejected('The service did not take the request', FIELDS),
	401: {
		kind: 'auth',
		message: 'The service did not accept the API key or the token',
		description: 'Open the credential: it tells what is wrong.',
		retryable: false,
		outcome: 'rejected',
	},
	402: rejected('The service asks for payment', TOP_UP),
	403: rejected(
		'The account may not do this',
		'It may be in DEMO or TEST mode, or lack the right: ask the service.',
	),
	404: rejected(
		'The service does not know this record or address',
		`Check the ID. ${ADDRESS} The service may lack this operation.`,
	),
	405: NOT_OFFERED,
	408: {
		kind: 'http',
		message: 'The service waited too long for the request',
		description: AGAIN,
		retryable: true,
		outcome: 'unknown',
	},
	409: {
		kind: 'http',
		message: 'The request conflicts with the present state',
		description: LATER,
		retryable: false,
		outcome: 'unknown',
	},
	413: rejected('The request is too large for the service', FEWER),
	422: rejected('The service did not accept a field', 'Correct the fields that it names.'),
	429: {
		kind: 'http',
		message: 'The service receives too many requests',
		description: SLOWER,
		retryable: true,
		outcome: 'rejected',
	},
	501: NOT_OFFERED,
};
/**
 * Statuses below 500 by which a service, or what stands before it, says that it did not take the request (RFC 9110 and its registry).
 * Any other, such as 406, 424 or the 499 of some proxies, may come after the service acted.
 */
const NOT_TAKEN: ReadonlySet<number> = new Set([
	400, 401, 402, 403, 404, 405, 407, 410, 411, 412, 413, 414, 415, 416, 417, 421, 422, 423, 425,
	426, 428, 429, 431, 451,
]);
/** A repeated POST is refused while the first one may have been carried out (wire notes, "Duplicate POST"). */
const DUPLICATE: Meaning = {
	kind: 'http',
	message: 'The service received the same request twice',
	description: LATER,
	retryable: true,
	outcome: 'unknown',
};
export const CUT_OFF: Meaning = {
	kind: 'cutOff',
	message: 'The answer of the service was cut off',
	description: AGAIN,
	retryable: true,
	outcome: 'unknown',
};
const FORMS = {
	empty: {
		kind: 'empty',
		message: 'The service answered with nothing',
		description: LATER,
		retryable: true,
		outcome: 'unknown',
	},
	html: {
		kind: 'notJson',
		message: 'The service answered with a web page or text instead of data',
		description: ADDRESS,
		retryable: false,
		outcome: 'unknown',
	},
	cutOff: CUT_OFF,
} satisfies Record<string, Meaning>;
const SAID_AT_MOST = 5;

function listFaults(errors: unknown, prefix: string, into: string[]): void {
	if (into.length >= 50) return;
	const record = asRecord(errors);
	if (Array.isArray(errors)) for (const entry of errors) listFaults(entry, prefix, into);
	else if (record !== undefined) {
		const text = record.message ?? record.detail ?? record.description;
		const field = record.field ?? record.property ?? record.path;
		if (typeof text === 'string')
			listFaults(text, typeof field === 'string' ? fieldName(field) : prefix, into);
		else
			for (const [key, value] of Object.entries(record))
				listFaults(value, /^\d+$/.test(key) ? prefix : fieldName(key), into);
	} else if (typeof errors === 'string' || typeof errors === 'number')
		into.push(safeText(prefix + errors));
}

/** `messages0phone` and `messages.0.phone` name a field of the first recipient. */
function fieldName(key: string): string {
	const match = /^(?:messages|phones)[.[]?(\d+)[\].]*(\w*)$/.exec(key);
	return `${match === null ? key : `recipient ${Number(match[1]) + 1} ${match[2] ?? ''}`.trim()}: `;
}

function textOf(...values: unknown[]): string | undefined {
	const text = values.find((value) => typeof value === 'string' && value.trim() !== '');
	return text === undefined ? undefined : safeText(String(text));
}

const wordsOf = (body: Fields | undefined) =>
	textOf(body?.errorDescription, body?.error_description, body?.message, body?.detail);

function said(...texts: Array<string | undefined>): string {
	const all = [...new Set(texts)].filter((text) => text !== undefined);
	if (all.length === 0) return '';
	const more = all.length > SAID_AT_MOST ? ` (and ${all.length - SAID_AT_MOST} more)` : '';
	return ` The service said: ${all.slice(0, SAID_AT_MOST).join('; ')}${more}.`.replace(
		/([.!?])\.$/,
		'$1',
	);
}

function headerOf(reply: ServiceReply, name: string): unknown {
	return Object.entries(reply.headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

/** Takes a Retry-After header (seconds or an HTTP date) and the current time (ms); returns the pause in ms. */
export function retryAfterMs(header: unknown, now: number = Date.now()): number | undefined {
	const text = String(header ?? '').trim();
	if (/^\d{1,9}(?:\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000);
	// Only an HTTP date: Date.parse also reads numbers and words.
	const at = /^[A-Za-z]{3,9}, /.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** Takes a code of the legacy interface and what the service said; returns the fault. */
export function faultOfCode(code: number, text?: string, httpStatus?: number): ServiceFault {
	const known = Object.hasOwn(ERROR_CODES, code) ? ERROR_CODES[code] : undefined;
	const { meaning, cure } = known ?? {
		meaning: 'The service refused the request',
		cure: 'Ask the service what it means.',
	};
	const words = textOf(text);
	const sentence = said(words);
	// Codes 5 (unknown fault) and those nobody documents leave open what the service did.
	const outcome = known === undefined || code === 5 ? 'unknown' : 'rejected';
	return makeFault(
		{
			kind: 'code',
			message: `${meaning} (code ${code})`,
			description: cure + sentence,
			retryable: code === CODE_TOO_MANY_PROCESSING,
			outcome,
		},
		{
			code,
			httpStatus,
			...(words !== undefined && { details: [words], said: sentence }),
		},
	);
}

/** Takes a value of `error`; returns its code, 0 when it means success or is absent, or undefined when it is no number. */
function codeOf(error: unknown): number | undefined {
	if (error === undefined || error === null || error === '' || error === false) return SUCCESS_CODE;
	if (typeof error === 'number') return Number.isInteger(error) ? error : undefined;
	return typeof error === 'string' && /^\s*\d{1,9}\s*$/.test(error) ? Number(error) : undefined;
}

interface Coded {
	code: number;
	text?: string;
}

/** The legacy code of a body at the top level, in `error` as an object, or in `result` as an object (wire notes). */
function legacyCode(body: Fields): Coded | undefined {
	const error = asRecord(body.error);
	const result = asRecord(body.result);
	for (const [value, holder] of [
		[body.error, body],
		[error?.code, error],
		[result?.error, result],
	] as const) {
		const code = codeOf(value);
		if (code) return { code, text: wordsOf(holder) };
	}
	return undefined;
}

/** What section 7 says, for replies that carry an HTTP status and these words instead of a code (wire notes, "Legacy HTTP status"). */
const SPOKEN: ReadonlyArray<[RegExp, number]> = [
	[/^sms not found/i, CODE_SMS_NOT_FOUND],
	[/^sms with this (?:external )?id (?:is )?already present/i, CODE_REFERENCE_PRESENT],
	[/^task not found/i, CODE_TASK_NOT_FOUND],
	[/^file not found/i, CODE_REPORT_NOT_FOUND],
	[/^file is not ready/i, CODE_REPORT_NOT_READY],
];

/** The code of `{code, message}`: a legacy one, or the one that the words stand for. */
function spoken({ code, message }: Fields): Coded | undefined {
	const text = textOf(message);
	const given = codeOf(code) ?? 0;
	const meant =
		given > SUCCESS_CODE && given < 100
			? given
			: SPOKEN.find(([pattern]) => pattern.test(text ?? ''))?.[1];
	return meant === undefined ? undefined : { code: meant, text };
}

/** The fields of a message as services name them (422), by the name in the form, and what to do about each. */
const REFUSED_FIELDS: ReadonlyArray<[words: RegExp, name: string, code: number | string]> = [
	[
		/sender|originator/i,
		'sender',
		'Use a sender that is registered (Sender: Get Many), or register it (Sender: Register).',
	],
	[/phone|msisdn|recipient/i, 'phone number', 21],
	[/text|body|message$/i, 'text', 26],
	[/reference|external/i, 'reference', 27],
	[/validity/i, 'validity', 28],
	[/^start/i, 'start', 'Check Start At, and the time zone of the credential.'],
	[/group|list/i, 'contact lists', 'Choose contact lists that exist.'],
	[/tariff/i, 'tariff', 'Choose a tariff (0 to 9) of the account.'],
];

/** Says which field a service did not accept, where it names one that the form has, and what to do about it. */
function refusedField([first, ...others]: readonly string[]): Meaning | undefined {
	const field = /^(?:recipient \d+ )?([\w.[\] -]{1,60}):/.exec(first ?? '')?.[1];
	const [, name, cure] = REFUSED_FIELDS.find(([words]) => words.test(field ?? '')) ?? [];
	if (field === undefined || name === undefined || cure === undefined) return undefined;
	return rejected(
		`The service did not accept the ${name}${others.length > 0 ? ' and more' : ''}`,
		typeof cure === 'string' ? cure : (SPEC_CODES[cure]?.cure ?? FIELDS),
	);
}

/** Words that say no more than the status does. */
const EMPTY_WORDS = /^(?:the )?given data (?:was|is) invalid\.?$|^validation (?:error|failed)\.?$/i;

function faultOfStatus(httpStatus: number, body: Fields = {}): ServiceFault {
	const details: string[] = [];
	listFaults(body.errors, '', details);
	const text =
		wordsOf(body) ??
		textOf(
			asRecord(body.error)?.message,
			codeOf(body.error) === undefined ? body.error : undefined,
		);
	const other: Meaning =
		httpStatus >= 500
			? {
					kind: 'http',
					message: 'The service is not available at the moment',
					description: LATER,
					retryable: true,
					outcome: 'unknown',
				}
			: {
					...rejected('The service refused the request', `${FIELDS} ${ADDRESS}`),
					outcome: NOT_TAKEN.has(httpStatus) ? 'rejected' : 'unknown',
				};
	const known =
		httpStatus === 429 && /duplicate/i.test(text ?? '')
			? DUPLICATE
			: ((httpStatus === 422 ? refusedField(details) : undefined) ?? HTTP[httpStatus]);
	const fault = makeFault(known ?? other, {
		httpStatus,
		details: details.length === 0 ? undefined : details,
	});
	if (!known) fault.message += `, HTTP ${httpStatus}`;
	const isEmpty = details.length > 0 && EMPTY_WORDS.test(text ?? '');
	const sentence = said(isEmpty ? undefined : text, ...details);
	if (sentence !== '') fault.said = sentence;
	fault.description += sentence;
	return fault;
}

/** Takes the body of a reply; returns what the service says in it, as a sentence that follows another one; '' when it says nothing. */
export function saidIn(body: unknown): string {
	const read = readBody(body);
	const fields = read.form === 'json' ? asRecord(read.value) : undefined;
	const details: string[] = [];
	listFaults(fields?.errors, '', details);
	return said(wordsOf(fields), ...details);
}

/**
 * The refusal in a reply that shows nothing of what was asked for, where it stands in one of the other places that clients know: in
 * the only entry of `result`, in `data`, or as `{code, message}`. Only a code that has a meaning is one.
 */
function refusalWithin(body: unknown): ServiceFault | undefined {
	const read = readBody(body);
	const fields = read.form === 'json' ? asRecord(read.value) : undefined;
	if (!fields) return undefined;
	const [only, ...others] = Array.isArray(fields.result) ? (fields.result as unknown[]) : [];
	const places = [others.length === 0 ? asRecord(only) : undefined, asRecord(fields.data)];
	const coded = places
		.map((place) => place && legacyCode(place))
		.find((found) => found && Object.hasOwn(ERROR_CODES, found.code));
	if (coded) return faultOfCode(coded.code, coded.text);
	// Small numbers under `code` mean success to some services; those of section 7 do not.
	const words = spoken(fields);
	return words && Object.hasOwn(SPEC_CODES, words.code)
		? faultOfCode(words.code, words.text)
		: undefined;
}

/**
 * Takes the body of a reply that came as a success but shows nothing of what was asked for; what happened, and what to do.
 * Returns the fault: the service's refusal where the reply holds one, else one that passes on what the service said. Then it is not
 * known whether it acted.
 */
export function faultOfNoAnswer(body: unknown, message: string, description: string): ServiceFault {
	const refusal = refusalWithin(body);
	if (refusal) return refusal;
	const sentence = saidIn(body);
	return makeFault(
		{
			kind: 'notJson',
			message,
			description: description + sentence,
			retryable: false,
			outcome: 'unknown',
		},
		sentence === '' ? {} : { said: sentence },
	);
}

function redirectFault(reply: ServiceReply): ServiceFault {
	const [, scheme, , host] =
		/^(https?:\/\/)([^\s/?#@]+@)?([^\s/?#]+)/i.exec(String(headerOf(reply, 'location') ?? '')) ??
		[];
	const target = host === undefined ? '' : ` (${scheme}${safeText(host, 80)})`;
	const cure = `The API key is not sent there. ${ADDRESS}`;
	// 302 and 303 may follow a request that was carried out.
	const outcome = [301, 307, 308].includes(reply.statusCode) ? 'rejected' : 'unknown';
	return makeFault(
		{
			kind: 'redirect',
			message: `The service sends the request to another address${target}`,
			description: cure,
			retryable: false,
			outcome,
		},
		{ httpStatus: reply.statusCode },
	);
}

/** Takes what is odd about a body and the status it came with; returns the fault. Whether the service acted cannot be known. */
export function faultOfForm(form: keyof typeof FORMS, httpStatus?: number): ServiceFault {
	return makeFault(FORMS[form], { httpStatus });
}

/**
 * Takes a reply; returns its fault, or undefined when it is good. Refusals of single items (`result[i].error`, wire notes) belong to
 * the normalisers: a reply with a filled `result` list and no code of its own is good. With expects 'file', text that is no JSON is good.
 */
export function faultOfReply(
	reply: ServiceReply,
	expects: 'json' | 'file' = 'json',
): ServiceFault | undefined {
	const status = reply.statusCode;
	if (status >= 300 && status < 400) return redirectFault(reply);
	const read = readBody(reply.body);
	const body = read.form === 'json' ? asRecord(read.value) : undefined;
	const legacy = body && legacyCode(body);
	if (status >= 400) {
		const coded = legacy ?? (body && spoken(body));
		// 401 and 408 say what to do by themselves, so does a service that is down, and most say more than "unknown fault".
		const byStatus =
			status >= 500 || status === 401 || status === 408 || (status !== 400 && coded?.code === 5);
		const fault =
			coded && !byStatus && Object.hasOwn(ERROR_CODES, coded.code)
				? faultOfCode(coded.code, coded.text, status)
				: faultOfStatus(status, body);
		return { ...fault, retryAfterMs: retryAfterMs(headerOf(reply, 'retry-after')) };
	}
	if (read.form === 'text')
		return expects === 'file' || isBareArrayReport(read.text)
			? undefined
			: faultOfForm('html', status);
	if (read.form !== 'json')
		return read.form === 'stream' ? undefined : faultOfForm(read.form, status);
	if (legacy && isStatus(legacy.code)) return faultOfStatus(legacy.code, { message: legacy.text });
	if (legacy) return faultOfCode(legacy.code, legacy.text, status);
	return body && faultInsideSuccess(body);
}

/** Services that answer everything with HTTP 200 write the status where a code stands, or stood. */
const isStatus = (code: number): boolean => code >= 400 && code < 600;

/** The words of a status 404 that a service writes without its number. */
const NOT_FOUND = /^(?:(?:page|path|record|resource|route) )?not found\.?$/i;

const isFilled = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** Errors of /api that come with status 200: `{code, message}`, `{message, errors}`, `{error: "text"}`, `{data: {error}}`. */
function faultInsideSuccess(body: Fields): ServiceFault | undefined {
	for (const error of [body.error, asRecord(body.result)?.error])
		if (codeOf(asRecord(error)?.code ?? error) === undefined) return faultOfStatus(400, { error });
	const inner = asRecord(body.data);
	const within = inner && inner.id === undefined ? (codeOf(inner.error) ?? 0) : 0;
	if (isStatus(within)) return faultOfStatus(within, { message: wordsOf(inner) });
	// null or '' where a record would stand holds nothing of what was asked for.
	const isVoid = body.data === null || body.data === '';
	const holds = (key: string) => key in body && !(key === 'data' && isVoid);
	if (['data', 'result', 'id', 'bearer', 'task_id'].some(holds)) return undefined;
	if (typeof body.message === 'string') {
		const code = codeOf(body.code) ?? 0;
		if (isStatus(code)) return faultOfStatus(code, body);
		if (body.errors !== undefined && (!('data' in body) || isFilled(body.errors)))
			return faultOfStatus(NOT_FOUND.test(body.message) ? 404 : 422, body);
	}
	return undefined;
}
