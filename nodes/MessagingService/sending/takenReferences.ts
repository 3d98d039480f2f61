import { settleEachByReference } from './alreadyAccepted';
import { askForEach } from './askForEach';
import { isOpen, type Recipient } from './outcomes';
import type { Progress } from './progress';
import type { SendRun } from './run';

/*
 * A request for many messages that the service refuses as a whole, because it knows a reference (section 7, code 23) and does not say
 * whose. Each message is asked for: those that it holds were accepted before, and the others go out without them.
 */

const NOT_SAID = 'The service knows a reference of the request already, and does not say whose';

/** Whether recipients are several messages of the legacy interface, each with a reference. */
export const isManyMessages = ({ endpoint }: SendRun, recipients: readonly Recipient[]): boolean =>
	!endpoint.campaign &&
	recipients.length > 1 &&
	recipients.every(({ message }) => message.reference !== '');

/**
 * Settles the recipients that the service holds. Returns whether the others may go out without them; where it shows none, all become
 * unknown with the reason.
 * @throws NodeApiError where the service does not answer
 */
export async function settleTaken(
	run: SendRun,
	progress: Progress,
	recipients: readonly Recipient[],
): Promise<boolean> {
	await settleEachByReference(run, progress, recipients);
	const open = recipients.filter((recipient) => {
		const now = progress.of(recipient);
		return now !== undefined && isOpen(now);
	});
	if (run.ctx.signal?.aborted) return false;
	if (open.length < recipients.length) return true;
	await askForEach(
		run,
		progress,
		open.map((recipient) => ({ recipient, ask: { type: 'ask', reason: NOT_SAID, taken: true } })),
	);
	return false;
}
