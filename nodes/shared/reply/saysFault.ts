import { asRecord, isFilled, readBody, saysNoError } from '../errors';
import { STATUSES_OF_FAILURE, SUCCESS_CODE } from '../spec';
import { isId } from './isId';
import { isStateOfLeftOut } from './leftOutWords';
import { deniesFlatly, deniesInWords, leavesOpen, textsIn } from './refusingWords';
import { numberOf, textOf, unwrap } from './values';

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
	error_code?: unknown;
	errorCode?: unknown;
}

/** Whether what stands under `error` or `errors` is more than nothing, the code of success, and words that say that nothing is wrong. */
function isFault(value: unknown): boolean {
	const code = numberOf(asRecord(value)?.code ?? value);
	if (code !== null) return code !== 0;
	return value === true || (isFilled(value) && !saysNoError(value));
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
	error_code,
	errorCode,
}: FaultMarks): boolean =>
	[error, errors, error_code, errorCode].some(isFault) ||
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

/** Whether a record has the state of a message that did not go out. */
const isOfFailure = (status: unknown): boolean =>
	isStateOfLeftOut(status) ||
	(typeof status === 'string' && STATUSES_OF_FAILURE.includes(status.trim().toLowerCase()));

/**
 * Takes a record of the answer to a send that may name an ID, and whether a text is one that was sent; returns whether anything in it
 * speaks against what it names: a fault, the state of a message that did not go out, or words. Beside the code of success, to which they
 * belong, only those count that flatly say that nothing went out; beside a state those count that refuse; and beside an ID
 * alone all count that do not say that it was taken.
 */
export function deniesId(
	record: Record<string, unknown>,
	isOwn: (text: string) => boolean = () => false,
): boolean {
	const { error, message, detail, errorDescription, error_description } = record;
	const { status, state } = record;
	if (saysFault(record) || [status, state].some(isOfFailure)) return true;
	const texts = textsIn([message, detail, errorDescription, error_description]);
	const words = texts.filter((text) => !isOwn(text));
	if (numberOf(error) === SUCCESS_CODE) return words.some(deniesFlatly);
	const tellsState = [status, state].some((one) => textOf(one) !== null);
	return deniesInWords(words) || (isId(record.id) && !tellsState && leavesOpen(words));
}

/** Whether the words of a record refuse, where no code or sign of success stands beside them. */
export const holdsRefusingWords = ({
	error,
	success,
	message,
	detail,
}: Record<string, unknown>): boolean =>
	numberOf(error) !== SUCCESS_CODE &&
	success !== true &&
	deniesInWords(textsIn([message, detail]), true);

/**
 * Takes the body of the reply to a change that came as a success, or an entry of it; returns whether it says, around what was to be
 * changed or within, that something went wrong. Then it proves nothing, whatever it names.
 */
export function deniesChange(body: unknown): boolean {
	const read = readBody(body);
	const outer = read.form === 'json' ? asRecord(read.value) : undefined;
	return [outer ?? {}, unwrap(body)].some((place) => saysFault(place) || holdsRefusingWords(place));
}
