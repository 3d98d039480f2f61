import { CODE_UNKNOWN_FAULT, LATER } from '../spec';
import { safeText } from '../text/mask';
import { urlOf } from '../url';
import { asRecord, fieldsOf, isBareArrayReport, readBody } from './body';
import { codeIn, faultOfCode } from './codes';
import { ADDRESS, AGAIN, rejected } from './fault';
import type { ServiceFault, ServiceReply } from './fault';
import { faultOfStatus } from './statuses';
import { withWords, wordsOf } from './words';

// The fault of a reply: its HTTP status and, under /rest, the code in its body decide. What the service says in words is only shown.

export const CUT_OFF: ServiceFault = {
	message: 'The answer of the service was cut off',
	description: AGAIN,
	retryable: true,
	outcome: 'unknown',
};
const FORMS = {
	empty: {
		message: 'The service answered with nothing',
		description: LATER,
		retryable: true,
		outcome: 'unknown',
	},
	html: {
		message: 'The service answered with a web page or text instead of data',
		description: ADDRESS,
		retryable: false,
		outcome: 'unknown',
	},
	cutOff: CUT_OFF,
} satisfies Record<string, ServiceFault>;

/** The fault of a reply with an odd body. Whether the service acted cannot be known. */
export function faultOfForm(form: keyof typeof FORMS, httpStatus?: number): ServiceFault {
	return { ...FORMS[form], httpStatus };
}

function headerOf(reply: ServiceReply, name: string): unknown {
	return Object.entries(reply.headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

/** The pause in ms that a Retry-After header (seconds or an HTTP date) asks for. `now` is in ms. */
export function retryAfterMs(header: unknown, now: number = Date.now()): number | undefined {
	const text = String(header ?? '').trim();
	if (/^\d{1,9}(?:\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000);
	// Only an HTTP date: Date.parse also reads numbers and words.
	const at = /^[A-Za-z]{3,9}, /.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** The origin that a redirect names, without what may be secret in its address. */
function targetOf(reply: ServiceReply): string {
	const location = String(headerOf(reply, 'location') ?? '');
	const { origin = '' } = urlOf(location) ?? {};
	return origin.startsWith('http') ? ` (${safeText(origin, 80)})` : '';
}

/** Redirects that may follow a request that was carried out (RFC 9110 15.4.3, 15.4.4). */
const AFTER_DOING = [302, 303];

function redirectFault(reply: ServiceReply): ServiceFault {
	const { statusCode } = reply;
	return {
		...rejected(
			`The service sends the request to another address${targetOf(reply)}`,
			`The API key is not sent there. ${ADDRESS}`,
		),
		httpStatus: statusCode,
		...(AFTER_DOING.includes(statusCode) && { outcome: 'unknown' }),
	};
}

/** Which rules a reply follows: those of the campaign interface, of the legacy one, or of a report file of the legacy one. */
export type Interface = 'api' | 'rest' | 'file';

/** The interface that a path of a request belongs to. */
export const interfaceOfPath = (path: string): 'api' | 'rest' =>
	path.startsWith('/api') ? 'api' : 'rest';

/** Statuses that say what to do by themselves, whatever code stands beside them. */
const BEFORE_CODES = [401, 429];

/** The fault of a code in the body. Under /api no document shows codes. */
function faultInBody({ statusCode, body }: ServiceReply, way: Interface): ServiceFault | undefined {
	if (way === 'api' || BEFORE_CODES.includes(statusCode)) return undefined;
	const fields = fieldsOf(body);
	const code = codeIn(fields, statusCode);
	// An unknown fault is less than the status of a refusal tells.
	const isStatusClearer = code === CODE_UNKNOWN_FAULT && statusCode >= 400;
	if (code === undefined || isStatusClearer) return undefined;
	return faultOfCode(code === 'other' ? undefined : code, wordsOf(fields), statusCode);
}

/** What is odd about the form of a body that came as a success; undefined where it can be read. */
function faultOfBody({ statusCode, body }: ServiceReply, way: Interface): ServiceFault | undefined {
	// It says that all is done and that nothing follows (RFC 9110, 15.3.5).
	if (statusCode === 204) return undefined;
	const read = readBody(body);
	if (read.form === 'json' || read.form === 'stream') return undefined;
	if (read.form !== 'text') return faultOfForm(read.form, statusCode);
	return way === 'file' || isBareArrayReport(read.text)
		? undefined
		: faultOfForm('html', statusCode);
}

/**
 * The fault of a reply, undefined when it is good. The interface that gave it decides how it is read. Refusals of single recipients
 * (`result[i].error`) are left to the code that reads the results.
 */
export function faultOfReply(
	reply: ServiceReply,
	way: Interface = 'rest',
): ServiceFault | undefined {
	const { statusCode, body } = reply;
	const coded = faultInBody(reply, way);
	if (statusCode < 300) return coded ?? faultOfBody(reply, way);
	if (statusCode < 400) return coded ?? redirectFault(reply);
	const fault = coded ?? faultOfStatus(statusCode, wordsOf(body));
	return { ...fault, retryAfterMs: retryAfterMs(headerOf(reply, 'retry-after')) };
}

/** The refusal that stands in the only entry of `result` (wire notes), where a reply shows nothing of what was asked for. */
function refusalWithin(body: unknown): ServiceFault | undefined {
	const { result } = fieldsOf(body);
	const entry = Array.isArray(result) && result.length === 1 ? asRecord(result[0]) : undefined;
	return entry && faultInBody({ statusCode: 200, headers: {}, body: entry }, 'rest');
}

/**
 * The fault of a reply that came as a success but shows nothing of what was asked for: the service's refusal where the body holds one, else
 * a fault that passes on what it said, as it is not known then whether it acted. The message says what happened, the description what to
 * do.
 */
export function faultOfNoAnswer(body: unknown, message: string, description: string): ServiceFault {
	const refusal = refusalWithin(body);
	if (refusal) return refusal;
	return withWords({ message, description, retryable: false, outcome: 'unknown' }, wordsOf(body));
}
