import type { BatchSettings } from '../parameters';
import type { SendRun } from '../run';
import type { Message, Recipient, Terms } from '../message';
import type { RecipientFile } from './openRecipients';
import type { Repeats } from '../repeats';

/** What is needed to send one file. */
export interface Task {
	run: SendRun;
	file: RecipientFile;
	settings: BatchSettings;
	/** What applies to all of its recipients. */
	terms: Terms;
	/** The fields of the form that rows of the file have, as far as it was read: one that others lack is empty there. */
	known: Set<string>;
	/** What came before in the file; a file that is read twice, and the next one, use the tables again. */
	repeats: Repeats;
	/** Its recipients as they were judged, if they are few enough to be held. */
	held?: ReadonlyArray<readonly Recipient[]> | undefined;
}

/** The lines of messages, as an error names them. */
export const linesOf = (messages: readonly Message[]): string =>
	`lines ${messages[0]?.line} to ${messages.at(-1)?.line}`;
