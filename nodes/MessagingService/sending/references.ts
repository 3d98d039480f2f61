import { hash } from 'crypto';
import { LIMITS } from '../../shared/spec';
import type { Message } from './settle';

/*
 * The reference (external id) of each message. By it the service is asked whether it has the message, and it refuses a second SMS with
 * the same one (code 23).
 */

/** Where the reference of a message comes from, as Message Reference says. */
export type ReferenceMode = 'automatic' | 'content' | 'custom';

/** Hashes text to 32 characters of 0-9 and a-f, a valid reference (section 8, "External id"). */
const digest = (text: string): string => hash('sha256', text, 'hex').slice(0, LIMITS.reference);

/** Of a run's key, as many characters as leave room for a number: two runs share them once in 10^19. */
const RUN_LENGTH = 16;
/** The 15 digits of the longest number, in base 36. */
const PHONE_LENGTH = 10;

/**
 * The identity of a message in its run: its number, and the how-manieth row with that number it is, from 0. Not its item and not its
 * text, so that a corrected list keeps it. It is written out and not hashed: a hash for each of a million takes longer than the rest.
 */
export const automaticReference = (run: string, phone: string, nth: number): string =>
	run.slice(0, RUN_LENGTH) +
	Number(phone).toString(36).padStart(PHONE_LENGTH, '0') +
	(nth === 0 ? '' : nth.toString(36));

/** What a message is, so that the same text goes to the same number once a day even when the workflow runs again. */
export const contentReference = (
	{ phone, sender, text }: Pick<Message, 'phone' | 'sender' | 'text'>,
	day: string,
): string => digest(`${day}\n${phone}\n${sender}\n${text}`);

/** What references are made from. */
export interface ReferenceSource {
	mode: ReferenceMode;
	run: string;
	/** The day for From Content and Day, yyyy-mm-dd in the service's zone; a retry keeps that of the first try. */
	day: string;
}

/** The reference of a message; one of the user's own was read with the recipient. */
export function referenceOf(message: Message, { mode, run, day }: ReferenceSource): string {
	if (mode === 'custom') return message.reference;
	return mode === 'content'
		? contentReference(message, day)
		: automaticReference(run, message.phone, message.nth);
}

/** A message that was refused or merged, and now counts nevertheless, with its reference. */
export const withReference = (message: Message, source: ReferenceSource): Message =>
	message.reference === '' ? { ...message, reference: referenceOf(message, source) } : message;

/** Under which key the record of the run knows a message, whatever reference it goes out under: a retry may have another kind of them. */
export const keyOf = ({ phone, nth }: Pick<Message, 'phone' | 'nth'>): string =>
	nth === 0 ? phone : `${phone} ${nth}`;
