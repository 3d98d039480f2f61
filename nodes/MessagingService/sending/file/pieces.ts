import { hash } from 'crypto';
import { refusalError } from '../../../shared/errors';
import type { RecordedRequest } from '../../dispatch/record';
import { CAUSES, sendRequestOf } from '../inFlight';
import { recalled } from '../references';
import type { RequestOutcome, SendRequest } from '../run';
import { halvesOf, sendOnce } from '../sendOnce';
import { leftAfterHalf, refusedBy, settled, type Message, type Ready } from '../settle';
import type { SendKind } from '../verdict';
import { linesOf, type Task } from './task';

/*
 * Sends the pieces of a file, one request after the other, along the spine of all sends. A piece is known by a hash of its references.
 * A retry finds in the record which pieces the service has; after a killed process, which leaves no record, each piece is asked for
 * until one does not show: the pieces after it were never sent.
 */

const KEY_LENGTH = 32;

/** The identity of messages that go out together. */
const keyOf = (messages: readonly Message[]): string =>
	hash('sha256', messages.map(({ reference }) => reference).join(), 'hex').slice(0, KEY_LENGTH);

/** Whether an earlier try, which was told that a piece is too large, sent the first part of it under this key. */
function beginsWith(piece: readonly Message[], key: string): boolean {
	let [part] = halvesOf(piece);
	while (part.length > 1 && keyOf(part) !== key) [part] = halvesOf(part);
	return keyOf(part) === key;
}

/** What is known of the pieces before the next one. */
export interface Before {
	/** Why a process that left no record may have sent the next piece; nothing once one of them does not show. */
	cause: SendRequest['cause'];
	/** Whether any piece was sent by an earlier try. */
	isAnyThere: boolean;
}

/** Why the next piece is asked for first. Where a piece shows, the one that does not is the first that was not sent. */
export const causeOfNext = ({ cause, isAnyThere }: Before): SendRequest['cause'] =>
	cause === 'begunBefore' && isAnyThere ? 'retriedFromList' : cause;

/** What is known after a piece. Of those after one that was sent now, none can have been sent before. */
export const afterPiece = (
	before: Before,
	{ kind, wasPosted }: { kind: SendKind; wasPosted: boolean },
): Before => ({
	cause: kind === 'campaign' && wasPosted ? undefined : before.cause,
	isAnyThere: before.isAnyThere || !wasPosted,
});

/** What an earlier try left of a piece that it had sent. */
const sentBefore = (
	piece: readonly Ready[],
	kind: SendKind,
	{ state, id, counted, refused = [] }: RecordedRequest,
): RequestOutcome => {
	const left = new Set(refused);
	const event = recalled(kind, { state, id, counted: counted === true });
	return {
		wasPosted: false,
		recipients: piece.map(({ message }, place) =>
			settled(message, left.has(place) ? refusedBy(REFUSED_BEFORE) : event),
		),
	};
};

/** Returns what sends the pieces of one file, in its order. */
export function pieceSender({
	run,
	file: { item },
	settings,
}: Task): (piece: readonly Ready[]) => Promise<RequestOutcome> {
	const { ctx, record } = run;
	const { kind } = run.endpoint;
	/** The pieces that earlier tries sent, or may have sent, in the order of the file. */
	const earlier = record.requests.filter((request) => request.file === item);
	let place = 0;
	let before: Before = { cause: CAUSES[record.earlierStart], isAnyThere: earlier.length > 0 };

	/** Sends both halves of a piece that an earlier try began to send so. */
	async function sendHalves(piece: readonly Ready[]): Promise<RequestOutcome> {
		const [first, second] = halvesOf(piece);
		const one = await sendPiece(first);
		if (one.error || ctx.signal?.aborted)
			return {
				...one,
				recipients: [...one.recipients, ...second.map(({ message }) => leftAfterHalf(message))],
			};
		const other = await sendPiece(second);
		return { ...other, recipients: [...one.recipients, ...other.recipients] };
	}

	async function sendPiece(piece: readonly Ready[]): Promise<RequestOutcome> {
		const messages = piece.map(({ message }) => message);
		const known = earlier[place];
		const [key = ''] = known?.messages ?? [];
		if (known && key !== keyOf(messages)) {
			if (beginsWith(messages, key)) return await sendHalves(piece);
			throw refusalError(ctx.node, CHANGED, item);
		}
		place++;
		if (known && known.state !== 'unknown') return sentBefore(piece, kind, known);
		const outcome = await sendOnce(run, {
			...sendRequestOf(run, piece, settings),
			cause: known ? undefined : causeOfNext(before),
			piece: { file: item, keyOf },
		});
		before = afterPiece(before, { kind, wasPosted: outcome.wasPosted });
		const accepted = outcome.recipients.filter(({ status }) => status === 'accepted').length;
		ctx.functions.logger.info(
			`Messaging Service: ${linesOf(piece)} (references ${piece[0]?.message.reference} to ${piece.at(-1)?.message.reference}): ${accepted} of ${piece.length} accepted${outcome.error ? `; stopped: ${outcome.error.message}` : ''}`,
		);
		return outcome;
	}
	return sendPiece;
}

const REFUSED_BEFORE = {
	field: '',
	message: 'The service refused it in an earlier try',
};

const CHANGED = {
	field: 'Recipients',
	message:
		'The file, or what is left out of it, has changed since an earlier try, which may have sent a part of it',
	description:
		'Nothing more was sent. Put the file back as it was and retry the execution, or send the rest in a file of its own.',
};
