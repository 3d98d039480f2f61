import type { ServiceFault } from '../../shared/errors';
import { maySayHeld, refusesCopy, refusesInWords } from '../../shared/reply';
import { CODE_REFERENCE_PRESENT } from '../../shared/spec';

/*
 * What the refusal of a repetition proves: the service did nothing with it, which says nothing of the request before, unless the refusal
 * speaks of what both of them carried. A request that this node made once may be a repetition, too: proxies repeat what was cut off.
 */

/** Codes and statuses by which the service refuses what is sent, whenever it comes: the number, the text, the reference and so on. */
const CONTENT_CODES: readonly unknown[] = [21, 22, 23, 24, 25, 26, 27, 28, 31, 33];
const CONTENT_STATUSES: readonly unknown[] = [400, 413, 422];

/** Whether a refusal speaks of what is sent (sections 7 and 8), so that an earlier request with the same content was refused as well. */
export const speaksOfContent = ({ code, httpStatus }: ServiceFault): boolean =>
	code === undefined ? CONTENT_STATUSES.includes(httpStatus) : CONTENT_CODES.includes(code);

/** Words for what is sent. */
const OF_CONTENT =
	/body|campaign|character|destination|length|letter|link|msisdn|number|originator|phone|recipient|sender|start|symbol|tariff|text|too (?:big|large|long|short)|url|validity|word/i;

/**
 * Whether a refusal that speaks of what is sent says what is wrong with it. One that does not ("Bad Request") may be that of a repetition
 * as well.
 */
export const saysWhatIsWrong = ({
	code,
	httpStatus,
	details = [],
	said = '',
}: ServiceFault): boolean =>
	code !== undefined || httpStatus === 413 || details.length > 0 || OF_CONTENT.test(said);

/** What is wrong with a reference may be that the service has it. */
const CODE_REFERENCE_WRONG = 27;
const OF_REFERENCE = /reference|external/i;
/** Letters of a language in which nobody here knows the word for "already". */
const UNREAD = /(?!\p{Script=Latin})\p{L}/u;

/** Whether a refusal may be due to the request before, which the service may have carried out. Code 23 is asked for by itself. */
export const maySpeakOfEarlier = ({ code, message, said = '' }: ServiceFault): boolean =>
	code !== CODE_REFERENCE_PRESENT &&
	(code === CODE_REFERENCE_WRONG ||
		maySayHeld(`${message} ${said}`) ||
		(code === undefined && (OF_REFERENCE.test(said) || UNREAD.test(said))));

/** Code 31 says of the number that it is in the list twice. */
const CODE_NUMBER_REPEATED = 31;

/** Whether a refusal says in its words that the service has the reference, or what is wrong with it. */
const speaksOfReference = (fault: ServiceFault): boolean => {
	const { code, said = '' } = fault;
	if (code === CODE_REFERENCE_WRONG || (code !== CODE_NUMBER_REPEATED && maySayHeld(said)))
		return true;
	return code === undefined && speaksOfContent(fault) && OF_REFERENCE.test(said);
};

/** Whether a refusal has words that refuse nothing, such as "No errors", or those of a language that nobody here knows. */
const isOdd = (fault: ServiceFault): boolean => {
	const { code, details = [], said = '' } = fault;
	const isNoRefusal = details.length === 0 && said !== '' && !refusesInWords([said]);
	return code === undefined && speaksOfContent(fault) && isNoRefusal;
};

/** Whether nothing but such words makes a refusal doubtful. */
export const isOnlyOdd = (fault: ServiceFault): boolean =>
	isOdd(fault) && !speaksOfReference(fault);

/**
 * Whether the refusal of a message that was sent once may be due to a copy of it that came first, or to an earlier message under its
 * reference. What the service says counts, and not what a code means; where it names fields, it speaks of these.
 */
export const maySpeakOfHeld = (fault: ServiceFault): boolean =>
	speaksOfReference(fault) || isOdd(fault);

/** Whether the refusal of a campaign speaks of a reference, as far as its words tell, and may do so because the service has it. */
export const namesReference = (fault: ServiceFault): boolean => {
	const { code, said = '' } = fault;
	if (code !== undefined) return code === CODE_REFERENCE_PRESENT || code === CODE_REFERENCE_WRONG;
	return OF_REFERENCE.test(said) && (speaksOfContent(fault) || maySayHeld(said));
};

/** Words by which a service says that it had the very request before. */
const SAME_REQUEST: readonly RegExp[] = [
	/duplicat\w*\s+(?:\w+\s+)?request|request\b.{0,40}\b(?:duplicat|already|twice)/i,
	/already\s+(?:been\s+)?(?:accepted|processed|received|sent|submitted)/i,
];

const CLAUSE = /[^.,;:!?]+/g;
/** Words for another request that is under way. One that "was detected" is that, whatever is said of how many there may be. */
const CONCURRENT = /\bconcurrent (?:request\b|requests (?:conflict|detected)\b)/i;
const CONCURRENT_FOUND =
	/\bconcurrent request (?:(?:has been|is|was) )?(?:conflict|detected|found)\b/i;
/** Words for how many requests somebody may have at a time. "Concurrent request not allowed" says nothing of that. */
const OF_AMOUNT =
	/\b(?:allows?|at (?:a time|most)|capacity|count|exceed\w*|limit\w*|max\w*|number of|only(?! the first)|per|plan|quota|rate|tariff|threshold|too many)\b|(?<!\bnot? (?:\w+ ){0,3})\b(?:allowed|permitted)\b/i;

/** Whether a service says that the request ran into another one, which may be its copy, and not how many at a time its tariff has. */
const speaksOfConcurrent = (text: string): boolean =>
	(text.match(CLAUSE) ?? []).some(
		(clause) =>
			CONCURRENT_FOUND.test(clause) || (CONCURRENT.test(clause) && !OF_AMOUNT.test(clause)),
	);

/** Whether a service says in its words that it had the very request before, or is at work on it. */
const speaksOfSameRequest = (text: string): boolean =>
	SAME_REQUEST.some((one) => one.test(text)) || refusesCopy(text) || speaksOfConcurrent(text);

/**
 * Takes the refusal of a request that was made once, and how many references it carried; returns whether the refusal may be due to a copy
 * of it that something on the way had made, which the service may have carried out. Where it names fields, it speaks of these; the
 * reference of a recipient alone is asked for by itself.
 */
export const maySpeakOfCopy = (
	{ code, details = [], message, said = '' }: ServiceFault,
	references: number,
): boolean =>
	code === CODE_REFERENCE_PRESENT
		? references > 1
		: code === undefined && details.length === 0 && speaksOfSameRequest(`${message} ${said}`);
