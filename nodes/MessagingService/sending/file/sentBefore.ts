import { judgedRecipients } from './judge';
import { seenNumbers, type SeenNumbers } from './seenNumbers';
import type { Task } from './sendPart';

/**
 * Takes a file that is about to be sent; returns the numbers that an earlier try of the run sent from it, or may have sent, each with
 * its line; undefined where there are none. A number may stand on several lines, and the first of them may have been refused in that
 * try, and be right in this one: the number has its message from the later line all the same.
 * @throws NodeOperationError where the file cannot be read
 */
export async function numbersSentBefore(
	task: Omit<Task, 'sentBefore'>,
): Promise<SeenNumbers | undefined> {
	const { memory, file, settings } = task;
	if (!memory.isRetry || settings.dryRun) return undefined;
	const sent = seenNumbers();
	for await (const recipients of judgedRecipients(task, { toSend: false })) {
		for (const { message } of recipients)
			if (memory.wasSent(file, message)) sent.add(message.phone, message.line ?? 0);
	}
	return sent.size > 0 ? sent : undefined;
}
