import { asRecord, readBody } from '../../shared/errors';
import {
	inWords,
	numberOf,
	saysOnlyFaults,
	valuesOf,
	type Fields,
	type Leaf,
} from '../../shared/reply';
import { SUCCESS_CODE } from '../../shared/spec';
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

/** Said of a recipient in its error: it was left out, so that the others were not. */
const LEFT_OUT =
	/(?:^|[,;] ?|\b(?:contact|number|phone|recipient) (?:is |was )?)(?:dropped|excluded|left out|removed|skipped)$/i;

/** The code of an entry in a list of errors: 0, or `null` for an error, is that of one that was taken. */
function codeOf(entry: unknown): number | string | undefined {
	const { code, error, error_code: errorCode, status } = (asRecord(entry) ?? {}) as Fields;
	const told = [code, error, errorCode, status].find((one) => one !== undefined);
	if (told === null) return SUCCESS_CODE;
	return numberOf(told) ?? (typeof told === 'string' ? told : undefined);
}

/** Whether a list in a body has the code of success for one recipient and a fault for another. */
function refusesSomeByCode(body: unknown): boolean {
	const record = asRecord(body) ?? {};
	return [body, record.data, record.errors, record.results, record.messages].some((list) => {
		const codes = Array.isArray(list) ? list.map(codeOf) : [];
		const isFault = (code: number | string | undefined): boolean =>
			code !== undefined && code !== SUCCESS_CODE;
		return codes.includes(SUCCESS_CODE) && codes.some(isFault);
	});
}

/**
 * Takes the body of a refusal that names some of its recipients, how many its request had, and whether a text is one of the request;
 * returns whether it tells that the others were taken: the service left out those whom it names, and went on.
 */
export function saysWentOn(
	body: unknown,
	recipients: number,
	isOwn: (text: string) => boolean = () => false,
): boolean {
	if (recipients < 2) return false;
	const read = readBody(body);
	if (read.form === 'json' && refusesSomeByCode(read.value)) return true;
	const leaves = valuesOf(body, true);
	const isLeftOut = ({ value, isAside, isTrace }: Leaf): boolean =>
		isAside && !isTrace && typeof value === 'string' && LEFT_OUT.test(inWords(value));
	if (leaves.some(isLeftOut)) return true;
	const named = namedIn(body);
	if (named === 0 || named >= recipients) return false;
	return leaves.some(({ name, value, isTrace }) => {
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
