import { counted } from '../../../shared/text';
import {
	completedCounter,
	getOf,
	isReached,
	othersIn,
	smsSenderOf,
	TEST_KEY,
	unmeantCounter,
} from '../hints';
import { saidBy, type Counts, type Recipient } from '../message';
import { uncountedCounter } from '../shortLinks';
import type { Task } from './task';

/** So many senders of a file are kept at most. */
const SENDERS_AT_MOST = 100;

/** Counts the recipients of a file by what became of them, and says it in the editor when the file is done. */
export function fileHints({
	run: { ctx, endpoint, isTest },
	settings,
}: Pick<Task, 'run' | 'settings'>) {
	const completed = completedCounter();
	const planned = new Set<string>();
	const unmeant = unmeantCounter(ctx);
	const uncounted = uncountedCounter();
	return {
		/** The senders of a dry run, the first of them. */
		planned,
		/** Takes recipients whose outcome is settled. */
		add(recipients: readonly Recipient[]): void {
			for (const recipient of recipients) {
				completed.add(recipient);
				const { message, status } = recipient;
				const sender = status === 'dry run' ? smsSenderOf(message) : undefined;
				if (sender !== undefined && planned.size < SENDERS_AT_MOST) planned.add(sender);
				if (!isReached(recipient)) continue;
				unmeant.add(saidBy(message));
				uncounted.add(message);
			}
		},
		/** Gives the hints at the end; `requests` is how many were made, `left` what was not sent. */
		give(counts: Counts, requests: number, left?: string): void {
			if (isTest && counts.accepted > 0) ctx.hint(TEST_KEY);
			for (const hint of [completed.hint(), unmeant.hint(), uncounted.hint()])
				if (hint !== undefined) ctx.hint(hint);
			const { dryRun } = settings;
			const done = dryRun
				? `${counts['dry run']} of the file would be sent in ${counted(requests, 'request')}`
				: `${counted(counts.accepted, 'recipient')} of the file accepted in ${counted(requests, 'request')}`;
			const later =
				endpoint.kind === 'campaign' && !dryRun && requests > 0
					? ` ${getOf(endpoint)} shows how they go on.`
					: '';
			ctx.hint(
				`${done}${othersIn(counts)}: the result file shows what became of each line.${left === undefined ? '' : ` ${left}.`}${later}`,
			);
		},
	};
}
