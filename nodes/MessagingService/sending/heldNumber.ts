/** What people and services write into a number beside its digits. */
const NOT_OF_NUMBER = /[^\d\s()+./-]/;

/**
 * Takes the number that the service tells of a message that it holds, and that of a recipient in digits; returns whether the message is
 * to somebody else. Services write a number with a plus, with zeros before it or without its country code. One that they leave out or
 * hide in part tells nothing.
 */
export function isToAnother(told: unknown, phone: string): boolean {
	const text = typeof told === 'string' || typeof told === 'number' ? String(told) : '';
	if (NOT_OF_NUMBER.test(text)) return false;
	return !phone.endsWith(text.replace(/\D/g, '').replace(/^0+/, ''));
}
