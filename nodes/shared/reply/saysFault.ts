import { asRecord, isFilled, readBody, saysNoError } from '../errors';
import { CAMPAIGN_STATUSES, MESSAGE_STATUSES, STATUSES_OF_FAILURE, SUCCESS_CODE } from '../spec';
import { isId } from './isId';
import { isStateOfLeftOut } from './leftOutWords';
import { NOTICES_OF_SEND, withoutNotices } from './notices';
import { deniesFlatly, deniesInWords, leavesOpen, textsIn } from './refusingWords';
import { numberOf, statusOf, textOf, unwrap, type Fields } from './values';

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
	failed?: unknown;
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
	failed,
}: FaultMarks): boolean =>
	[error, errors, error_code, errorCode].some(isFault) ||
	[success, ok, accepted, status].some(isNo) ||
	// As a number, `accepted` counts something.
	(success !== null && success !== '' && numberOf(success) === 0 && !isCountOfNone(failed)) ||
	// No status of a message or a campaign.
	[status, result].some((text) => typeof text === 'string' && FAILED.test(text.trim())) ||
	// Small numbers under `code` mean success to some services; a status of a refusal does not.
	[code, status].some(isRefusalStatus);

/** Whether a number counts those that failed as none: then one beside it counts as well, those with which nothing has been done yet. */
const isCountOfNone = (value: unknown): boolean => numberOf(value) === 0;

const FAILED = /^(?:error|fail|failure|nok)$/i;

const isNo = (value: unknown): boolean => value === false || value === 'false';

const isRefusalStatus = (value: unknown): boolean =>
	(numberOf(value) ?? 0) >= 400 && (numberOf(value) ?? 0) < 600;

/** Whether a record has the state of a message that did not go out. */
const isOfFailure = (status: unknown): boolean =>
	isStateOfLeftOut(status) ||
	(typeof status === 'string' && STATUSES_OF_FAILURE.includes(status.trim().toLowerCase()));

/**
 * Whether a record shows by its ID and by a state of the specification that what was sent is there. A campaign that has ended may have
 * been stopped for what is wrong with it.
 */
export function showsTaken({ id, status, state }: Fields): boolean {
	const shown = statusOf(status ?? state) ?? '';
	const isOfCampaign = CAMPAIGN_STATUSES[shown] === false && shown !== 'spam';
	return (
		isId(id) && (isOfCampaign || (MESSAGE_STATUSES[shown] !== undefined && !isOfFailure(shown)))
	);
}

/** Whether a record says by a flag or a code that the request went well. */
const saysWell = ({ success, ok, code }: Fields): boolean => {
	const told = numberOf(code);
	const isWell = told === SUCCESS_CODE || told === 200 || told === 201;
	return [success, ok].some((value) => value === true || value === 'true') || isWell;
};

/**
 * Takes a record of the answer to a send that may name an ID, whether a text is one that was sent, and whether the answer shows elsewhere
 * that the send is there; returns whether anything in the record speaks against what it names: a fault, the state of a message
 * that did not go out, or words. Beside the code of success, to which they belong, only those count that flatly say that nothing went out;
 * beside a state or another sign of success those count that refuse; and beside an ID alone all count that do not say that it was taken.
 */
export function deniesId(
	record: Fields,
	isOwn: (text: string) => boolean = () => false,
	isShown = false,
): boolean {
	const { error, message, detail, errorDescription, error_description } = record;
	const { status, state } = record;
	if (saysFault(record) || [status, state].some(isOfFailure)) return true;
	const texts = textsIn([message, detail, errorDescription, error_description]);
	const words = texts.filter((text) => !isOwn(text));
	if (numberOf(error) === SUCCESS_CODE) return words.some(deniesFlatly);
	const isThere = isShown || showsTaken(record);
	const left = isThere ? words.map((text) => withoutNotices(text, NOTICES_OF_SEND)) : words;
	const tellsState = [status, state].some((one) => textOf(one) !== null) || saysWell(record);
	return deniesInWords(left) || (isId(record.id) && !tellsState && leavesOpen(words));
}

/**
 * Takes a record of a reply, and what may be noted beside what the reply shows as it was to be; returns whether its words refuse, where no
 * code or sign of success stands beside them.
 */
export const holdsRefusingWords = (
	{ error, success, message, detail }: Fields,
	notices?: readonly RegExp[],
): boolean => {
	const words = textsIn([message, detail]);
	const left = notices ? words.map((text) => withoutNotices(text, notices)) : words;
	return numberOf(error) !== SUCCESS_CODE && success !== true && deniesInWords(left, true);
};

/** What stands around what a reply to a change names, and what stands within. */
function placesOf(body: unknown): Fields[] {
	const read = readBody(body);
	const outer = read.form === 'json' ? asRecord(read.value) : undefined;
	return [outer ?? {}, unwrap(body)];
}

/**
 * Takes the body of a reply that came as a success; returns whether it says, around what it names or within, with a code or a sign that
 * something went wrong. Its words may tell why what it names is as it is.
 */
export const holdsFault = (body: unknown): boolean => placesOf(body).some(saysFault);

/**
 * Takes the body of the reply to a change that came as a success, or an entry of it, and what may be noted beside what it shows as it was
 * to be; returns whether it says, around what was to be changed or within, that something went wrong. Then it proves nothing, whatever it
 * names.
 */
export const deniesChange = (body: unknown, notices?: readonly RegExp[]): boolean =>
	placesOf(body).some((place) => saysFault(place) || holdsRefusingWords(place, notices));
