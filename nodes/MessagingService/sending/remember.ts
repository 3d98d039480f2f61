import type { Remembered, RunMemory } from '../dispatch/memory';
import { madeIds } from './givenIds';
import { advance, placeKey, type Message, type Recipient } from './outcomes';
import { automaticReference } from './references';
import type { SendRun } from './run';

/** Whether an earlier try learned this with the API key of another account than this one's, or may have sent it there, too. */
export const isOfOtherAccount = (
	{ account }: Pick<RunMemory, 'account'>,
	what: Remembered | undefined,
): boolean => what?.accounts?.some((one) => one !== account) === true;

/** The accounts that may have what this try sends: its own, and those in which an earlier try left it unknown. */
export function accountsWith(
	{ account }: Pick<RunMemory, 'account'>,
	before?: Remembered,
): readonly string[] | undefined {
	if (account === undefined) return before?.accounts;
	return [...new Set([...(before?.accounts ?? []), account])];
}

/** Lets the recipients of a request become what earlier tries of the run left of them. */
export function recallOutcomes(
	{ givenIds, endpoint, memory }: Pick<SendRun, 'givenIds' | 'endpoint' | 'memory'>,
	recipients: readonly Recipient[],
): readonly Recipient[] {
	return recipients.map((recipient) => {
		const { before } = recipient.message;
		if (!before) return recipient;
		const sent = advance(recipient, { type: 'sending' });
		if (before.state === 'unknown') return sent;
		const { result: fields = {}, summary } = before;
		if (!isOfOtherAccount(memory, before))
			givenIds.know(madeIds(endpoint, { summary, recipients: [{ fields }] }));
		return advance(sent, { type: 'accepted', answer: { fields, summary }, already: true });
	});
}

/** Whether a process that left no record may have sent a campaign of this run to others than those that it goes out to now. */
export const mayHaveOtherRecipients = ({
	earlierStart,
}: Pick<RunMemory, 'earlierStart'>): boolean => earlierStart !== 'no';

/**
 * Whether a process that left no record may have sent a message in another campaign than the one it goes out with now, as Quiet Hours
 * split what is sent at another moment in another way.
 */
export function mayHaveBeenSplit(
	{ earlierStart }: Pick<RunMemory, 'earlierStart'>,
	{ before, start, line }: Message,
): boolean {
	if (before) return before.mayBeOfOther === true;
	// The requests of a file are the same at any time.
	return start !== undefined && line === undefined && earlierStart !== 'no';
}

/** Whether a process that left no record may have made this campaign without one of the recipients that it has now. */
export const mayHaveHadFewer = (
	{ earlierStart }: Pick<RunMemory, 'earlierStart'>,
	{ before }: Message,
): boolean => (before ? before.mayBeOfOther === true : earlierStart !== 'no');

/** Whether a campaign of an earlier try, of which nobody knows what became, may have carried a message, which this try may send in another way. */
export const wasInCampaign = ({ before }: Pick<Message, 'before'>): boolean =>
	before?.campaign === true;

/** Whether the service was asked for the reference of a message, in this account, before the run sent something under it. */
export const wasAskedBefore = (
	memory: Pick<RunMemory, 'askedBefore' | 'shownBefore' | 'account'>,
	{ reference, before }: Message,
): boolean => {
	if (memory.askedBefore.has(reference)) return true;
	if (!before) return false;
	const wasUnused = before.unusedBefore === true && !isOfOtherAccount(memory, before);
	return wasUnused || memory.shownBefore.has(reference);
};

/** What the next try has to know of a recipient; undefined where it was certainly not sent. */
function remembered(
	recipient: Recipient,
	run: string,
	{ request, campaign, together, mayBeOfOther, unusedBefore, accounts }: Omit<Remembered, 'state'>,
): Remembered | undefined {
	if (recipient.status !== 'unknown' && recipient.status !== 'accepted') return undefined;
	const { phone, reference, referenceMode } = recipient.message;
	const isAutomatic = reference === automaticReference(run, phone);
	const known = {
		...(!isAutomatic && { reference, referenceMode }),
		...(together && { together }),
		...(accounts && { accounts }),
	};
	if (recipient.status === 'unknown')
		return {
			state: 'unknown',
			...known,
			...(campaign && { campaign, request, ...(mayBeOfOther && { mayBeOfOther }) }),
			...(unusedBefore && { unusedBefore }),
		};
	const { fields, summary } = recipient.answer;
	return { state: 'accepted', ...known, result: fields, summary };
}

/** What noting the outcomes of a run takes of it. */
type Noting = Pick<SendRun, 'ctx' | 'memory' | 'endpoint' | 'parameters' | 'posted'>;

/** The accounts that have a recipient's message, or may have it. A try that only asked for it sent nothing to its own. */
function accountsOf(
	{ memory, posted }: Noting,
	{ message, status }: Recipient,
): readonly string[] | undefined {
	const { before } = message;
	if (before?.state === 'accepted') return before.accounts;
	if (status === 'accepted') return accountsWith(memory);
	return before && !posted.has(message) ? before.accounts : accountsWith(memory, before);
}

/**
 * Notes what became of the recipients of requests, to be kept with the rest. Of a recipient that went into no request, as this try
 * refused it or left it out, an earlier try may know what became: that stays. So does what a dry run shows, which sends nothing.
 */
export function noteOutcomes(
	run: Noting,
	requests: ReadonlyArray<{ recipients: readonly Recipient[] }>,
): void {
	const { memory, endpoint, parameters, posted } = run;
	const { nextRequest } = memory;
	for (const [index, { recipients }] of requests.entries()) {
		for (const recipient of recipients) {
			const { message, status } = recipient;
			const { before, moved } = message;
			// What may have gone to its number stands in the entry of the other recipient.
			if (status === 'dry run' || (moved && status !== 'accepted')) continue;
			const key = placeKey(message);
			// A try that only asked changes nothing of what went out before.
			const isOfThisTry = !before || posted.has(message);
			const what = remembered(recipient, memory.run, {
				request: isOfThisTry ? nextRequest + index : before.request,
				campaign: (isOfThisTry && endpoint.campaign) || wasInCampaign(message),
				mayBeOfOther: before
					? before.mayBeOfOther
					: mayHaveBeenSplit(memory, message) || mayHaveOtherRecipients(memory),
				unusedBefore: before
					? before.unusedBefore
					: memory.askedBefore.has(message.reference) && !memory.shownBefore.has(message.reference),
				accounts: accountsOf(run, recipient),
				together: (isOfThisTry && parameters.isOncePerNumber) || before?.together,
			});
			if (what) memory.remember(key, what);
			// What one account refuses takes nothing back of what another one may have.
			else if (!isOfOtherAccount(memory, before)) memory.forget(key);
			if (moved) memory.forget(moved.key);
		}
	}
}

/** Leaves behind for the next try what this one learned of its requests. */
export function rememberOutcomes(
	run: Noting,
	requests: ReadonlyArray<{ recipients: readonly Recipient[] }>,
): void {
	noteOutcomes(run, requests);
	run.memory.keep();
}
