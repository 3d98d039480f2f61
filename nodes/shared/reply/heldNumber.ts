/** What people and services write into a number beside its digits. */
const NOT_OF_NUMBER = /[^\d\s()+./-]/;

/** The fewest digits that tell one number from another: fewer are what a service leaves of one that it hides. */
export const TELLING_DIGITS = 7;

/** Takes a number as the service writes it; returns its digits, with its country code first, or the text of one that it hides in part. */
export function digitsAsWritten(text: string): string {
	if (NOT_OF_NUMBER.test(text)) return text;
	return text.replace(/\D/g, '').replace(/^0+/, '') || text;
}

/**
 * Takes the number that the service tells of a message that it holds, and that of a recipient in digits; returns whose the message is.
 * Services write a number with a plus, with zeros before it or without its country code. One that they leave out or hide in part
 * tells nothing.
 */
function ownerOf(told: unknown, phone: string): 'recipient' | 'another' | 'untold' {
	const text = typeof told === 'string' || typeof told === 'number' ? String(told) : '';
	if (NOT_OF_NUMBER.test(text)) return 'untold';
	const digits = text.replace(/\D/g, '').replace(/^0+/, '');
	if (!phone.endsWith(digits)) return 'another';
	return digits.length >= TELLING_DIGITS ? 'recipient' : 'untold';
}

/** Takes the number that the service tells of a message and that of a recipient in digits; returns whether it names somebody else. */
export const isToAnother = (told: unknown, phone: string): boolean =>
	ownerOf(told, phone) === 'another';

/** Takes the number that the service tells of a message and that of a recipient in digits; returns whether it names this recipient. */
export const isToRecipient = (told: unknown, phone: string): boolean =>
	ownerOf(told, phone) === 'recipient';
