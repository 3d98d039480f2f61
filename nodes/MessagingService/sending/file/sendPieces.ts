import { hash } from 'crypto';
import { refusalError } from '../../../shared/errors';
import type { RecordedRequest } from '../../dispatch/record';
import { CAUSES, sendRequestOf, withErrorIfAllRefused } from '../inFlight';
import { Pieces } from '../pieces';
import { recalled } from '../references';
import type { RequestOutcome, SendRequest, SendRun } from '../run';
import { halvesOf, inHalves, sendOnce } from '../sendOnce';
import { refusedBy, settled, stopped, type Message, type Ready, type Recipient } from '../message';
import type { SendKind } from '../verdict';
import { groupsOfFile } from '../way';
import { together } from './clocks';
import { judgedRecipients } from './judgeFile';
import { linesOf, type Task } from './task';

/*
 * Sends the pieces of a file, one request after the other, along the spine of all sends. A piece is known by a hash of its references.
 * A retry finds in the record which pieces the service has, and refuses a file that lacks one of them; after a killed process, which
 * leaves no record, each piece is asked for.
 */

const PIECE_KEY_LENGTH = 32;

/** The identity of messages that go out together. */
const pieceKey = (messages: readonly Message[]): string =>
	hash('sha256', messages.map(({ reference }) => reference).join(), 'hex').slice(
		0,
		PIECE_KEY_LENGTH,
	);

/** A part of a file as it is read: the messages of one request, or recipients that go into none. */
export interface Part {
	request: readonly Ready[];
	/** Refused, duplicate and skipped ones. */
	others: readonly Recipient[];
	/** Whether requests take the lines in another order than that of the file. */
	isMixed: boolean;
}

/** The parts of a file, as they come. */
export async function* partsOf(task: Task): AsyncGenerator<Part> {
	const { run, settings } = task;
	const groupOf = groupsOfFile(settings.quiet !== undefined);
	const pieces = new Pieces(run.endpoint.recipientsPerRequest, groupOf, true);
	const requestOf = (request: readonly Ready[]): Part => ({
		request,
		others: [],
		isMixed: pieces.areSeveral,
	});
	for await (const recipients of judgedRecipients(task)) {
		const others = recipients.filter(({ status }) => status !== 'ready');
		if (others.length > 0) yield { request: [], others, isMixed: false };
		yield* pieces.add(recipients).map(requestOf);
	}
	yield* pieces.rest().map(requestOf);
}

/** The pieces of a file that earlier tries sent, or may have sent, by their keys. */
const earlierPieces = ({ record }: Pick<SendRun, 'record'>, item: number) =>
	new Map(
		record.requests.flatMap((request) =>
			request.file === item ? [[request.messages[0] ?? '', request] as const] : [],
		),
	);
type EarlierPieces = ReturnType<typeof earlierPieces>;

/** Whether an earlier try, which was told that a piece is too large, sent the first part of it. */
function isBegun(messages: readonly Message[], earlier: EarlierPieces): boolean {
	let [part] = halvesOf(messages);
	while (part.length > 1 && !earlier.has(pieceKey(part))) [part] = halvesOf(part);
	return earlier.has(pieceKey(part));
}

/**
 * Looks whether all that earlier tries sent is in the file as it was. What they did not send, such as what was held back, is not known of
 * it.
 * @throws NodeOperationError if it is not
 */
export async function checkUnchanged(
	{ run, file: { item } }: Pick<Task, 'run' | 'file'>,
	pieces: () => AsyncIterable<readonly Ready[]>,
): Promise<void> {
	const earlier = earlierPieces(run, item);
	if (earlier.size === 0) return;
	const left = new Set(earlier.keys());
	const find = (messages: readonly Message[]): void => {
		if (left.delete(pieceKey(messages)) || !isBegun(messages, earlier)) return;
		for (const half of halvesOf(messages)) find(half);
	};
	for await (const piece of pieces()) {
		find(piece.map(({ message }) => message));
		if (left.size === 0) return;
	}
	throw refusalError(run.ctx.node, CHANGED, item);
}

/**
 * Why a piece is asked for before it is sent. After a killed process that is each: it went on after a piece that it counted as sent, or of
 * which the service refused all, so that a piece that is not there says nothing of the next. Only what became of the first may be unknown.
 */
const causeOf = (cause: SendRequest['cause'], isFirst: boolean): SendRequest['cause'] =>
	cause === 'begunBefore' && !isFirst ? 'retriedFromList' : cause;

/** What an earlier try left of a piece that it had sent. */
function sentBefore(
	messages: readonly Message[],
	kind: SendKind,
	{ state, id, counted, countedOnly, refused }: RecordedRequest,
): RequestOutcome {
	const [left, guessed] = [new Set(refused), new Set(countedOnly)];
	const accepted = recalled(kind, { state, id, counted: counted === true });
	const countedBefore = recalled(kind, { state, id, counted: true });
	const recipients = messages.map((message, place) => {
		if (left.has(place)) return settled(message, refusedBy(REFUSED_BEFORE));
		return settled(message, guessed.has(place) ? countedBefore : accepted);
	});
	return { recipients };
}

/** What became of a piece. */
export interface PieceOutcome extends RequestOutcome {
	/** Whether it goes into no request now: it is held back, or may go at no moment. */
	isLeft?: boolean;
}

/** Returns what sends the pieces of one file, in its order. */
export function pieceSender({
	run,
	file: { item },
	settings,
}: Pick<Task, 'run' | 'file' | 'settings'>): (piece: readonly Ready[]) => Promise<PieceOutcome> {
	const { ctx, record } = run;
	const { kind } = run.endpoint;
	const { dryRun, leaveOut, quiet } = settings;
	const earlier = earlierPieces(run, item);
	let isFirst = earlier.size === 0;

	async function sendPiece(messages: readonly Message[]): Promise<PieceOutcome> {
		const known = dryRun || earlier.size === 0 ? undefined : earlier.get(pieceKey(messages));
		if (!dryRun && !known && earlier.size > 0 && isBegun(messages, earlier))
			return await inHalves(ctx.signal, messages, sendPiece);
		if (known && known.state !== 'unknown') return sentBefore(messages, kind, known);
		const timed = quiet ? together(messages, run, settings, known !== undefined) : undefined;
		const piece = timed
			? timed.flatMap((one) => (one.status === 'ready' ? [one.message] : []))
			: messages;
		if (timed && piece.length === 0) return { recipients: timed, isLeft: true };
		if (dryRun)
			return {
				recipients: piece.map((message) => settled(message, { status: 'dry run' })),
			};
		const outcome = await sendOnce(run, {
			...sendRequestOf(run, piece, settings),
			cause: known ? undefined : causeOf(CAUSES[record.earlierStart], isFirst),
			piece: { file: item, keyOf: pieceKey },
		});
		isFirst = false;
		const recipients = ctx.signal?.aborted ? outcome.recipients.map(stopped) : outcome.recipients;
		const accepted = recipients.filter(({ status }) => status === 'accepted').length;
		ctx.functions.logger.info(
			`Messaging Service: ${linesOf(piece)} (references ${piece[0]?.reference} to ${piece.at(-1)?.reference}): ${accepted} of ${piece.length} accepted${outcome.error ? `; stopped: ${outcome.error.message}` : ''}`,
		);
		return withErrorIfAllRefused(run, leaveOut, { ...outcome, recipients });
	}
	return async (piece) => await sendPiece(piece.map(({ message }) => message));
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
