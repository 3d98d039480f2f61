import type { IDataObject } from 'n8n-workflow';
import { safeText } from '../../shared/errors';
import { isToAnother, maySayHeld } from '../../shared/reply';
import { settleEachByReference } from './alreadyAccepted';
import { askByReference, impatientService, ofRound } from './ask';
import { askForEach, type Sought } from './askForEach';
import type { Message, OpenRecipient } from './outcomes';
import type { Progress } from './progress';
import { hasAutomaticReference, hasOwnReference } from './references';
import { namesReference } from './refusedRepetition';
import { referenceRefusals } from './replyEvents';
import { OLDER_MS } from './messageAge';
import type { SendRun } from './run';
import type { Sent } from './sendOnce';

/*
 * A campaign that the service refuses for a reference. No section says that it refuses those that it knows, so the refusal may be that
 * of a copy, which something on the way made of a campaign that was taken as a whole. Then the recipients that it does not name have
 * their messages, too: they must not go out in another campaign.
 */

type Refused = Extract<Sent, { became: 'refused' }>;

/** Words for the form of a reference. They speak against its being held, as no others do. */
const OF_FORM =
	/\b(?:alpha\w*|characters?|digits?|format|letters?|length|longer|shorter|numeric|required|at (?:least|most)|too (?:long|short))\b/i;

const speaksOfForm = (text: string): boolean => OF_FORM.test(text) && !maySayHeld(text);

/**
 * Takes the messages of a campaign, and its refusal; returns whether it may have been refused because the service holds
 * one of them, whatever words it uses. The references of the node are right by their form; one of the user's own need not be.
 */
export function mayBeHeld(
	messages: readonly Message[],
	{ fault, body }: Pick<Refused, 'fault' | 'body'>,
): boolean {
	if (messages.every(({ reference }) => reference === '')) return false;
	const named = referenceRefusals(body);
	if (named.length === 0 && !namesReference(fault)) return false;
	const texts = named.length > 0 ? named.map(({ text }) => text) : [fault.said ?? ''];
	return !messages.some(hasOwnReference) || !texts.every(speaksOfForm);
}

/**
 * Takes the recipients of a campaign before it is sent; returns those, of a few that are asked for, whose references the service shows
 * already. Where it refuses the campaign for one of them, no copy was needed for that, and where its answer is lost, none of these
 * messages came with it. Automatic references are new, so that none is asked for.
 */
export async function heldBefore(
	{ ctx, endpoint, memory }: SendRun,
	recipients: readonly OpenRecipient[],
): Promise<ReadonlySet<Message>> {
	const held = new Set<Message>();
	const used = recipients
		.map(({ message }) => message)
		.filter((message) => message.reference !== '' && !hasAutomaticReference(message));
	const [first] = used;
	if (!first || !endpoint.campaign) return held;
	const service = await impatientService(ctx, first.item);
	if (service.answersAtRandom) return held;
	for (const message of ofRound(used, 0)) {
		const { reference } = message;
		const finding = await askByReference(service, { reference });
		// What it does not tell of one, it does not tell of the next.
		if (finding.is === 'hidden') break;
		if (finding.is === 'there') held.add(message);
		if (!hasOwnReference(message)) continue;
		// What shows may be of a process that left no record, where there may have been one.
		const isOfOthers = finding.is === 'there' && memory.earlierStart === 'no';
		if (isOfOthers) memory.shownBefore.set(reference, String(finding.record.id));
		if (isOfOthers || finding.is === 'notThere') memory.askedBefore.add(reference);
	}
	return held;
}

/** Whether a message was there before this request: it went to somebody else, or was made more than a day ago. */
const wasThereBefore = (
	{ msisdn, time_in }: IDataObject,
	{ phone }: Message,
	sentAt: number,
): boolean => isToAnother(msisdn, phone) || Date.parse(String(time_in)) < sentAt - OLDER_MS;

const NOT_NAMED =
	'The service refused a reference of the campaign, which may be the answer to a copy of it';

/**
 * Settles a campaign that the service refused for a reference: asks for the recipients that it names, or for all where it names none.
 * `before` holds recipients whose references it showed before the campaign was sent.
 * The others were certainly not sent only where a message under a reference was there before this campaign, so that no copy was needed
 * for the refusal. Otherwise they are asked for as well, and what does not show stays unknown.
 * @throws NodeApiError where the service does not answer for them
 */
export async function settleHeld(
	run: SendRun,
	progress: Progress,
	recipients: readonly OpenRecipient[],
	{ fault, body }: Refused,
	{ sentAt, before }: { sentAt: number; before: ReadonlySet<Message> },
): Promise<void> {
	const texts = new Map(referenceRefusals(body).map(({ index, text }) => [index, text]));
	const isNamed = (index: number): boolean => texts.size === 0 || texts.has(index);
	let mayGoOn = false;
	const sought = recipients.flatMap((recipient, index): Sought[] => {
		if (!isNamed(index)) return [];
		const said = texts.get(index);
		const reason =
			said === undefined ? fault.message : `The service refused the reference: ${safeText(said)}`;
		mayGoOn ||= before.has(recipient.message);
		const found = (record: IDataObject): void => {
			mayGoOn ||= wasThereBefore(record, recipient.message, sentAt);
		};
		return [{ recipient, ask: { type: 'ask', reason, taken: true }, found }];
	});
	await askForEach(run, progress, sought);
	const others = recipients.filter((_, index) => !isNamed(index));
	if (mayGoOn) progress.advanceAll(others, { type: 'notSent' });
	else {
		await settleEachByReference(run, progress, others);
		if (!run.ctx.signal?.aborted)
			progress.advanceAll(others, { type: 'unknown', reason: NOT_NAMED });
	}
}
