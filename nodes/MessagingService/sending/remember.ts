import type { Remembered, RunMemory } from '../dispatch/memory';
import { advance, placeKey, type Message, type Recipient } from './outcomes';
import { automaticReference } from './references';
import type { SendRun } from './run';

/** Lets the recipients of a request become what earlier tries of the run left of them. */
export function recallOutcomes(
	memory: RunMemory,
	recipients: readonly Recipient[],
): readonly Recipient[] {
	if (memory.size === 0) return recipients;
	return recipients.map((recipient) => {
		const earlier = memory.recall(placeKey(recipient.message));
		if (!earlier) return recipient;
		const sent = advance(recipient, { type: 'sending' });
		if (earlier.state === 'unknown') return sent;
		const { result: fields = {}, summary } = earlier;
		return advance(sent, { type: 'accepted', answer: { fields, summary }, already: true });
	});
}

/** Returns how to find the request in which the last try may have sent a recipient, where that try had a reason to keep it. */
export function earlierRequest(memory: RunMemory): (recipient: Recipient) => number | undefined {
	return ({ message }) =>
		memory.size === 0 ? undefined : memory.recall(placeKey(message))?.request;
}

/** Whether an earlier process, of which there is no record, may have sent a recipient in another campaign than those it goes out with now. */
export function mayHaveBeenSplit(memory: RunMemory, recipient: Recipient): boolean {
	return (
		recipient.message.start !== undefined &&
		// The requests of a file are the same at any time.
		recipient.message.line === undefined &&
		memory.earlierStart !== 'no' &&
		earlierRequest(memory)(recipient) === undefined
	);
}

/** Whether an earlier process, which left no record, may have made this campaign without one of the recipients that it has now. */
export function mayHaveHadFewer(memory: RunMemory, { message }: Recipient): boolean {
	return memory.earlierStart !== 'no' && memory.recall(placeKey(message)) === undefined;
}

/** Whether a campaign of an earlier try, of which nobody knows what became, may have carried a message, which this try may send in another way. */
export const wasInCampaign = ({ before }: Pick<Message, 'before'>): boolean =>
	before?.campaign === true;

/** Whether the service showed nothing under the reference of a message before the run sent something under it. */
export const wasUnusedBefore = (
	{ unusedBefore }: Pick<RunMemory, 'unusedBefore'>,
	{ reference, before }: Message,
): boolean => unusedBefore.has(reference) || before?.unusedBefore === true;

/** What the next try has to know of a recipient; undefined where it was certainly not sent. */
function remembered(
	recipient: Recipient,
	run: string,
	{ request, campaign, together, unusedBefore }: Omit<Remembered, 'state'>,
): Remembered | undefined {
	if (recipient.status !== 'unknown' && recipient.status !== 'accepted') return undefined;
	const { phone, reference, referenceMode } = recipient.message;
	const isAutomatic = reference === automaticReference(run, phone);
	const known = {
		...(!isAutomatic && { reference, referenceMode }),
		...(together && { together }),
	};
	if (recipient.status === 'unknown')
		return {
			state: 'unknown',
			...known,
			...(campaign && { campaign, request }),
			...(unusedBefore && { unusedBefore }),
		};
	const { fields, summary } = recipient.answer;
	return { state: 'accepted', ...known, result: fields, summary };
}

/**
 * Notes what became of the recipients of requests, which made campaigns or did not, to be kept with the rest. Of a recipient that went into no request, as this try
 * refused it or left it out, an earlier try may know what became: that stays.
 */
export function noteOutcomes(
	{ memory, endpoint, parameters }: Pick<SendRun, 'memory' | 'endpoint' | 'parameters'>,
	requests: ReadonlyArray<{ recipients: readonly Recipient[] }>,
): void {
	const { nextRequest } = memory;
	for (const [index, { recipients }] of requests.entries()) {
		for (const recipient of recipients) {
			// What may have gone to its number stands in the entry of the other recipient.
			if (recipient.status === 'unknown' && recipient.ifFound !== undefined) continue;
			const { message } = recipient;
			const { before } = message;
			const key = placeKey(message);
			const what = remembered(recipient, memory.run, {
				// What is still unknown of an earlier try went out in a request of its own.
				request: before?.state === 'unknown' ? before.request : nextRequest + index,
				campaign: endpoint.campaign || wasInCampaign(message),
				unusedBefore: wasUnusedBefore(memory, message),
				together: parameters.isOncePerNumber || before?.together,
			});
			if (what) memory.remember(key, what);
			else memory.forget(key);
		}
	}
}

/** Leaves behind for the next try what this one learned of its requests, or forgets all where none will come. */
export function rememberOutcomes(
	run: Pick<SendRun, 'memory' | 'endpoint' | 'parameters'>,
	requests: ReadonlyArray<{ recipients: readonly Recipient[] }>,
	failed: boolean,
): void {
	const { memory } = run;
	if (!failed) {
		memory.forgetAll();
		return;
	}
	noteOutcomes(run, requests);
	memory.keep();
}
