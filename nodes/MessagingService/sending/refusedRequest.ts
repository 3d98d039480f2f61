import { safeText } from '../../shared/errors';
import { maySayHeld } from '../../shared/reply';
import { askForEach, type Sought } from './askForEach';
import type { RefusedWhole } from './earlierRefusals';
import { placeOf, type Recipient, type RecipientEvent } from './outcomes';
import type { Progress } from './progress';
import { isReferenceTaken, refusedByCode, refusedRecipients } from './replyEvents';
import type { NamedRefusal, ToBeAsked } from './replyEvents';
import type { SendRun } from './run';
import type { Sent } from './sendOnce';

/* What follows from a request that the service refused as a whole: for its recipients, and for the error. */

type RefusedRequest = Extract<Sent, { became: 'refused' }>;

/** Codes that speak of the recipient: incorrect number, unresolved direction. */
const NUMBER_CODES: ReadonlySet<unknown> = new Set([21, 33]);

/** What is to be asked for a recipient whose reference the service refused (422): its words alone do not prove that it has it. */
const askForReference = ({ text }: NamedRefusal): ToBeAsked => ({
	type: 'ask',
	reason: `The service refused the reference: ${safeText(text)}`,
	taken: true,
	otherwise: maySayHeld(text) ? undefined : refusedInWords(text),
});

const refusedInWords = (text: string): Extract<RecipientEvent, { type: 'refused' }> => ({
	type: 'refused',
	refusal: { field: '', message: safeText(text) },
});

/** Whether the service accepted some recipients of a request, in this try or in an earlier one. */
const isPartTaken = (progress: Progress): boolean =>
	progress.recipients.some(({ status }) => status === 'accepted');

/**
 * Whether the service refused several recipients for a number that it does not name, though it took others of their request: beside these
 * it would have told of each. Then smaller parts of them tell which number it is.
 */
export const isOfSomeNumber = (
	progress: Progress,
	recipients: readonly Recipient[],
	{ fault, body }: RefusedRequest,
): boolean =>
	recipients.length > 1 &&
	NUMBER_CODES.has(fault.code) &&
	refusedRecipients(body).size === 0 &&
	isPartTaken(progress);

/**
 * Settles what a refusal of the whole says about single recipients. Returns whether the send may go on without them; where it may not,
 * the refusal is an error.
 */
export async function settleByRefusal(
	run: SendRun,
	progress: Progress,
	recipients: readonly Recipient[],
	{ fault, body }: RefusedRequest,
	leaveOut: boolean,
): Promise<boolean> {
	const [first] = recipients;
	if (!first) return false;
	const isOnly = recipients.length === 1;
	if (isReferenceTaken(fault) && isOnly && first.message.reference !== '') {
		const ask: ToBeAsked = { type: 'ask', reason: fault.message, taken: true };
		await askForEach(run, progress, [{ recipient: first, ask }]);
		return true;
	}
	// The number is at fault: of a single message that the user wants left out then, or of the last one of a request that the service took
	// otherwise.
	const { recipientsPerRequest } = run.endpoint;
	const isSingle = leaveOut && recipientsPerRequest === 1;
	if (isOnly && NUMBER_CODES.has(fault.code) && (isSingle || isPartTaken(progress))) {
		progress.advance(first, refusedByCode(Number(fault.code), fault.details?.[0], { fields: {} }));
		return true;
	}
	const named = [...refusedRecipients(body)].flatMap(([index, why]) => {
		const recipient = recipients[index];
		return recipient ? [{ recipient, why }] : [];
	});
	const isOfReference = ({ recipient, why }: (typeof named)[number]): boolean =>
		why.field.startsWith('reference') && recipient.message.reference !== '';
	const others = named.filter((one) => !isOfReference(one));
	if (named.length === 0 || (others.length > 0 && !leaveOut)) return false;
	const sought = named
		.filter(isOfReference)
		.map(({ recipient, why }) => ({ recipient, ask: askForReference(why) }));
	await askForEach(run, progress, sought);
	for (const { recipient, why } of others) progress.advance(recipient, refusedInWords(why.text));
	const isRefusal = ({ recipient, ask: { otherwise } }: Sought): boolean =>
		otherwise !== undefined && progress.of(recipient)?.status === 'refused';
	return leaveOut || !sought.some(isRefusal);
}

/**
 * The fault of a request that the service refused as a whole, and the item that it names. The service counts the recipients of the
 * request; the user knows their places in the input, which differ where some are merged or left out.
 */
export function refusalOfWhole(
	{ fault, body }: RefusedRequest,
	recipients: readonly Recipient[],
): RefusedWhole {
	const said = fault.details ?? [];
	let { description } = fault;
	for (const detail of said) {
		const [counted, number] = /^recipient (\d+)/.exec(detail) ?? [];
		const recipient = recipients[Number(number) - 1];
		if (counted !== undefined && recipient)
			description = description.replace(
				detail,
				() => `[${placeOf(recipient.message)}]${detail.slice(counted.length)}`,
			);
	}
	const named = [...refusedRecipients(body).keys()].find((index) => recipients[index]);
	const item = recipients[named ?? 0]?.message.item;
	const [only, ...others] = recipients;
	const number =
		only && others.length === 0 && NUMBER_CODES.has(fault.code) ? only.message.phone : '';
	const message = number ? `${fault.message}: ${safeText(number)}` : fault.message;
	return { of: 'request', fault: { ...fault, message, description }, item, body };
}
