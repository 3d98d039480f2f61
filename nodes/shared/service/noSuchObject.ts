import { asRecord, isFilled, isOfPath, readBody, textsAnywhere } from '../errors';
import { CODE_SMS_NOT_FOUND, CODE_TASK_INCORRECT, CODE_TASK_NOT_FOUND } from '../spec';
import type { CallOutcome } from '../transport';

/** Codes by which the service says that it has no such message or task. */
export const CODES_OF_NO_OBJECT: readonly unknown[] = [
	CODE_SMS_NOT_FOUND,
	CODE_TASK_INCORRECT,
	CODE_TASK_NOT_FOUND,
];

const NOT_FOUND = 404;

/** Words by which whoever took the request says that nobody handles its address, be it that of a message or not. */
const OF_ADDRESS =
	/\b(?:endpoint|handler|method|operation|page|path|route|ur[il]s?)\b|\bcannot get\b|\bget \/|(?<!\p{L})(?:маршрут|страниц|сторінк)/iu;

/** Whether a body is data that say something, and nothing of the address that was asked. */
function saysNoObject(body: unknown): boolean {
	const read = readBody(body);
	const fields = read.form === 'json' ? asRecord(read.value) : undefined;
	if (fields === undefined) return false;
	const says = Object.values(fields).some((value) => typeof value === 'number' || isFilled(value));
	return says && !textsAnywhere(fields).some((text) => OF_ADDRESS.test(text));
}

/**
 * Takes what a look-up of a message or a task came to; returns whether the service says that it has none. A page, an empty body or a word
 * about the address with the status 404 only says that the question did not come to where it is answered, as with a wrong base URL.
 */
export const isNoSuchObject = ({ fault, body }: CallOutcome): boolean =>
	fault?.code === undefined
		? fault?.httpStatus === NOT_FOUND && saysNoObject(body)
		: CODES_OF_NO_OBJECT.includes(fault.code);

/** Whether a look-up did not come to where it is answered, as far as is known. */
export const isAstray = (outcome: CallOutcome): boolean =>
	outcome.fault !== undefined && isOfPath(outcome.fault) && !isNoSuchObject(outcome);
