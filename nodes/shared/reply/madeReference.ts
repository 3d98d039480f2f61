/*
 * The form of the references that the node makes (references.ts): nothing else in an answer looks like it. A reference of the user's own
 * may look like anything.
 */

const MADE = '[\\da-f]{32}';
const WHOLE = new RegExp(`^${MADE}$`, 'i');

/** Whether a text has the form of a reference that the node made, and is no more than that. */
export const isMadeReference = (text: string): boolean => WHOLE.test(text);

/** Matches those within a text. */
export const MADE_REFERENCES = new RegExp(`(?<![\\da-f])${MADE}(?![\\da-f])`, 'gi');
