import {
	CODE_REFERENCE_PRESENT,
	CODE_REPORT_NOT_FOUND,
	CODE_REPORT_NOT_READY,
	CODE_SMS_NOT_FOUND,
	CODE_TASK_NOT_FOUND,
	CODE_TOO_MANY_PROCESSING,
	ERROR_CODES,
	SUCCESS_CODE,
} from '../spec';
import { asRecord, isFilled, saysNoError } from './body';
import { makeFault, type ServiceFault } from './fault';
import { said, textOf, wordsOf } from './words';

// The codes of the legacy interface (section 7), where they stand in a body, and the fault that each means.

type Fields = Record<string, unknown>;

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
export function codeOf(error: unknown): number | undefined {
	if (error === undefined || error === null || error === '' || error === false) return SUCCESS_CODE;
	if (saysNoError(error) || (typeof error === 'object' && !isFilled(error))) return SUCCESS_CODE;
	if (typeof error === 'number') return Number.isInteger(error) ? error : undefined;
	return typeof error === 'string' && /^\s*\d{1,9}\s*$/.test(error) ? Number(error) : undefined;
}

/** A code, and the words beside it. */
export interface Coded {
	code: number;
	text?: string;
}

/** The legacy code of a body at the top level, in `error` as an object, or in `result` as an object (wire notes). */
export function legacyCode(body: Fields): Coded | undefined {
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
export function spoken({ code, message }: Fields): Coded | undefined {
	const text = textOf(message);
	const given = codeOf(code) ?? 0;
	const meant =
		given > SUCCESS_CODE && given < 100
			? given
			: SPOKEN.find(([pattern]) => pattern.test(text ?? ''))?.[1];
	return meant === undefined ? undefined : { code: meant, text };
}
