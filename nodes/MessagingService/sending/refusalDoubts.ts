import { readBody } from '../../shared/errors';
import { inWords, numberOf, valuesOf } from '../../shared/reply';
import { refusedRecipients } from './replyEvents';

/*
 * What makes a refusal of a send doubtful beside what signOfDoing finds: errors that speak of one recipient of many in an answer that came
 * as a success, and words or counts by which a refusal that names some recipients tells that the others were taken.
 */

/** Words that speak of one of many. */
const OF_ONE = /\b(?:contact|number|phone|recipient|row)\s*#?\d+/i;

/** How many recipients a body names as refused. */
function namedIn(body: unknown): number {
	const read = readBody(body);
	return read.form === 'json' ? refusedRecipients(read.value).size : 0;
}

/**
 * Takes the body of an answer that came as a success, the words of its errors, and how many recipients the request had; returns whether
 * the errors speak of some of them only, so that the others may have been taken.
 */
export function speaksOfSome(body: unknown, said: readonly string[], recipients: number): boolean {
	const named = namedIn(body);
	if (named > 0) return named < recipients;
	return recipients > 1 && said.some((text) => OF_ONE.test(text));
}

/** Names that count those that were taken, or list them. */
const OF_TAKEN =
	/^(?:(?:count|number|total)_(?:of_)?)?(?:accepted|created|delivered|en_?route|processed|queued|sent|submitted|succeeded|success(?:es|ful)?|taken)(?:_(?:count|contacts|messages|numbers|phones|recipients|total))?$/;
/** Names of what they cost. */
const OF_PRICE = /^(?:total_)?(?:charged?|cost|currency|price)$/;

/** Words for what became of some of a send that went on without them, or for its end. */
const WENT_ON: readonly RegExp[] = [
	/\b(?:discarded|dropped|excluded|filtered|ignored|left out|omitted|removed|skipped|stripped)\b/i,
	/(?<!\b(?:not|not be) )\b(?:completed|finished|successfully)\b|\bpartial(?:ly)?\b/i,
	/\b\d+ (?:of|out of) (?:the )?\d+ (?:\w+ )?(?:is|are|was|were) (?:refused|rejected)\b/i,
	/\bonly (?:the )?(?:\d+ (?:of \d+ )?|other |valid )(?:contacts?|messages?|numbers?|phones?|recipients?)\b|\bexcept\b|\bthe (?:others|rest)\b/i,
	/(?<!\p{L})(?:видален|виключен|вилучен|вычеркн|игнорир|ігнор|исключ|отброш|отсе|отфильтр|пропу[щс]|удал[её]н|відкинут|відфільтр|частичн|частков|заверш|кроме|крім|окрім|остальн|решт)/iu,
];

/**
 * Takes the body of a refusal that names some of its recipients, how many its request had, and whether a text is one of the request;
 * returns whether it may tell that the others were taken: the service left out those whom it names, and went on.
 */
export function mayHaveGoneOn(
	body: unknown,
	recipients: number,
	isOwn: (text: string) => boolean = () => false,
): boolean {
	const named = namedIn(body);
	if (named === 0 || named >= recipients) return false;
	return valuesOf(body, true).some(({ name, value, isTrace }) => {
		if (OF_TAKEN.test(name) && (numberOf(value) ?? 0) > 0) return true;
		if (OF_PRICE.test(name) && /[a-z1-9]/i.test(String(value ?? ''))) return true;
		if (typeof value !== 'string' || isTrace || isOwn(value)) return false;
		return WENT_ON.some((one) => one.test(inWords(value)));
	});
}
