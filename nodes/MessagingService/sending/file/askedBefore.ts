import { pause } from '../../../shared/transport';
import { settleAlreadyAccepted } from '../alreadyAccepted';
import { askForMessage, ofRound, type Finding } from '../ask';
import { advance, type Recipient } from '../outcomes';
import { Progress } from '../progress';
import type { SendRun } from '../run';

/*
 * A process that was killed while it sent a file leaves no memory behind: the references in the service tell how far it came. So the
 * service is asked for the first message of a file, and, where it has it, for those of each further request until it has one not.
 */

/**
 * Pauses before the service is asked again, in milliseconds: half a minute in all. They are for a request that does not show, though
 * the one before it does. The two were made a moment apart, so that this one should show about as soon, unless the service was still
 * at work on it when the process was killed.
 */
const PAUSES_MS = [0, 300, 1200, 2500, 6000, 20_000];

/** What may have been sent is never sent unasked: sendRequest takes it for the request of an earlier try. */
const inDoubt = (request: readonly Recipient[]): Recipient[] =>
	request.map((recipient) => advance(recipient, { type: 'sending' }));

/** Returns what settles the campaigns of a file that an earlier run sent; the others come back as they are. */
export function askerForEarlierRun(
	run: SendRun,
): (request: readonly Recipient[]) => Promise<readonly Recipient[]> {
	const { ctx, endpoint, memory, parameters } = run;
	// The legacy interface refuses references that it knows, which settles the same.
	let isFirst = true;
	let mayBeSent = endpoint.campaign && ['automatic', 'content'].includes(parameters.referenceMode);

	/** Whether the service shows others of the messages than the first: it need not keep one for every recipient. */
	async function showsOthers(request: readonly Recipient[], round: number): Promise<boolean> {
		for (const { message } of ofRound(request, round).slice(1)) {
			const finding = await askForMessage(ctx, message);
			if (finding.is === 'there') return true;
		}
		return false;
	}

	/** Asks for the first message of a request, and where the service does not show it, for others. */
	async function askUntilThere(
		request: readonly [Recipient, ...Recipient[]],
	): Promise<Finding | { is: 'others' }> {
		let finding: Finding = { is: 'hidden' };
		// With automatic references more is asked for the first request where an earlier process may have made it (cutOffSend.ts).
		const asksForOthers = !isFirst || parameters.referenceMode === 'content';
		for (const [round, ms] of (isFirst ? [0] : PAUSES_MS).entries()) {
			if (!(await pause(ms, ctx.signal))) break;
			finding = await askForMessage(ctx, request[0].message);
			if (finding.is === 'there') break;
			if (asksForOthers && (await showsOthers(request, round))) return { is: 'others' };
		}
		return finding;
	}

	return async (request) => {
		const [first, ...others] = request;
		const last = request.at(-1);
		if (!mayBeSent || !first || !last || first.status !== 'ready') return request;
		// A test key gets random information: a message under any reference.
		if ((await ctx.service(first.message.item)).answersAtRandom) return request;
		const finding = await askUntilThere([first, ...others]);
		const wasFirst = isFirst;
		isFirst = false;
		if (finding.is === 'notThere' || (wasFirst && finding.is === 'hidden')) {
			mayBeSent = false;
			// The service shows what was sent before this request: the process came as far as here.
			if (!wasFirst) memory.settleEarlierStart();
			return request;
		}
		// Other settings may have cut the file into other requests: the first and the last are proof together.
		const end = first === last ? finding : await askForMessage(ctx, last.message);
		if (finding.is !== 'there' || end.is !== 'there') return inDoubt(request);
		const progress = new Progress(inDoubt(request));
		await settleAlreadyAccepted(run, progress, progress.open, finding.record);
		return progress.recipients;
	};
}
