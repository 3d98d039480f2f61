import { counted } from '../../../shared/text';
import { completedCounter } from '../countries';
import type { Recipient } from '../outcomes';
import type { SendRun } from '../run';

/** What is told beside the output of a file, at its end. */
export interface FileHints {
	/** Takes recipients of which it is known what became. */
	add(recipients: readonly Recipient[]): void;
	/** Takes how many requests were made; gives the hints. */
	give(requests: number): void;
}

/** Counts the recipients of a file by what became of them, and says it in the editor when the file is done. */
export function fileHints({ ctx, endpoint }: SendRun): FileHints {
	const counts: Partial<Record<Recipient['status'], number>> = {};
	const completed = completedCounter();
	return {
		add(recipients) {
			for (const { status } of recipients) counts[status] = (counts[status] ?? 0) + 1;
			completed.add(recipients);
		},
		give(requests) {
			const hint = completed.hint();
			if (hint !== undefined) ctx.hint(hint);
			const left = (['refused', 'unknown', 'merged', 'skipped'] as const)
				.flatMap((status) => (counts[status] ? `, ${counts[status]} ${status}` : []))
				.join('');
			const planned = counts['dry run'];
			const done =
				planned === undefined
					? `${counted(counts.accepted ?? 0, 'recipient')} of the file accepted in ${counted(requests, 'request')}`
					: `${planned} of the file would be sent in ${counted(requests, 'request')}`;
			const later =
				endpoint.campaign && planned === undefined ? ' Campaign: Get shows how they go on.' : '';
			ctx.hint(`${done}${left}: the result file tells what became of each line.${later}`);
		},
	};
}
