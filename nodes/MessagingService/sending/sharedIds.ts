import { askForEach, type Sought } from './askForEach';
import { madeIds } from './givenIds';
import type { Recipient } from './outcomes';
import { Progress } from './progress';
import { withErrorOfUnknown, type RequestOutcome } from './sendRequest';
import type { SendRun } from './run';

/*
 * Requests that are under way side by side, and whose answers name the same campaign, task or message, as where a guard against double
 * submits gives the second one what the first one made. Whoever was answered first was believed. So all that rests on such an answer is
 * asked for at the end.
 */

const SHARED_ID =
	'The answer of the service names what it names in the answer to another request as well';

/** Whether nothing but an ID that came with another answer as well says that a recipient was accepted. */
function restsOnShared({ endpoint, givenIds }: SendRun, recipient: Recipient): boolean {
	if (recipient.status !== 'accepted' || recipient.already) return false;
	const { fields, summary } = recipient.answer;
	return givenIds.areShared(madeIds(endpoint, { summary, recipients: [{ fields }] }));
}

/** Takes what became of requests; returns it as it is once what rests on shared IDs was asked for by its references. */
export async function withSharedAskedFor(
	run: SendRun,
	outcomes: readonly RequestOutcome[],
): Promise<RequestOutcome[]> {
	const settled: RequestOutcome[] = [];
	for (const outcome of outcomes) settled.push(await settledWithoutShared(run, outcome));
	return settled;
}

/** A recipient as its answer had it, where the service shows the same message under its reference: the answer tells more, such as a price. */
function confirmed(answered: Recipient | undefined, found: Recipient): Recipient {
	if (answered?.status !== 'accepted' || found.status !== 'accepted') return found;
	const [told, shown] = [answered, found].map(
		({ answer }) => answer.fields.id ?? answer.summary?.id,
	);
	return String(told) === String(shown) ? answered : found;
}

/** Takes what became of a request; asks for what rests on shared IDs in it. */
async function settledWithoutShared(
	run: SendRun,
	outcome: RequestOutcome,
): Promise<RequestOutcome> {
	const doubtful = outcome.recipients.filter((recipient) => restsOnShared(run, recipient));
	if (doubtful.length === 0) return outcome;
	const isDoubtful = new Set(doubtful);
	const progress = new Progress(
		outcome.recipients.map((recipient) =>
			isDoubtful.has(recipient) ? { status: 'unknown', message: recipient.message } : recipient,
		),
	);
	const sought = doubtful.map(
		(recipient): Sought => ({ recipient, ask: { type: 'ask', reason: SHARED_ID } }),
	);
	const [first] = doubtful;
	const summary = first?.status === 'accepted' ? first.answer.summary : undefined;
	await askForEach(run, progress, sought, summary);
	const recipients = progress.recipients.map((recipient, index) =>
		confirmed(outcome.recipients[index], recipient),
	);
	return outcome.error ? { ...outcome, recipients } : withErrorOfUnknown(run, recipients);
}
