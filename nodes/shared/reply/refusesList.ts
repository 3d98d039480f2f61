import { isFilled, saysNothingWrong } from '../errors';
import { textsIn, withholds } from './refusingWords';
import { saysFault } from './saysFault';
import { numberOf, type Fields } from './values';

/** Words and codes in words that say that nothing is in a list, or that all went well. */
const ORDINARY =
	/(?<!\p{L})(?:accepted|completed?|done|empty|no|none|not found|nothing|ok|okay|(?<!not )success\p{L}*|нет|немає|не найден\p{L}*|не знайден\p{L}*|ничего|нічого|пуст\p{L}*)(?!\p{L})/iu;

/** Whether what stands under a name for faults, or is a code in words, says more than that nothing is in the list. */
function isOfRefusal(value: unknown): boolean {
	if (!isFilled(value) || numberOf(value) !== null || saysNothingWrong(value)) return false;
	const texts = textsIn(value).map((text) => text.replaceAll('_', ' '));
	return texts.some((text) => withholds(text) || (/\p{L}{2}/u.test(text) && !ORDINARY.test(text)));
}

/**
 * Takes what stands around a list in which nothing is; returns whether it says that the service did not show the list. Then the list is
 * none: whoever takes it for an empty one finds nothing on it, and takes all that it shows later for new.
 */
export function refusesList(outer: Fields): boolean {
	const { status, code, message, detail, errorDescription, error_description } = outer;
	return (
		saysFault(outer) ||
		[code, outer.error_message, outer.errorMessage].some(isOfRefusal) ||
		textsIn([status, message, detail, errorDescription, error_description]).some(withholds)
	);
}
