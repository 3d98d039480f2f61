import { CODE_REFERENCE_PRESENT, CODE_REPORT_NOT_READY, CODE_TOO_MANY_PROCESSING, ERROR_CODES, SUCCESS_CODE } from '../spec';
import { asRecord, isBareArrayReport, readBody } from './body';
import type { ServiceFault, ServiceReply } from './fault';
import { safeText } from './mask';

/** By status: what happened, how to mend it, whether to try again, whether the service may have acted. */
type HttpMeaning = [message: string, cure: string, retryable: boolean, outcome: ServiceFault['outcome']];
const LATER = 'Try again later; if it stays, ask the service.';
const GATEWAY: HttpMeaning = ['The service is not available at the moment', LATER, true, 'unknown'];
const HTTP: Readonly<Record<number, HttpMeaning>> = {
	400: ['The service did not take the request', 'Check the fields of the operation.', false, 'rejected'],
	401: ['The service did not accept the API key or the token', 'Check the API key, Authentication and Header Format in the credential; its test tells which.', false, 'rejected'],
	402: ['The service asks for payment', 'Top up the account.', false, 'rejected'],
	403: ['The account may not do this', 'The key is known, but this operation is not open to it: the account may be in DEMO or TEST mode, or lack the right. Ask the service.', false, 'rejected'],
	404: ['The service does not know this record or address', 'Check the ID, then the base URLs in the credential. The service may not offer this operation.', false, 'rejected'],
	405: ['The service does not offer this operation at this address', 'Check the base URLs in the credential.', false, 'rejected'],
	408: ['The service waited too long for the request', 'Try again.', true, 'unknown'],
	409: ['The request conflicts with the present state', 'Look at the record in the service first: the same request may have been carried out already.', false, 'unknown'],
	413: ['The request is too large for the service', 'Send to fewer recipients at a time.', false, 'rejected'],
	422: ['The service did not accept a field', 'Correct the fields that the service names.', false, 'rejected'],
	429: ['The service receives too many requests', 'Lower Requests in Flight under Options, or try again later.', true, 'rejected'],
	500: ['The service could not handle the request', LATER, true, 'unknown'],
	501: ['The service does not offer this operation', 'Check the base URLs in the credential.', false, 'rejected'],
	502: ['The service is not reachable behind its gateway', LATER, true, 'unknown'],
	503: GATEWAY,
	504: ['The service did not answer its gateway in time', LATER, true, 'unknown'],
};
const SAID_AT_MOST = 5;

function listFaults(errors: unknown, prefix: string, into: string[]): void {
	if (into.length >= 50) return;
	const record = asRecord(errors);
	if (Array.isArray(errors)) for (const entry of errors) listFaults(entry, prefix, into);
	else if (record !== undefined) {
		const text = record.message ?? record.detail ?? record.description;
		const field = record.field ?? record.property ?? record.path;
		if (typeof text === 'string') into.push(safeText(`${typeof field === 'string' ? `${fieldName(field)}: ` : prefix}${text}`));
		else for (const [key, value] of Object.entries(record)) listFaults(value, /^\d+$/.test(key) ? prefix : `${fieldName(key)}: `, into);
	} else if (typeof errors === 'string' || typeof errors === 'number') into.push(safeText(`${prefix}${errors}`));
}

/** `messages0phone` and `messages.0.phone` name a field of the first recipient. */
function fieldName(key: string): string {
	const match = /^(?:messages|phones)[.[]?(\d+)[\].]*(\w*)$/.exec(key);
	return match === null ? key : `recipient ${Number(match[1]) + 1}${match[2] ? ` ${match[2]}` : ''}`;
}

function textOf(...values: unknown[]): string | undefined {
	for (const value of values) if (typeof value === 'string' && value.trim() !== '') return safeText(value);
	return undefined;
}

function said(text: string | undefined, details: readonly string[]): string {
	const all = [...new Set([...(text === undefined ? [] : [text]), ...details])];
	if (all.length === 0) return '';
	const more = all.length > SAID_AT_MOST ? ` (and ${all.length - SAID_AT_MOST} more)` : '';
	return ` The service said: ${all.slice(0, SAID_AT_MOST).join('; ')}${more}.`.replace(/([.!?])\.$/, '$1');
}

