import { isOtherForm } from '../numbers';

/** What people and services write into a number beside its digits. */
const NOT_OF_NUMBER = /[^\d\s()+./-]/;

/** The fewest digits that tell one number from another: fewer are what a service leaves of one that it hides. */
export const TELLING_DIGITS = 7;

/** Takes a number as the service writes it; returns its digits, with its country code first, or the text of one that it hides in part. */
export function digitsAsWritten(text: string): string {
	if (NOT_OF_NUMBER.test(text)) return text;
	return text.replace(/\D/g, '').replace(/^0+/, '') || text;
}

type Owner = 'recipient' | 'recipientInOtherForm' | 'another' | 'untold';

/**
 * Takes the number that the service tells of a message that it holds, and that of a recipient in digits; returns whose the message is.
 * Services write a number with a plus, with zeros before it, without its country code, or in another form, such as the one to which they
 * route. One that they leave out or hide in part tells nothing.
 */
function ownerOf(told: unknown, phone: string): Owner {
	const text = typeof told === 'string' || typeof told === 'number' ? String(told) : '';
	if (NOT_OF_NUMBER.test(text)) return 'untold';
	const dialled = text.replace(/\D/g, '');
	const digits = dialled.replace(/^0+/, '');
	if (!phone.endsWith(digits))
		return isOtherForm(dialled, phone) ? 'recipientInOtherForm' : 'another';
	return digits.length >= TELLING_DIGITS ? 'recipient' : 'untold';
}

/** Takes the number that the service tells of a message and that of a recipient in digits; returns whether it names somebody else. */
export const isToAnother = (told: unknown, phone: string): boolean =>
	ownerOf(told, phone) === 'another';

/** Takes the number that the service tells of a message and that of a recipient in digits; returns whether it names this recipient. */
export const isToRecipient = (told: unknown, phone: string): boolean =>
	['recipient', 'recipientInOtherForm'].includes(ownerOf(told, phone));

/**
 * Takes the number that the service tells of a message and the recipients whose it may be, with their phones in digits; returns those
 * that it names. Where it is the number of one as it stands, it is not that of another in another form.
 */
export function namedByNumber<T>(
	told: unknown,
	recipients: readonly T[],
	phoneOf: (recipient: T) => string,
): readonly T[] {
	const owned = (owner: Owner): T[] =>
		recipients.filter((recipient) => ownerOf(told, phoneOf(recipient)) === owner);
	const asItStands = owned('recipient');
	return asItStands.length > 0 ? asItStands : owned('recipientInOtherForm');
}
