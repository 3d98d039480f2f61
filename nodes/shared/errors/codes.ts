import {
	CODE_TOO_MANY_PROCESSING,
	CODE_UNKNOWN_FAULT,
	ERROR_CODES,
	SUCCESS_CODE,
	type ErrorCode,
} from '../spec';
import { asRecord, type Fields } from './body';
import type { ServiceFault } from './fault';
import { withWords } from './words';

// The codes of the legacy interface (section 7, wire notes), where they stand in a body, and the fault that each means.

const UNDOCUMENTED: ErrorCode = {
	meaning: 'The service refused the request',
	cure: 'Ask the service what it means.',
	isVague: true,
};

/**
 * The fault of a code, with what the service said. Words that are no longer than our sentence name the code once more, unless the
 * sentence leaves open what is wrong. A code that nobody documents leaves open what the service did.
 */
export function faultOfCode(
	code: number | undefined,
	words: readonly string[] = [],
	httpStatus?: number,
): ServiceFault {
	const known =
		code !== undefined && Object.hasOwn(ERROR_CODES, code) ? ERROR_CODES[code] : undefined;
	const { meaning, cure, isVague } = known ?? UNDOCUMENTED;
	const isNews = isVague === true || words.join('; ').length > meaning.length;
	const fault: ServiceFault = {
		message: meaning,
		description: cure,
		retryable: code === CODE_TOO_MANY_PROCESSING,
		outcome: known === undefined || code === CODE_UNKNOWN_FAULT ? 'unknown' : 'rejected',
		...(code !== undefined && { code }),
		httpStatus,
	};
	return withWords(fault, isNews ? words : [], code === undefined ? '' : ` (code ${code})`);
}

/** The number that a code is written as; undefined for anything else. */
function numberIn(value: unknown): number | undefined {
	const isWritten = typeof value === 'string' && value.trim() !== '';
	const code = typeof value === 'number' || isWritten ? Number(value) : Number.NaN;
	return Number.isInteger(code) ? code : undefined;
}

/** The code of a failure under `error`, of a request or of one of its results; undefined for success, and for what is no code. */
export function failureCode(error: unknown): number | undefined {
	const code = numberIn(error);
	return code === SUCCESS_CODE ? undefined : code;
}

/** Whether what stands under `error` means success: 0, or nothing. */
const isSuccess = (error: unknown): boolean =>
	[undefined, null, '', false].includes(error as never) || numberIn(error) === SUCCESS_CODE;

/** What a body says under `error`, at the top or in `result`, where that is no success. */
function errorIn(body: Fields): { error: unknown } | undefined {
	const found = [body.error, asRecord(body.result)?.error].find((error) => !isSuccess(error));
	return found === undefined ? undefined : { error: found };
}

/**
 * The code of a body of the legacy interface: in `error`, at the top or in `result`; in `code` only beside a status of 4xx, and where a
 * document names it. Beside success, an `error` that is no number is a code, too, but none that has a number ('other').
 */
export function codeIn(body: Fields, httpStatus: number): number | 'other' | undefined {
	const found = errorIn(body);
	const code = numberIn(found?.error);
	if (code !== undefined) return code;
	if (httpStatus < 300) return found && 'other';
	const beside = httpStatus >= 400 && httpStatus < 500 ? numberIn(body.code) : undefined;
	// An unknown fault is less than the status says.
	const isClear = beside !== CODE_UNKNOWN_FAULT && Object.hasOwn(ERROR_CODES, beside ?? '');
	return isClear ? beside : undefined;
}
