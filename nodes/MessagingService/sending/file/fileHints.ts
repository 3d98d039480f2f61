import { counted } from '../../../shared/text';
import { completedCounter, othersIn, TEST_KEY } from '../hints';
import { countStatuses, type Recipient } from '../settle';
import type { Encoding } from './encoding';
import type { Task } from './task';

/** What users call the encodings that are guessed. */
const GUESSED: Partial<Record<Encoding, string>> = {
	'windows-1251': 'Windows-1251 (Cyrillic)',
	'windows-1252': 'Windows-1252 (Western)',
};

/** So many senders of a file are kept at most. */
const SENDERS_AT_MOST = 100;

/** Counts the recipients of a file by what became of them, and says it in the editor when the file is done. */
export function fileHints({
	run: { ctx, endpoint, isTest },
	file,
	settings,
}: Pick<Task, 'run' | 'file' | 'settings'>) {
	const counts = countStatuses([]);
	const completed = completedCounter();
	const planned = new Set<string>();
	return {
		/** The senders of a dry run, the first of them. */
		planned,
		/** Counts recipients whose outcome is settled. */
		add(recipients: readonly Recipient[]): void {
			countStatuses(recipients, counts);
			for (const recipient of recipients) {
				completed.add(recipient);
				if (recipient.status === 'dry run' && planned.size < SENDERS_AT_MOST)
					planned.add(recipient.message.sender);
			}
		},
		/** Gives the hints at the end; `requests` is how many were made. */
		give(requests: number): void {
			if (isTest && counts.accepted > 0) ctx.hint(TEST_KEY);
			const hint = completed.hint();
			if (hint !== undefined) ctx.hint(hint);
			if (file.guessed !== undefined)
				ctx.hint(
					`The file is not UTF-8: it was read as ${GUESSED[file.guessed]}. If letters come out wrong, choose its encoding under File Encoding; Dry Run shows the texts.`,
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
				`${done}${othersIn(counts)}: the result file shows what became of each line.${later}`,
			);
		},
	};
}
