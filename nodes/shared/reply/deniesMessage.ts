import { asRecord, isFilled, readBody } from '../errors';
import { MESSAGE_STATUSES, SUCCESS_CODE } from '../spec';
import { isId } from './isId';
import { holdsRefusingWords, saysFault } from './saysFault';
import { numberOf, statusOf, timeOf, unwrap, type Fields } from './values';

/*
 * What in a message speaks against the answer that holds it. A message that failed tells why, with a code and in words, and some services
 * show its text as well: none of that says that the question was refused.
 */

/** Whether a record names the message that it is. */
const namesMessage = ({ id, message_id, sms_id, msisdn, phone }: Fields): boolean =>
	[id, message_id, sms_id, msisdn, phone].some(isId);

/** Whether a value tells a time. What was never sent has a zero date. */
const isTime = (value: unknown): boolean => isFilled(value) && timeOf(value, 'UTC') !== null;

/** Whether a record has what only a message has, and no refusal (2.2). */
const isOfMessage = ({ msisdn, phone, time_in, time_sent, time_dr }: Fields): boolean =>
	[msisdn, phone].some(isId) || [time_in, time_sent, time_dr].some(isTime);

/**
 * Whether a record is a message that shows its state; `code` is what the reply says of the question. The states of messages and what only
 * a message has tell it from a refusal that repeats an ID. Where a state is another word, the code of success must stand beside it.
 */
function showsState(record: Fields, code: unknown): boolean {
	const status = statusOf(record.status) ?? '';
	if (!namesMessage(record) || !isOfMessage(record)) return false;
	const isWord = /\p{L}/u.test(status) && numberOf(code) === SUCCESS_CODE;
	return isWord || Object.hasOwn(MESSAGE_STATUSES, status);
}

/**
 * Takes a record of a reply about messages, and the code of success or of a fault that counts for it; returns whether it says that
 * something went wrong with the question. Of a message that shows its state that is said by what no message has.
 */
export function saysFaultOfQuestion(record: Fields, code: unknown = record.error): boolean {
	if (!showsState(record, code)) return saysFault(record);
	const { error, success, ok, result } = record;
	// A status of a refusal under `code` may be why the message failed, where the service says that the question was no fault.
	const asked = numberOf(code) === SUCCESS_CODE ? undefined : record.code;
	return saysFault({ error, success, ok, result, code: asked });
}

/** Names under which a record says by itself what became of it: the words beside them may say the same. */
const OWN_WORDS = ['error', 'code', 'errorDescription', 'error_description'] as const;

/**
 * Takes a record within a reply and the reply around it; returns the record with the code of success of the reply, where it names
 * something and says nothing of itself but words. Those may be the text of a message, as they would beside the code.
 */
export function withCodeAround(record: Fields, outer: Fields): Fields {
	const isSilent = OWN_WORDS.every((name) => !record[name]);
	const isCovered = numberOf(outer.error) === SUCCESS_CODE && isId(record.id) && isSilent;
	return isCovered ? { ...record, error: SUCCESS_CODE } : record;
}

/** Takes the body of a reply to the question for a message; returns whether it says, around the message or within, that the question went wrong. */
export function deniesMessage(body: unknown): boolean {
	const read = readBody(body);
	const json = read.form === 'json' ? read.value : {};
	const outer = asRecord(json) ?? {};
	const message = unwrap(json);
	const code = message.error ?? outer.error;
	const isDenied =
		saysFaultOfQuestion(message, code) ||
		(!showsState(message, code) && holdsRefusingWords(withCodeAround(message, outer)));
	return isDenied || (message !== outer && (saysFault(outer) || holdsRefusingWords(outer)));
}
