import { readBody } from '../../shared/errors';
import { refusedRecipients } from './replyEvents';

/*
 * What makes a refusal of a send doubtful beside what signOfDoing finds: errors that speak of one recipient of many in an answer that came
 * as a success.
 */

/** Words that speak of one of many. */
const OF_ONE = /\b(?:contact|number|phone|recipient|row)\s*#?\d+/i;

/**
 * Takes the body of an answer that came as a success, the words of its errors, and how many recipients the request had; returns whether
 * the errors speak of some of them only, so that the others may have been taken.
 */
export function speaksOfSome(body: unknown, said: readonly string[], recipients: number): boolean {
	const read = readBody(body);
	const named = read.form === 'json' ? refusedRecipients(read.value).size : 0;
	if (named > 0) return named < recipients;
	return recipients > 1 && said.some((text) => OF_ONE.test(text));
}
