import { asRecord, isFilled, readBody } from '../errors';
import { SUCCESS_CODE } from '../spec';
import { refusesInWords, textsIn } from './refusingWords';
import { numberOf, unwrap } from './values';

/** What a record of a reply may say a fault with. */
export interface FaultMarks {
	error?: unknown;
	errors?: unknown;
	success?: unknown;
	ok?: unknown;
	accepted?: unknown;
	result?: unknown;
	status?: unknown;
	code?: unknown;
}

/** Whether what stands under `error` or `errors` is more than nothing and the code of success. */
function isFault(value: unknown): boolean {
	const code = numberOf(asRecord(value)?.code ?? value);
	if (code !== null) return code !== 0;
	return value === true || isFilled(value);
}

/**
 * Takes a record of a reply; returns whether it says in any way, with a code or in words, that something went wrong, be it a refusal or
 * not. What stands beside an id in such a record is in doubt.
 */
export const saysFault = ({
	error,
	errors,
	success,
	ok,
	accepted,
	result,
	status,
	code,
}: FaultMarks): boolean =>
	isFault(error) ||
	isFault(errors) ||
	[success, ok, accepted, status].some(isNo) ||
	// As a number, `accepted` counts something.
	(success !== null && success !== '' && numberOf(success) === 0) ||
	// No status of a message or a campaign.
	[status, result].some((text) => typeof text === 'string' && FAILED.test(text.trim())) ||
	// Small numbers under `code` mean success to some services; a status of a refusal does not.
	[code, status].some(isRefusalStatus);

const FAILED = /^(?:error|fail|failure|nok)$/i;

const isNo = (value: unknown): boolean => value === false || value === 'false';

const isRefusalStatus = (value: unknown): boolean =>
	(numberOf(value) ?? 0) >= 400 && (numberOf(value) ?? 0) < 600;

/** Whether the words of a record refuse, where no code or sign of success stands beside them. */
const refuses = ({ error, success, message, detail }: Record<string, unknown>): boolean =>
	numberOf(error) !== SUCCESS_CODE &&
	success !== true &&
	refusesInWords(textsIn([message, detail]));

/**
 * Takes the body of the reply to a change that came as a success, or an entry of it; returns whether it says, around what was to be
 * changed or within, that something went wrong. Then it proves nothing, whatever it names.
 */
export function deniesChange(body: unknown): boolean {
	const read = readBody(body);
	const outer = read.form === 'json' ? asRecord(read.value) : undefined;
	return [outer ?? {}, unwrap(body)].some((place) => saysFault(place) || refuses(place));
}
