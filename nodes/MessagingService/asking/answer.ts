import type { IDataObject } from 'n8n-workflow';
import type { FormField } from './formFields';
import type { Question } from './question';

/** The longest text that somebody may type into a field. */
export const LONGEST_ANSWER = 10_000;

/** The name under which the page sends the field of that index. */
export const fieldName = (index: number): string => `field-${index}`;
/** The name under which the page sends which button was pressed. */
export const DECISION = 'approved';

/** What somebody answered, or what is wrong with it, by the index of the field; -1 where no field is meant. */
export type Answer =
	| { ok: true; data: IDataObject }
	| { ok: false; typed: string[]; mistakes: Map<number, string> };

const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const isDay = (text: string): boolean => {
	const at = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
	return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};

/** What is wrong with what somebody typed into a field; undefined where nothing is. */
function mistakeIn({ type, required, choices }: FormField, text: string): string | undefined {
	if (text === '') return required ? 'Please fill this in.' : undefined;
	if (text.length > LONGEST_ANSWER) return `Please use at most ${LONGEST_ANSWER} characters.`;
	if (type === 'number' && !Number.isFinite(Number(text))) return 'Please give a number.';
	if (type === 'email' && !EMAIL.test(text)) return 'Please give an e-mail address.';
	if (type === 'date' && !isDay(text)) return 'Please give a date.';
	if (type === 'dropdown' && !choices.includes(text)) return 'Please choose one of the list.';
	return undefined;
}

function valueIn({ type }: FormField, text: string): number | string | null {
	if (text === '') return null;
	return type === 'number' ? Number(text) : text;
}

type Fields = Record<string, unknown>;
const fieldsOf = (body: unknown): Fields =>
	(typeof body === 'object' && body !== null ? body : {}) as Fields;
/** The fields of a form that came in parts, which n8n takes no other way for a custom form. */
const partsOf = (body: unknown): Fields => fieldsOf(fieldsOf(body).data);

/** Takes what is asked and the body of the request that answers; returns the answer, or what is to be mended. */
export function readAnswer({ kind, decisions, fields }: Question, body: unknown): Answer {
	const sent = kind === 'customForm' ? partsOf(body) : fieldsOf(body);
	const own = (name: string): string => {
		const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
		// Browsers send line breaks as two characters.
		return typeof value === 'string' ? value.replace(/\r\n?/g, '\n').trim() : '';
	};
	if (kind === 'approval') {
		const decision = decisions.find(({ approved }) => own(DECISION) === String(approved));
		return decision
			? { ok: true, data: { approved: decision.approved } }
			: { ok: false, typed: [], mistakes: new Map([[-1, 'Please press a button.']]) };
	}
	const typed = fields.map((_, index) => own(fieldName(index)));
	const mistakes = new Map<number, string>();
	for (const [index, field] of fields.entries()) {
		const mistake = mistakeIn(field, typed[index] ?? '');
		if (mistake !== undefined) mistakes.set(index, mistake);
	}
	if (mistakes.size > 0) return { ok: false, typed, mistakes };
	// The labels are the user's: one of them may be called __proto__.
	const data = Object.fromEntries(
		fields.map((field, index) => [field.label, valueIn(field, typed[index] ?? '')]),
	);
	return { ok: true, data };
}
