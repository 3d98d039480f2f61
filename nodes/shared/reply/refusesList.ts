import { asRecord, saysNothingWrong } from '../errors';
import { SUCCESS_CODE } from '../spec';
import { saysRefusal, saysRefusalOfList, textsIn, withholds } from './refusingWords';
import { saysFault } from './saysFault';
import { numberOf, type Fields } from './values';

/** Whether a code or a status says that the request went well. */
function isSuccess(value: unknown): boolean {
	const code = numberOf(value);
	return code === null
		? saysNothingWrong(value)
		: code === SUCCESS_CODE || (code >= 200 && code < 300);
}

/** Whether a value says yes as flags do. */
const isYes = (value: unknown): boolean =>
	value === true || value === 'true' || numberOf(value) === 1;

/** Whether a reply says in as many words that the request went well, or that there is nothing to list. */
function isExpresslyEmpty(outer: Fields): boolean {
	const { error, success, ok, result, status, code, total, total_count } = outer;
	const meta = asRecord(outer.meta);
	const totals = [total, total_count, meta?.total, asRecord(meta?.page)?.total];
	return (
		numberOf(error) === SUCCESS_CODE ||
		[error, result].some(saysNothingWrong) ||
		[success, ok].some(isYes) ||
		[status, code].some(isSuccess) ||
		totals.some((count) => numberOf(count) === 0)
	);
}

/**
 * Takes what stands around a list in which nothing is; returns whether it says that the service did not show the list. Then the list is
 * none: whoever takes it for an empty one finds nothing on it, and takes all that it shows later for new. Services put many words beside
 * an empty list. So words that withhold it count always, and what else speaks of a refusal or of a service that is away only where
 * nothing says that all went well.
 */
export function refusesList(outer: Fields): boolean {
	if (saysFault(outer)) return true;
	const { status, code, message, detail, errorDescription, error_description } = outer;
	const marks = textsIn([code, outer.error_message, outer.errorMessage]);
	const words = textsIn([status, message, detail, errorDescription, error_description]);
	if ([...marks, ...words].some(withholds)) return true;
	return !isExpresslyEmpty(outer) && (marks.some(saysRefusal) || words.some(saysRefusalOfList));
}
