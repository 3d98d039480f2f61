import { asRecord, isFilled } from '../errors';
import { numberOf } from './values';

/** What a record of a reply may say a fault with. */
export interface FaultMarks {
	error?: unknown;
	errors?: unknown;
	success?: unknown;
	status?: unknown;
	code?: unknown;
}

/** Whether what stands under `error` or `errors` is more than nothing and the code of success. */
function isFault(value: unknown): boolean {
	const code = numberOf(asRecord(value)?.code ?? value);
	if (code !== null) return code !== 0;
	return value === true || isFilled(value);
}

/**
 * Takes a record of a reply; returns whether it says in any way, with a code or in words, that something went wrong, be it a refusal or
 * not. What stands beside an id in such a record is in doubt.
 */
export const saysFault = ({ error, errors, success, status, code }: FaultMarks): boolean =>
	isFault(error) ||
	isFault(errors) ||
	success === false ||
	// No status of a message or a campaign.
	(typeof status === 'string' && /^(?:error|fail|failure)$/i.test(status.trim())) ||
	// Small numbers under `code` mean success to some services; a status of a refusal does not.
	((numberOf(code) ?? 0) >= 400 && (numberOf(code) ?? 0) < 600);
