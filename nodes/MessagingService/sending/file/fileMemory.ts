import type { Remembered, RunMemory } from '../../dispatch/memory';
import { recallLeftOut } from '../earlierTries';
import {
	advance,
	itemOfPlace,
	placeKey,
	rankOfPlace,
	ready,
	type Message,
	type Recipient,
} from '../outcomes';
import { asBefore } from '../references';
import { madeIds } from '../givenIds';
import {
	accountsWith,
	isOfOtherAccount,
	noteOutcomes,
	recallOutcomes,
	rememberOutcomes,
} from '../remember';
import type { SendRun } from '../run';
import type { RecipientFile } from './openRecipients';
import { readSentLines, writeSentLines, type SentLines } from './sentLines';

/** Under which key a run remembers a request of a file: by the content of the file, and a number of its own. */
const keyOf = ({ item, digest }: RecipientFile, request: number): string =>
	`file ${item} ${digest} ${request}`;

/**
 * Gives recipients that an earlier try may have sent the references of that try: they are others where it was made on another day, under
 * From Content and Day, or where the user has chosen other references since.
 */
const withEarlierReference = (memory: RunMemory, recipient: Recipient): Recipient => {
	const { status, message } = recipient;
	const before = status === 'ready' ? memory.recall(placeKey(message)) : undefined;
	return before ? ready(asBefore(memory.run, message, before)) : recipient;
};

/** A request, or a part of one, that the service accepted in an earlier try. */
interface Done {
	lines: SentLines;
	what: Remembered;
}

/** The accepted requests of a file: those of earlier tries, and how many there are with those of this one. */
interface FileRequests {
	earlier: Done[];
	count: number;
	/** The one in which a line was found last: most often the next line is there, too, and a file may have a thousand of them. */
	last?: Done;
}

/** Finds the earlier request that carried a message. */
function carrierOf(requests: FileRequests, message: Message): Done | undefined {
	const { earlier, last } = requests;
	if (last?.lines.has(message)) return last;
	const found = earlier.find(({ lines }) => lines.has(message));
	if (found) requests.last = found;
	return found;
}

/** What the run remembers of the requests of its files: one entry for each that was accepted, and the recipients of the one that failed. */
export interface FileMemory {
	/** Whether an earlier try left anything behind. */
	readonly isRetry: boolean;
	/** Whether an earlier try sent a message, or may have sent it. */
	wasSent(file: RecipientFile, message: Message): boolean;
	/** The last line of which nobody knows whether an earlier try sent it; 0 where there is none. */
	lastOpenLine(file: RecipientFile): number;
	/** Lets recipients become what an earlier try left of them, those too that this try refuses or leaves out. */
	recall(file: RecipientFile, recipients: readonly Recipient[]): readonly Recipient[];
	/** Notes that a request is done with; `recalled` is what it was before it was sent. */
	note(file: RecipientFile, recalled: readonly Recipient[], ended: readonly Recipient[]): void;
	/** Leaves it behind for the next try, with those of a request that failed. */
	keep(failed: readonly Recipient[]): void;
}

/** Returns the memory of a run that sends files. */
export function fileMemory(run: SendRun): FileMemory {
	const { memory } = run;
	const files = new Map<string, FileRequests>();
	const kept = new Map<string, Remembered>();

	function requestsOf(file: RecipientFile): FileRequests {
		const name = keyOf(file, 0);
		const known = files.get(name);
		if (known) return known;
		const earlier: Done[] = [];
		for (;;) {
			const key = keyOf(file, earlier.length);
			const what = memory.recall(key);
			if (what?.lines === undefined) break;
			kept.set(key, what);
			earlier.push({ lines: readSentLines(what.lines), what });
		}
		const requests = { earlier, count: earlier.length };
		files.set(name, requests);
		return requests;
	}

	function recallOne(requests: FileRequests, recipient: Recipient): Recipient {
		const { status, message } = recipient;
		const sent = status === 'merged' ? undefined : carrierOf(requests, message);
		if (!sent) return recallLeftOut(memory, withEarlierReference(memory, recipient));
		const { result: fields = {}, summary } = sent.what;
		if (!isOfOtherAccount(memory, sent.what))
			run.givenIds.know(madeIds(run.endpoint, { summary, recipients: [{ fields }] }));
		return advance(advance(ready(message), { type: 'sending' }), {
			type: 'accepted',
			answer: { fields, summary },
			already: true,
		});
	}

	return {
		isRetry: memory.size > 0,
		wasSent: (file, message) =>
			carrierOf(requestsOf(file), message) !== undefined ||
			memory.recall(placeKey(message)) !== undefined,
		lastOpenLine: ({ item }) =>
			memory.openPlaces
				.filter((place) => itemOfPlace(place) === item)
				.reduce((last, place) => Math.max(last, rankOfPlace(place)), 0),
		recall(file, recipients) {
			if (memory.size === 0) return recipients;
			const requests = requestsOf(file);
			return recallOutcomes(
				run,
				recipients.map((recipient) => recallOne(requests, recipient)),
			);
		},
		note(file, recalled, ended) {
			const wasSent = new Set(
				recalled.flatMap(({ status, message }) => (status === 'accepted' ? [message] : [])),
			);
			const sent = ended.filter(({ message }) => !wasSent.has(message));
			// What was held back, refused, or not sent any more, is still to be sent.
			if (sent.some(({ status }) => status !== 'accepted')) {
				noteOutcomes(run, [{ recipients: sent }]);
				return;
			}
			const answer = sent.find((recipient) => recipient.status === 'accepted')?.answer;
			if (!answer) return;
			const { fields: result, summary } = answer;
			const lines = writeSentLines(sent.map(({ message }) => message));
			const requests = requestsOf(file);
			kept.set(keyOf(file, requests.count++), {
				state: 'accepted',
				result,
				summary,
				lines,
				accounts: accountsWith(memory),
			});
		},
		keep(failed) {
			for (const [key, what] of kept) memory.remember(key, what);
			rememberOutcomes(run, [{ recipients: failed }]);
		},
	};
}
