import { readBody } from '../../shared/errors';
import { inWords, numberOf, saysOnlyFaults, valuesOf } from '../../shared/reply';
import { refusedRecipients } from './replyEvents';

/*
 * What makes a refusal of a send doubtful beside what signOfDoing finds: errors that speak of one recipient of many in an answer that came
 * as a success, and what a refusal that names some recipients says of the others.
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

/** Words for what became of some of a send that went on without them. */
const WENT_ON: readonly RegExp[] = [
	/\b(?:bad|faulty|invalid|some|the|those|wrong) (?:contacts|numbers|phones|recipients) (?:(?:are|have been|were) )?(?:discarded|dropped|excluded|filtered|ignored|left out|omitted|removed|skipped)\b/i,
	/(?<!\p{L})(?:контакт|номер|отримувач|получател)\p{L}* (?:(?:были|було|були|было) )?(?:видален|виключен|вилучен|исключен|отброшен|пропущен|удал[её]н)[аоы]/iu,
];

/**
 * Takes the body of a refusal that names some of its recipients, how many its request had, and whether a text is one of the request;
 * returns whether it tells that the others were taken: the service left out those whom it names, and went on.
 */
export function saysWentOn(
	body: unknown,
	recipients: number,
	isOwn: (text: string) => boolean = () => false,
): boolean {
	const named = namedIn(body);
	if (named === 0 || named >= recipients) return false;
	return valuesOf(body, true).some(({ name, value, isTrace }) => {
		const number = numberOf(value) ?? 0;
		// The time of the answer is no count.
		if (OF_TAKEN.test(name) && number > 0 && number < recipients) return true;
		if (typeof value !== 'string' || isTrace || isOwn(value)) return false;
		return WENT_ON.some((one) => one.test(inWords(value)));
	});
}

/**
 * Takes the body of a refusal that names some of its recipients, how many its request had, and whether a text is one of the request;
 * returns whether it says anything beside what is wrong with them, so that the others may have been taken: they are not sent to at once.
 */
export function mayHaveGoneOn(
	body: unknown,
	recipients: number,
	isOwn: (text: string) => boolean,
): boolean {
	const named = namedIn(body);
	return named > 0 && named < recipients && !saysOnlyFaults(valuesOf(body, true), isOwn);
}
