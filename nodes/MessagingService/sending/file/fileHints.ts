import { counted } from '../../../shared/text';
import { completedCounter, isReached, othersIn, TEST_KEY, unmeantCounter } from '../hints';
import { countStatuses, type Recipient } from '../settle';
import type { Encoding } from './encoding';
import type { Task } from './task';

/** What users call the encodings that are guessed. */
const GUESSED: Partial<Record<Encoding, string>> = {
	'windows-1251': 'Windows-1251 (Cyrillic)',
	'windows-1252': 'Windows-1252 (Western)',
};

/** Counts the recipients of a file by what became of them, and says it in the editor when the file is done. */
export function fileHints({
	run: { ctx, endpoint, isTest },
	file,
	settings,
}: Pick<Task, 'run' | 'file' | 'settings'>) {
	const counts = countStatuses([]);
	const completed = completedCounter();
	const unmeant = unmeantCounter(ctx);
	return {
		/** Counts recipients whose outcome is settled. */
		add(recipients: readonly Recipient[]): void {
			countStatuses(recipients, counts);
			for (const recipient of recipients) {
				completed.add(recipient);
				if (isReached(recipient)) unmeant.add(recipient.message.text);
			}
		},
		/** Gives the hints at the end; `requests` is how many were made. */
		give(requests: number): void {
			if (isTest && counts.accepted > 0) ctx.hint(TEST_KEY);
			for (const hint of [completed.hint(), unmeant.hint()]) if (hint !== undefined) ctx.hint(hint);
			if (file.guessed !== undefined)
				ctx.hint(
					`The file is not UTF-8: it was read as ${GUESSED[file.guessed]}. Where letters come out wrong, choose its encoding under File Encoding; Dry Run shows the texts.`,
				);
			const { dryRun } = settings;
			const done = dryRun
				? `${counts['dry run']} of the file would be sent in ${counted(requests, 'request')}`
				: `${counted(counts.accepted, 'recipient')} of the file accepted in ${counted(requests, 'request')}`;
			const later =
				endpoint.kind === 'campaign' && !dryRun && requests > 0
					? ' Campaign: Get shows how they go on.'
					: '';
			ctx.hint(
				`${done}${othersIn(counts)}: the result file tells what became of each line.${later}`,
			);
		},
	};
}
