import type { IDataObject } from 'n8n-workflow';
import { isBlank } from '../../shared/text';
import type { Question } from './question';

/** The longest text that somebody may type, in characters. */
export const LONGEST_ANSWER = 10_000;

/** The names under which the page sends a free text, and which button was pressed. */
export const FREE_TEXT = 'text';
export const DECISION = 'approved';

/** What somebody answered, or what is wrong with what was typed. */
export type Answer =
	| { ok: true; data: IDataObject }
	| { ok: false; typed: string; mistake: string };

/** Reads the answer in the body of a request, or says what is to be mended in it. */
export function readAnswer({ kind, decisions }: Question, body: unknown): Answer {
	const sent = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
	const own = (name: string): string => {
		const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
		// Browsers send line breaks as two characters.
		return typeof value === 'string' ? value.replace(/\r\n?/g, '\n').trim() : '';
	};
	if (kind === 'approval') {
		const decision = decisions.find(({ approved }) => own(DECISION) === String(approved));
		return decision
			? { ok: true, data: { approved: decision.approved } }
			: { ok: false, typed: '', mistake: 'Please press a button.' };
	}
	const typed = own(FREE_TEXT);
	if (isBlank(typed)) return { ok: false, typed, mistake: 'Please fill this in.' };
	return typed.length > LONGEST_ANSWER
		? { ok: false, typed, mistake: `Please use at most ${LONGEST_ANSWER} characters.` }
		: { ok: true, data: { text: typed } };
}
