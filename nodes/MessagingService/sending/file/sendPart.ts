import type { NodeFault } from '../../dispatch/nodeErrors';
import { withErrorWhereAllRefused } from '../allRefused';
import { advance, type Recipient } from '../outcomes';
import type { BatchSettings } from '../parameters';
import type { Batch, SendRun } from '../run';
import { sendRequest } from '../sendRequest';
import type { FileMemory } from './fileMemory';
import type { RecipientFile } from './openRecipients';
import type { Part } from './parts';
import type { SeenNumbers } from './seenNumbers';

/** What is needed to send one file. */
export interface Task {
	run: SendRun;
	file: RecipientFile;
	settings: BatchSettings;
	memory: FileMemory;
	/** Tables of what the file holds so far; a file that is read twice uses them twice. */
	seen: { phones: SeenNumbers; references: SeenNumbers };
}

/** The lines of recipients, as an error names them. */
export const linesOf = (recipients: readonly Recipient[]): string =>
	`lines ${recipients[0]?.message.line} to ${recipients.at(-1)?.message.line}`;

/** Says in an error which lines it is about, and how the rest is sent. */
export function nameLines(
	error: NodeFault,
	{ request, nextLine }: Part,
	byClocks: boolean,
): NodeFault {
	const rest = byClocks
		? 'It carried those of them who have the same clocks; with Quiet Hours, others before and after them may be left. Retry the execution: it sends only what is left.'
		: nextLine === undefined
			? 'They are the last ones of the file.'
			: `All lines before them are done. Once you know what became of them, send the rest with First Line to Send: ${nextLine}.`;
	error.description =
		`${error.description ?? ''} The request carried ${linesOf(request)} of the file. ${rest}`.trim();
	return error;
}

/** Sends the request of a part, unless it was sent before; notes and logs what became of it. */
export async function sendPart(
	{ run, file, settings, memory }: Task,
	part: Part,
	ask: (request: readonly Recipient[]) => Promise<readonly Recipient[]>,
): Promise<{ recipients: readonly Recipient[]; error?: NodeFault }> {
	const { request } = part;
	if (settings.dryRun)
		return { recipients: request.map((one) => advance(one, { type: 'previewed' })) };
	const recalled = await ask(memory.recall(file, request));
	const batch: Batch = {
		items: [file.item],
		settings,
		recipients: recalled,
		requests: [recalled],
		errors: new Map(),
	};
	const [outcome] = withErrorWhereAllRefused(run, batch, [
		await sendRequest(run, recalled, settings),
	]);
	const { recipients = recalled, error } = outcome ?? {};
	const accepted = recipients.filter(({ status }) => status === 'accepted').length;
	run.ctx.functions.logger.info(
		`Messaging Service: ${linesOf(request)} (references ${request[0]?.message.reference} to ${request.at(-1)?.message.reference}): ${accepted} of ${request.length} accepted${error ? `; stopped: ${error.message}` : ''}`,
	);
	if (error) return { recipients, error };
	memory.note(file, request, recipients);
	return { recipients };
}
