import { LIMITS, PATTERNS } from '../spec';
import { accept, refuse } from './checked';
import type { Checked } from './checked';
import { checkCountryCode, checkId, kindOf, LONE_SURROGATE, quote } from './scalars';
import { checkSender } from './sender';

/** The body of 4.14. */
export type Application = Record<string, string>;

/** Display names of the fields of 4.14 that have a length; true marks the required ones. */
const APPLICATION_FIELDS: ReadonlyArray<[key: keyof typeof LIMITS.application, name: string, required: boolean]> = [
	['code_of_company', 'Company Code', true],
	['description', 'Description', true],
	['informing_purpose', 'Informing Purpose', true],
	['site_url', 'Site URL', false],
	['comment', 'Comment', false],
	['legal_name', 'Legal Name', true],
	['address', 'Address', true],
	['tax_number', 'Tax Number', true],
];

/** Takes text or a number for a field with a length (code points); returns it trimmed, '' only if the limit allows it. */
export function checkLength(value: unknown, limit: { min: number; max: number }, field: string): Checked<string> {
	const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : (value ?? '');
	const want = `Use ${limit.min} to ${limit.max} characters.`;
	if (typeof text !== 'string') return refuse(field, `${field} is ${kindOf(value)}`, want);
	const trimmed = text.trim();
	if (LONE_SURROGATE.test(trimmed)) return refuse(field, `${field} holds half of a character (a lone surrogate)`, want);
	const length = Array.from(trimmed).length;
	if (length === 0 && limit.min > 0) return refuse(field, `${field} is empty`, want);
	if (length < limit.min || length > limit.max) {
		return refuse(field, `${field} has ${length} characters instead of ${limit.min} to ${limit.max}`, want);
	}
	return accept(trimmed);
}

/**
 * Takes the fields of a sender application by the names of 4.14 (`type` is always sms); returns the request body without empty optional ones.
 * The refusal names every field that does not keep its rule.
 */
export function checkApplication(fields: Record<string, unknown>): Checked<Application> {
	const body: Application = { type: 'sms' };
	const faults: Array<{ field: string; message: string; description?: string }> = [];
	const take = (key: string, checked: Checked<string>): void => {
		if (!checked.ok) faults.push(checked.refusal);
		else if (checked.value !== '') body[key] = checked.value;
	};
	take('country_code', checkCountryCode(fields.country_code));
	take('sender', checkSender(fields.sender, 'registration'));
	for (const [key, name, required] of APPLICATION_FIELDS) {
		const { min, max } = LIMITS.application[key];
		const checked = checkLength(fields[key], { min: required ? min : 0, max }, name);
		if (checked.ok && key === 'code_of_company' && !PATTERNS.companyCode.test(checked.value)) {
			take(key, refuse(name, `${name} ${quote(checked.value)} has characters that are no digits`, `Use ${min} to ${max} digits.`));
		} else take(key, checked);
	}
	const [first] = faults;
	if (first === undefined) return accept(body);
	if (faults.length === 1) return { ok: false, refusal: first };
	return refuse(
		faults.map((fault) => fault.field).join(', '),
		faults.map((fault) => fault.message).join('; '),
		faults.map((fault) => `${fault.field}: ${fault.description ?? ''}`).join(' '),
	);
}

/** Takes an id as the service's JSON wants it; refuses one too long for a whole number of JSON. */
function integerId(value: unknown, field: string): Checked<number> {
	const checked = checkId(value, field);
	if (!checked.ok) return checked;
	const number = Number(checked.value);
	return Number.isSafeInteger(number) ? accept(number) : refuse(field, `${field} ${quote(checked.value)} is too long for a whole number`, 'Use the ID that the service gave.');
}

/** Takes ids of contact lists: an array, one id, or text with commas or blanks between; returns distinct integers (4.9, 4.15). */
export function checkGroups(value: unknown, field = 'Contact Lists'): Checked<number[]> {
	const entries: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[\s,;]+/).filter((entry) => entry !== '') : [value];
	if (entries.length === 0 || value === undefined || value === null) return refuse(field, `${field}: no list is named`, 'Choose at least one contact list, or give its ID.');
	const ids = new Set<number>();
	for (const entry of entries) {
		const checked = integerId(entry, field);
		if (!checked.ok) return checked;
		ids.add(checked.value);
	}
	return accept([...ids]);
}

/** Takes custom fields as `[{id, value}]` or `{id: value}`; returns the array of 4.15. Missing values are refused: an empty text clears a field. */
export function checkContactFields(value: unknown, field = 'Custom Fields'): Checked<Array<{ id: number; value: string }>> {
	if (typeof value !== 'object' || value === null) return refuse(field, `${field} is ${kindOf(value)}`, 'Give pairs of a field ID and a value.');
	const entries: unknown[] = Array.isArray(value) ? value : Object.entries(value).map(([id, content]) => ({ id, value: content as unknown }));
	const result = new Map<number, string>();
	for (const entry of entries) {
		if (typeof entry !== 'object' || entry === null || !('id' in entry)) return refuse(field, `${field} has an entry without an ID`, 'Give pairs of a field ID and a value.');
		const id = integerId(entry.id, `${field}: ID`);
		if (!id.ok) return id;
		const content: unknown = 'value' in entry ? entry.value : undefined;
		if (!['string', 'number', 'boolean'].includes(typeof content)) {
			return refuse(field, `${field}: the value of field ${id.value} is ${content === null || content === undefined ? 'missing' : kindOf(content)}`, 'Give text; an empty text clears the field.');
		}
		const text = String(content);
		if (LONE_SURROGATE.test(text)) return refuse(field, `${field}: the value of field ${id.value} holds half of a character`, 'Cut the text elsewhere.');
		if (result.has(id.value)) return refuse(field, `${field} names field ${id.value} twice`, 'Name each field once.');
		result.set(id.value, text);
	}
	return accept([...result].map(([id, text]) => ({ id, value: text })));
}
