import type { BatchSettings } from '../parameters';
import type { SendRun } from '../run';
import type { Recipient, Terms } from '../settle';
import type { RecipientFile } from './openRecipients';
import type { SeenNumbers } from './seenNumbers';

/** What is needed to send one file. */
export interface Task {
	run: SendRun;
	file: RecipientFile;
	settings: BatchSettings;
	/** What applies to all of its recipients. */
	terms: Terms;
	/** The fields of the form that rows of the file have, as far as it was read: one that others lack is empty there. */
	known: Set<string>;
	/** What the file holds so far; a file that is read twice uses the tables twice. */
	seen: Record<'phones' | 'texts' | 'references', SeenNumbers>;
}

/** The lines of recipients, as an error names them. */
export const linesOf = (recipients: readonly Recipient[]): string =>
	`lines ${recipients[0]?.message.line} to ${recipients.at(-1)?.message.line}`;
