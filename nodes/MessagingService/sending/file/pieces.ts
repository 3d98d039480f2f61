import { hash } from 'crypto';
import { refusalError, type ServiceFault } from '../../../shared/errors';
import type { RecordedRequest } from '../../dispatch/record';
import { askForAll, campaignIn } from '../ask';
import { sendRequestOf } from '../inFlight';
import { acceptedAnswer } from '../references';
import type { RequestOutcome, SendRequest } from '../run';
import { sendOnce } from '../sendOnce';
import { settled, type Ready, type Recipient } from '../settle';
import { EARLIER_TRY } from '../unknown';
import { linesOf, type Task } from './task';

/*
 * Sends the pieces of a file, one request after the other, along the spine of all sends. A piece is known by a hash of its references.
 * A retry finds in the record which pieces the service has; after a killed process, which leaves no record, each piece is asked for
 * until one does not show: the pieces after it were never sent.
 */

const KEY_LENGTH = 32;

/** The identity of a piece. */
const keyOf = (piece: readonly Ready[]): string =>
	hash('sha256', piece.map(({ message }) => message.reference).join(), 'hex').slice(0, KEY_LENGTH);

const PARTLY_THERE: ServiceFault = {
	...EARLIER_TRY,
	message: 'The service shows a part of this piece of the file',
	description: 'The file, or what is left out of it, may have changed since the earlier run.',
};

/** Returns what sends the pieces of one file, in its order. */
export function pieceSender({
	run,
	file,
	settings,
}: Task): (piece: readonly Ready[]) => Promise<RequestOutcome> {
	const { ctx, record } = run;
	const { kind } = run.endpoint;
	const { item } = file;
	/** The pieces that earlier tries sent, or may have sent, in the order of the file. */
	const earlier = record.requests.filter((request) => request.file === item);
	let place = 0;
	/** Whether a process that left no record may have sent the next piece; whether any piece of it showed. */
	let mayBeThere = kind === 'campaign' && record.earlierStart !== 'none' && !run.isTest;
	let anyShown = earlier.length > 0;

	const acceptAll = (piece: readonly Ready[], id: RecordedRequest['id']): RequestOutcome => ({
		recipients: piece.map(({ message }) =>
			settled(message, { status: 'accepted', already: true, answer: acceptedAnswer(kind, { id }) }),
		),
	});

	function note(key: string, recipients: readonly Recipient[], hasError: boolean): void {
		const isUnknown = recipients.some(({ status }) => status === 'unknown');
		const accepted = recipients.find((one) => one.status === 'accepted');
		if (hasError && !isUnknown) return;
		const { campaign_id, task_id } = accepted?.answer.fields ?? {};
		const id = (campaign_id ?? task_id ?? undefined) as RecordedRequest['id'];
		const { sentAgain } = record.find(key)?.request ?? {};
		record.note({
			state: isUnknown ? 'unknown' : 'accepted',
			messages: [key],
			file: item,
			...(id !== undefined && { id }),
			...(isUnknown && sentAgain && { sentAgain }),
		});
	}

	/** What a killed process may have done with a piece. */
	async function askBefore(
		piece: readonly Ready[],
		request: SendRequest,
	): Promise<RequestOutcome | SendRequest['before']> {
		const messages = piece.map(({ message }) => message);
		const shown = await askForAll(ctx, messages, {
			kind,
			isBrief: true,
			deadline: Date.now() + request.retryForMs,
			needsBoth: true,
		});
		const answers = [...shown.values()];
		const [first] = answers;
		const isThere = answers.every(({ is }) => is === 'there');
		if (isThere && first?.is === 'there' && request.isAutomatic) {
			anyShown = true;
			return acceptAll(piece, campaignIn(first.record).id as RecordedRequest['id']);
		}
		const areNone = answers.filter(({ is }) => is === 'none').length;
		if (areNone < answers.length) {
			const isPart = areNone > 0 && answers.some(({ is }) => is === 'there');
			return { kind: 'cannotTell', fault: isPart ? PARTLY_THERE : EARLIER_TRY };
		}
		mayBeThere = false;
		return record.earlierStart === 'shown' && !anyShown ? { kind: 'begunBefore' } : undefined;
	}

	return async (piece) => {
		const key = keyOf(piece);
		const known = earlier[place++];
		if (known && !known.messages.includes(key)) throw refusalError(ctx.node, CHANGED, item);
		if (known?.state === 'accepted') return acceptAll(piece, known.id);
		const request: SendRequest = {
			...sendRequestOf(run, piece, settings),
			before: undefined,
			keysOf: () => [key],
		};
		const before = !known && mayBeThere ? await askBefore(piece, request) : undefined;
		if (before && 'recipients' in before) {
			note(key, before.recipients, false);
			return before;
		}
		const outcome = await sendOnce(run, { ...request, ...(before && { before }) });
		note(key, outcome.recipients, outcome.error !== undefined);
		const accepted = outcome.recipients.filter(({ status }) => status === 'accepted').length;
		ctx.functions.logger.info(
			`Messaging Service: ${linesOf(piece)} (references ${piece[0]?.message.reference} to ${piece.at(-1)?.message.reference}): ${accepted} of ${piece.length} accepted${outcome.error ? `; stopped: ${outcome.error.message}` : ''}`,
		);
		return outcome;
	};
}

const CHANGED = {
	field: 'Recipients',
	message:
		'The file, or what is left out of it, has changed since an earlier try, which may have sent a part of it',
	description:
		'Nothing more was sent. Put the file back as it was and retry the execution, or send the rest in a file of its own.',
};
