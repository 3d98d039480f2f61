import { askForEach } from './askForEach';
import type { Recipient } from './outcomes';
import { Progress } from './progress';
import type { Batch, SendRun } from './run';

/** Those of a batch that an earlier try may have sent, and that this try sends in no request (earlierTries.ts). */
const leftOpenIn = ({ recipients }: Batch): readonly Recipient[] =>
	recipients.filter(({ status }) => status === 'unknown');

/**
 * Takes a batch whose requests are sent; returns the recipients that an earlier try may have sent and that go into none of them, because
 * a check refuses them by now or they are left out. Each is asked for by its reference: what shows is accepted, and the others stay
 * unknown. None of them is sent.
 */
export async function askForLeft(run: SendRun, batch: Batch): Promise<readonly Recipient[]> {
	const open = leftOpenIn(batch);
	const progress = new Progress(open);
	const sought = open.map((recipient) => ({
		recipient,
		ask: {
			type: 'ask',
			reason: (recipient.status === 'unknown' && recipient.reason) || '',
			taken: true,
		} as const,
	}));
	await askForEach(run, progress, sought);
	return progress.recipients;
}
