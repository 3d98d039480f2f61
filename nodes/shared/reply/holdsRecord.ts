import type { Fields } from './values';

/** Names under which a service tells what became of a request. What stands there makes no record of a list. */
const OF_ANSWER: ReadonlySet<string> = new Set([
	'code',
	'description',
	'detail',
	'details',
	'error',
	'error_code',
	'error_description',
	'error_message',
	'errorCode',
	'errorDescription',
	'errorMessage',
	'errors',
	'info',
	'message',
	'msg',
	'ok',
	'reason',
	'success',
	'timestamp',
	'title',
	'type',
]);

const isTold = (value: unknown): boolean =>
	value !== null && value !== undefined && !(typeof value === 'string' && value.trim() === '');

/**
 * Whether an entry of a list tells anything of a record, an ID or another field of it. One that tells only what became of the request, or
 * nothing at all, stands in place of a record. A status is that of the request where its words stand beside it.
 */
export function holdsRecord(entry: Fields): boolean {
	const names = Object.keys(entry).filter((name) => isTold(entry[name]));
	const isAnswer = names.some((name) => OF_ANSWER.has(name));
	return names.some((name) => !OF_ANSWER.has(name) && !(name === 'status' && isAnswer));
}
