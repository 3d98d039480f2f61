/** What stands at the end of a text that the user has corrected. */
export const CORRECTED = '!';

/**
 * A message by whom it goes to and what it says; the link of one that asks is another in each execution, and a corrected text is that of
 * the same message.
 */
export const keyOf = (phone: string, text: string): string => `${phone} ${plainText(text)}`;

/** A text without its link, as it was before it was corrected. */
export function plainText(text: string): string {
	const [line = ''] = text.split('\n');
	return line.endsWith(CORRECTED) ? line.slice(0, -CORRECTED.length) : line;
}
