import type { IDataObject } from 'n8n-workflow';
import { LIMITS } from '../../shared/spec';
import { analyseText } from '../../shared/text';
import type { Recipient } from './settle';
import type { SendRun } from './run';

/*
 * What the user should know of a send that the service took: campaigns that it holds back, and texts that it may refuse or that cost
 * much. None of it is an error: the specification forbids none of it.
 */

/** Words of the service for a campaign whose messages wait (section 3.1, wire notes), or never go out. */
const HELD_BACK: Readonly<Record<string, string>> = {
	spam: 'has not passed moderation',
	moderation: 'waits for moderation',
	paused: 'is paused',
	stopped: 'was stopped',
};

/** Says which campaigns the service holds back. Takes what it said of campaigns. */
export function heldBackHint(campaigns: readonly IDataObject[]): string | undefined {
	const held = new Map<unknown, string>();
	for (const { id, status } of campaigns) {
		const why = Object.hasOwn(HELD_BACK, String(status)) ? HELD_BACK[String(status)] : undefined;
		if (why !== undefined) held.set(id, `Campaign ${String(id)} ${why} (status ${String(status)})`);
	}
	const [first] = held.values();
	if (first === undefined) return undefined;
	const more = held.size > 1 ? `, and ${held.size - 1} more are held back` : '';
	return `${first}${more}: its messages go out only once the service lets them.`;
}

/** Whether a text needs more segments than the service is known to send. */
function isLong(text: string): boolean {
	const { gsm7, ucs2 } = LIMITS.textCharacters;
	if (text.length <= ucs2) return false;
	const { encoding, units } = analyseText(text);
	return units > (encoding === 'GSM-7' ? gsm7 : ucs2);
}

/** Says that texts are longer than the service is known to send. Takes the texts of what was sent. */
export function longTextHint(texts: Iterable<string>): string | undefined {
	const long = [...new Set(texts)].filter(isLong).length;
	const { gsm7, ucs2 } = LIMITS.textCharacters;
	return long === 0
		? undefined
		: `${long === 1 ? 'A text is' : `${long} texts are`} longer than ${LIMITS.segments} segments (${gsm7} characters of the GSM-7 alphabet, else ${ucs2}). Each segment is charged, and the service may refuse such texts: its documentation names no maximum here.`;
}

/** Gives the hints of a send to phone numbers. */
export function giveWarnings(
	{ ctx }: Pick<SendRun, 'ctx'>,
	recipients: readonly Recipient[],
): void {
	const campaigns = new Set<IDataObject>();
	const texts = new Set<string>();
	for (const recipient of recipients) {
		if (recipient.status === 'accepted' && recipient.answer.summary)
			campaigns.add(recipient.answer.summary);
		if (recipient.status === 'accepted' || recipient.status === 'dry run')
			texts.add(recipient.message.text);
	}
	for (const hint of [heldBackHint([...campaigns]), longTextHint(texts)])
		if (hint !== undefined) ctx.hint(hint);
}