/** Takes a Retry-After header (seconds or an HTTP date) and the current time (ms); returns the pause in ms. */
export function retryAfterMs(header: unknown, now: number = Date.now()): number | undefined {
	const text = String(Array.isArray(header) ? (header as unknown[])[0] : (header ?? '')).trim();
	if (/^\d{1,9}(?:\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000);
	// Only an HTTP date: Date.parse also reads numbers and words.
	const at = /^[A-Za-z]{3,9}, /.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

function headerOf(reply: ServiceReply, name: string): unknown {
	for (const [key, value] of Object.entries(reply.headers)) if (key.toLowerCase() === name) return value;
	return undefined;
}

/** Takes a code of the legacy interface and what the service said; returns the fault. */
export function faultOfCode(code: number, text?: string, httpStatus?: number): ServiceFault {
	const known = Object.hasOwn(ERROR_CODES, code) ? ERROR_CODES[code] : undefined;
	const [meaning, cure] = known ?? ['The service refused the request', 'The code is not documented: ask the service what it means.'];
	const details = text === undefined ? [] : [safeText(text)];
	return {
		kind: 'code',
		code,
		...(httpStatus === undefined ? {} : { httpStatus }),
		message: `${meaning} (code ${code})`,
		description: `${cure}${said(undefined, details)}`,
		retryable: code === CODE_TOO_MANY_PROCESSING,
		// Codes 5 (unknown fault) and those nobody documents leave open what the service did.
		outcome: known === undefined || code === 5 ? 'unknown' : 'rejected',
		...(details.length === 0 ? {} : { details }),
	};
}

/** Takes a value of `error`; returns its code, 0 when it means success or is absent, or undefined when it is no number. */
function codeOf(error: unknown): number | undefined {
	if (error === undefined || error === null || error === '' || error === false) return SUCCESS_CODE;
	if (typeof error === 'number') return Number.isInteger(error) ? error : undefined;
	return typeof error === 'string' && /^\s*\d{1,9}\s*$/.test(error) ? Number(error) : undefined;
}

/** The legacy code of a body at the top level, in `error` as an object, or in `result` as an object (wire notes). */
function legacyCode(body: Record<string, unknown>): { code: number; text?: string } | undefined {
	for (const holder of [body, asRecord(body.error), asRecord(body.result)]) {
		if (holder === undefined) continue;
		const code = codeOf(holder === body || holder === asRecord(body.result) ? holder.error : holder.code);
		const text = textOf(holder.errorDescription, holder.error_description, holder.message);
		if (code !== undefined && code !== SUCCESS_CODE) return text === undefined ? { code } : { code, text };
	}
	return undefined;
}

/** What section 7 says, for replies that carry an HTTP status and these words instead of a code (wire notes, "Legacy HTTP status"). */
const SPOKEN: ReadonlyArray<[RegExp, number]> = [
	[/^sms not found$/i, 20],
	[/^sms with this (?:external )?id (?:is )?already present$/i, CODE_REFERENCE_PRESENT],
	[/^task not found$/i, 30],
	[/^file not found$/i, 90],
	[/^file is not ready$/i, CODE_REPORT_NOT_READY],
];

/** The code of `{code, message}`: a legacy one, or the one that the words stand for. */
function spoken(body: Record<string, unknown> | undefined): { code: number; text?: string } | undefined {
	const text = textOf(body?.message);
	const code = codeOf(body?.code);
	if (code !== undefined && code > SUCCESS_CODE && code < 100) return text === undefined ? { code } : { code, text };
	const known = SPOKEN.find(([pattern]) => text !== undefined && pattern.test(text.replace(/\.$/, '')))?.[1];
	return known === undefined || text === undefined ? undefined : { code: known, text };
}

function faultOfStatus(status: number, reply: ServiceReply, body: Record<string, unknown> | undefined): ServiceFault {
	const meaning: HttpMeaning =
		HTTP[status] ??
		(status >= 500 ? GATEWAY : [`The service refused the request with status ${status}`, 'Check the fields of the operation and the base URLs in the credential.', false, 'rejected']);
	const [message, cure, retryable, outcome] = meaning;
	const details: string[] = [];
	listFaults(body?.errors, '', details);
	const nested = asRecord(body?.error);
	const text = textOf(body?.message, body?.errorDescription, body?.error_description, body?.detail, nested?.message, codeOf(body?.error) === undefined ? body?.error : undefined);
	// A repeated POST is refused while the first one may have been carried out (wire notes, "Duplicate POST").
	const duplicate = status === 429 && /duplicate/i.test(text ?? '');
	const pause = retryAfterMs(headerOf(reply, 'retry-after'));
	return {
		kind: status === 401 ? 'auth' : 'http',
		httpStatus: status,
		message: duplicate ? 'The service received the same request twice in a short time' : message,
		description: `${duplicate ? 'The first one may have been carried out: look at it in the service before you send again.' : cure}${said(text, details)}`,
		retryable,
		outcome: duplicate ? 'unknown' : outcome,
		...(pause === undefined ? {} : { retryAfterMs: pause }),
		...(details.length === 0 ? {} : { details }),
	};
}

function redirectFault(reply: ServiceReply): ServiceFault {
	const location = /^https?:\/\/([^\s/?#@]+@)?([^\s/?#]+)/i.exec(String(headerOf(reply, 'location') ?? ''))?.[2];
	return {
		kind: 'redirect',
		httpStatus: reply.statusCode,
		message: `The service sends the request to another address${location === undefined ? '' : ` (${safeText(location, 80)})`}`,
		description: 'Requests are not redirected, because that would hand the API key on. Enter the right base URL in the credential.',
		retryable: false,
		// 302 and 303 may follow a request that was carried out.
		outcome: [301, 307, 308].includes(reply.statusCode) ? 'rejected' : 'unknown',
	};
}

const FORMS: Readonly<Record<'empty' | 'html' | 'cutOff' | 'text', [kind: ServiceFault['kind'], message: string, cure: string, retryable: boolean]>> = {
	empty: ['empty', 'The service answered with nothing', LATER, true],
	html: ['notJson', 'The service answered with a web page instead of data', 'Check the base URLs in the credential: the address may belong to a web site or a proxy.', false],
	cutOff: ['cutOff', 'The answer of the service was cut off', 'Try again; if it stays, look at the connection between n8n and the service.', true],
	text: ['notJson', 'The service answered with something other than data', 'Check the base URLs in the credential.', false],
};

/** Takes what is odd about a body and the status it came with; returns the fault. Whether the service acted cannot be known. */
export function faultOfForm(form: keyof typeof FORMS, httpStatus?: number): ServiceFault {
	const [kind, message, description, retryable] = FORMS[form];
	return { kind, ...(httpStatus === undefined ? {} : { httpStatus }), message, description, retryable, outcome: 'unknown' };
}

/**
 * Takes a reply; returns its fault, or undefined when it is good. Refusals of single items (`result[i].error`, wire notes) belong to
 * the normalisers: a reply with a filled `result` list and no code of its own is good. With expects 'file', text that is no JSON is good.
 */
export function faultOfReply(reply: ServiceReply, expects: 'json' | 'file' = 'json'): ServiceFault | undefined {
	const status = reply.statusCode;
	if (status >= 300 && status < 400) return redirectFault(reply);
	const read = readBody(reply.body);
	const body = read.form === 'json' ? asRecord(read.value) : undefined;
	const legacy = body === undefined ? undefined : legacyCode(body);
	if (status >= 400) {
		const coded = legacy ?? spoken(body);
		// 401 and 408 say what to do by themselves, so does a service that is down, and 429 says more than "unknown fault".
		const byStatus = status >= 500 || status === 401 || status === 408 || (status === 429 && coded?.code === 5);
		if (coded === undefined || byStatus || !Object.hasOwn(ERROR_CODES, coded.code)) return faultOfStatus(status, reply, body);
		const pause = retryAfterMs(headerOf(reply, 'retry-after'));
		return { ...faultOfCode(coded.code, coded.text, status), ...(pause === undefined ? {} : { retryAfterMs: pause }) };
	}
	switch (read.form) {
		case 'stream':
			return undefined;
		case 'text':
			return expects === 'file' || isBareArrayReport(read.text) ? undefined : faultOfForm('text', status);
		case 'json':
			break;
		default:
			return faultOfForm(read.form, status);
	}
	if (body === undefined) return undefined;
	if (legacy !== undefined) return faultOfCode(legacy.code, legacy.text, status);
	return faultInsideSuccess(body, reply);
}

/** Errors of /api that come with status 200: `{code, message}`, `{message, errors}`, `{error: "text"}`. */
function faultInsideSuccess(body: Record<string, unknown>, reply: ServiceReply): ServiceFault | undefined {
	if ('data' in body || 'result' in body || 'id' in body || 'bearer' in body || 'task_id' in body) return undefined;
	const code = codeOf(body.code);
	if (code !== undefined && code >= 400 && code < 600 && typeof body.message === 'string') return faultOfStatus(code, reply, body);
	if (body.errors !== undefined && typeof body.message === 'string') return faultOfStatus(422, reply, body);
	return codeOf(body.error) === undefined ? faultOfStatus(400, reply, body) : undefined;
}
