import type { Remembered, RunMemory } from '../../dispatch/memory';
import { advance, placeKey, ready, type Recipient } from '../outcomes';
import { noteOutcomes, recallOutcomes, rememberOutcomes } from '../remember';
import type { SendRun } from '../run';
import type { RecipientFile } from './openRecipients';

/** Under which key a run remembers a request of a file: by what it holds. */
function keyOf({ item, digest }: RecipientFile, request: readonly Recipient[]): string {
	const { message: first } = request[0] ?? {};
	const { message: last } = request.at(-1) ?? {};
	return `file ${item} ${digest} ${first?.line}-${last?.line} ${first?.phone} ${last?.phone} ${request.length}`;
}

/**
 * Gives recipients that an earlier try may have sent the references of that try: they are others where it was made on another day, under
 * From Content and Day, or where the user has chosen other references since.
 */
const withEarlierReferences = (memory: RunMemory, request: readonly Recipient[]): Recipient[] =>
	request.map((recipient) => {
		const { message } = recipient;
		const { reference = message.reference } = memory.recall(placeKey(message)) ?? {};
		return recipient.status === 'ready' && reference !== message.reference
			? ready({ ...message, reference })
			: recipient;
	});

/** What the run remembers of the requests of its files: one entry for each that was accepted, and the recipients of the one that failed. */
export interface FileMemory {
	/** Lets the recipients of a request become what an earlier try left of them. */
	recall(file: RecipientFile, request: readonly Recipient[]): readonly Recipient[];
	/** Notes that a request is done with. */
	note(file: RecipientFile, request: readonly Recipient[], ended: readonly Recipient[]): void;
	/** Leaves it behind for the next try, with those of a request that failed. */
	keep(failed: readonly Recipient[]): void;
}

/** Returns the memory of a run that sends files. */
export function fileMemory({ memory }: SendRun): FileMemory {
	const done = new Map<string, Remembered>();
	return {
		recall(file, request) {
			if (memory.size === 0 || request.length === 0) return request;
			const key = keyOf(file, request);
			const earlier = memory.recall(key);
			if (earlier?.state !== 'accepted')
				return recallOutcomes(memory, withEarlierReferences(memory, request));
			done.set(key, earlier);
			const { result: fields = {}, summary } = earlier;
			return request.map((recipient) =>
				advance(advance(recipient, { type: 'sending' }), {
					type: 'accepted',
					answer: { fields, summary },
					already: true,
				}),
			);
		},
		note(file, request, ended) {
			// What was held back, refused, or not sent any more, is still to be sent.
			if (ended.some(({ status }) => status !== 'accepted')) {
				noteOutcomes(memory, ended);
				return;
			}
			const answer = ended.find((recipient) => recipient.status === 'accepted')?.answer;
			done.set(keyOf(file, request), {
				state: 'accepted',
				result: answer?.fields,
				summary: answer?.summary,
			});
		},
		keep(failed) {
			for (const [key, what] of done) memory.remember(key, what);
			rememberOutcomes(memory, failed, true);
		},
	};
}
