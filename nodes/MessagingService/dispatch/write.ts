import { hash } from 'crypto';
import { accountOf, usesTestKey } from '../../shared/auth';
import type { ServiceFault, ServiceReply } from '../../shared/errors';
import type { RequestParts } from '../../shared/service';
import { formatServiceTime } from '../../shared/time';
import type { OperationContext } from './context';
import { recordOf, type RecordedWrite } from './record';

/*
 * A request that changes something else than a send does: an application, a report, a contact, an RCS campaign. The record of its run
 * keeps it from being made twice. What was accepted is not made again. Of what may have been carried out the service is asked first;
 * where that does not help, a PUT is made again, as it sets what is set already, and a POST is an error.
 */

/** The request of one item, and what the record holds of it. */
export interface Write {
	/** The reply that the service gave to an earlier try. */
	readonly reply: ServiceReply | undefined;
	/** Whether an earlier try may have been carried out. */
	readonly isOpen: boolean;
	/** Whether that was with another API key. */
	readonly isOfOtherAccount: boolean;
	/** Notes that the service has carried it out. */
	noteReply(reply: ServiceReply): void;
	/** Notes whether it may have been carried out, which is so from the moment at which it leaves. */
	noteLeft(mayBeDone: boolean): void;
	/** See Writes. */
	forget(): void;
}

const KEY_LENGTH = 24;

/** Under which key the record knows the request of an item. n8n gives every try of a run the same items. */
const writeKey = (index: number, method: string, { path, qs, body }: RequestParts): string =>
	hash('sha256', JSON.stringify([index, method, path, qs, body]), 'base64url').slice(0, KEY_LENGTH);

/** The requests of a run as its record knows them. */
export interface Writes {
	of(index: number, method: string, request: RequestParts): Write;
	/** All items of the run are done: no other try will come. */
	forget(): void;
}

/** Reads the record of the run. */
export async function writesOf(ctx: OperationContext): Promise<Writes> {
	const settings = await ctx.credentials();
	const account = accountOf(settings);
	const record = recordOf(ctx, {
		account,
		today: formatServiceTime(Date.now(), settings.timeZone).slice(0, 10),
		lasting: !usesTestKey(settings),
	});
	const forget = (): void => record.forget();
	const of: Writes['of'] = (index, method, request) => {
		const key = writeKey(index, method, request);
		const before = record.write(key);
		const isOpen = before?.state === 'unknown';
		const unknown: RecordedWrite = isOpen ? before : { state: 'unknown', account };
		return {
			reply: before?.reply && { ...before.reply, headers: {} },
			isOpen,
			isOfOtherAccount: isOpen && before.account !== account,
			noteReply({ statusCode, body }) {
				record.noteWrite(key, { state: 'accepted', account, reply: { statusCode, body } });
			},
			noteLeft(mayBeDone) {
				record.noteWrite(key, mayBeDone || isOpen ? unknown : undefined);
			},
			forget,
		};
	};
	return { of, forget };
}

/** Why a POST is not made again when the outcome of an earlier try is unknown. */
export const earlierTryOpen = ({ isOfOtherAccount }: Write): ServiceFault => ({
	message: isOfOtherAccount
		? 'It is not known whether an earlier try was carried out: it used another API key'
		: 'It is not known whether an earlier try was carried out',
	description: 'A new execution of the workflow makes the request again.',
	retryable: false,
	outcome: 'unknown',
});
