import { ERROR_CODES, LATER, SPEC_CODES } from '../spec';
import { safeText } from '../text';
import { asRecord, isBareArrayReport, isFilled, readBody } from './body';
import { codeOf, faultOfCode, legacyCode, spoken } from './codes';
import { ADDRESS, AGAIN, makeFault } from './fault';
import type { Meaning, ServiceFault, ServiceReply } from './fault';
import { faultOfStatus } from './status';
import { saidIn, wordsOf } from './words';

// The fault in a reply, wherever a service puts it.

type Fields = Record<string, unknown>;

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

/**
 * Takes the body of a reply that shows nothing of what was asked for; returns the refusal in it, where it stands in one of the other
 * places that clients know: in the only entry of `result`, in `data`, or as `{code, message}`. Only a code that has a meaning is one;
 * `beside` are those that are one where they stand under `code`.
 */
export function refusalWithin(
	body: unknown,
	beside: Readonly<Record<number, unknown>> = SPEC_CODES,
): ServiceFault | undefined {
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
	return words && Object.hasOwn(beside, words.code)
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

/** Services that answer everything with HTTP 200 write the status where a code stands, or stood. */
const isStatus = (code: number): boolean => code >= 400 && code < 600;

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

/** The words of a status 404 that a service writes without its number. */
const NOT_FOUND = /^(?:(?:page|path|record|resource|route) )?not found\.?$/i;

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
