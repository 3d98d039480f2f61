import { askForEach } from './askForEach';
import { reasonOf, type Recipient } from './outcomes';
import { Progress } from './progress';
import { wasInCampaign } from './remember';
import type { SendRun } from './run';

/**
 * Takes recipients whose requests are sent; returns those that an earlier try may have sent and that go into none of them, because
 * a check refuses them by now or they are left out. Each is asked for by its reference: what shows is accepted, and the others stay
 * unknown. None of them is sent.
 */
export async function askForLeft(
	run: SendRun,
	recipients: readonly Recipient[],
): Promise<readonly Recipient[]> {
	// What an earlier try may have sent, and this one sends in no request, is unknown from the start (earlierTries.ts).
	const open = recipients.filter(({ status }) => status === 'unknown');
	const [first] = open;
	// A test key gets random information.
	if (!first || (await run.ctx.service(first.message.item)).answersAtRandom) return open;
	const progress = new Progress(open);
	const sought = open.map((recipient) => ({
		recipient,
		ask: {
			type: 'ask',
			reason: reasonOf(recipient) ?? '',
			taken: true,
			// The service refuses an SMS whose reference it knows; nobody says so of a campaign.
			unrefused: run.endpoint.campaign || wasInCampaign(recipient.message),
		} as const,
	}));
	await askForEach(run, progress, sought);
	return progress.recipients;
}

/** The same for recipients of a file that go into no request; returns all of them, as far as they could be settled. */
export async function withLeftAsked(
	run: SendRun,
	recipients: readonly Recipient[],
): Promise<readonly Recipient[]> {
	const asked = await askForLeft(run, recipients);
	if (asked.length === 0) return recipients;
	const byMessage = new Map(asked.map((recipient) => [recipient.message, recipient]));
	return recipients.map((recipient) => byMessage.get(recipient.message) ?? recipient);
}
