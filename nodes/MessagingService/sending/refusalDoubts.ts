import { asRecord, readBody } from '../../shared/errors';
import { isId, numberOf } from '../../shared/reply';
import { refusedRecipients } from './replyEvents';

/*
 * What makes a refusal doubtful: an ID of what was made, wherever it stands, or errors that speak of one recipient of many in an answer
 * that came as a success. No section says where a service that took a send names it.
 */

/** Names of IDs of what a send makes. */
const ID_NAME = /^(?:ids?|(?:campaign|message|sms|task)_?ids?)$/i;
/** Records in which an ID is one of something else. */
const OF_SOMETHING_ELSE = /^(?:debug|errors?|links|meta|trace)$/i;
const DEEPEST = 5;

const isAnId = (value: unknown): boolean =>
	Array.isArray(value) ? value.some((one) => isId(one)) : isId(value);

function holdsIdWithin(value: unknown, depth = 0): boolean {
	if (typeof value !== 'object' || value === null || depth > DEEPEST) return false;
	return Object.entries(value).some(
		([name, inner]: [string, unknown]) =>
			!OF_SOMETHING_ELSE.test(name) &&
			((ID_NAME.test(name) && isAnId(inner)) || holdsIdWithin(inner, depth + 1)),
	);
}

/**
 * Takes the body of an answer that refuses; returns whether an ID stands anywhere in it. `id` at its top names the request, for support,
 * where it is text and the answer has the status of a refusal.
 */
export function namesWhatWasMade(body: unknown, isSuccess: boolean): boolean {
	const read = readBody(body);
	if (read.form !== 'json') return false;
	const { id, ...rest } = asRecord(read.value) ?? { list: read.value };
	return holdsIdWithin(rest) || (isId(id) && (isSuccess || numberOf(id) !== null));
}

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
