import { LIMITS, PATTERNS } from '../spec';
import { accept, refuse, refuseAs } from '../checked';
import type { Checked } from '../checked';
import { isBlank, kindOf, listEntries, quote } from '../text';
import { checkId, HALF, LONE_SURROGATE } from './scalars';

/** Checks and trims text or a number for a field with a length (code points); '' passes only where the limit allows it. */
export function checkLength(
	value: unknown,
	{ min, max }: { min: number; max: number },
	field: string,
): Checked<string> {
	const text =
		typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : (value ?? '');
	const want = `Use ${min} to ${max} characters.`;
	if (typeof text !== 'string') return refuseAs(field, `is ${kindOf(value)}`, want);
	const trimmed = isBlank(text) ? '' : text.trim();
	if (LONE_SURROGATE.test(trimmed)) return refuseAs(field, HALF, want);
	const { length } = Array.from(trimmed);
	if (length === 0 && min > 0) return refuseAs(field, 'is empty', want);
	return length < min || length > max
		? refuseAs(field, `has ${length} characters instead of ${min} to ${max}`, want)
		: accept(trimmed);
}

/** Checks the registration number of a company: digits (4.14). */
export function checkCompanyCode(value: unknown, field = 'Company Code'): Checked<string> {
	const limit = LIMITS.application.code_of_company;
	const checked = checkLength(value, limit, field);
	if (!checked.ok || PATTERNS.companyCode.test(checked.value)) return checked;
	return refuseAs(
		field,
		`${quote(checked.value)} has characters that are not digits`,
		`Use ${limit.min} to ${limit.max} digits.`,
	);
}

/** Checks an ID and makes it a number, as the service's JSON wants it; refuses one too long for a whole number of JSON. */
export function checkIntegerId(value: unknown, field: string): Checked<number> {
	const checked = checkId(value, field);
	if (!checked.ok) return checked;
	const number = Number(checked.value);
	return Number.isSafeInteger(number)
		? accept(number)
		: refuseAs(
				field,
				`${quote(checked.value)} is too long for a whole number`,
				'Use the ID that the service gave.',
			);
}

/** Checks IDs of contact lists (4.9, 4.15): an array, one ID, or text with commas or blanks between. Returns distinct integers. */
export function checkGroups(value: unknown, field = 'Contact Lists'): Checked<number[]> {
	const entries: unknown[] = Array.isArray(value)
		? value
		: typeof value === 'string'
			? value.split(/[\s,;]+/).filter(Boolean)
			: [value ?? []].flat();
	const ids = new Set<number>();
	for (const entry of entries) {
		const checked = checkIntegerId(entry, field);
		if (!checked.ok) return checked;
		ids.add(checked.value);
	}
	return ids.size > 0
		? accept([...ids])
		: refuseAs(field, 'is empty', 'Choose a contact list, or give its ID.');
}

/**
 * Checks custom fields, `[{id, value}]` or `{id: value}`, and makes the array of 4.15. Missing values are refused: an empty text clears a
 * field.
 */
export function checkContactFields(
	value: unknown,
	field = 'Custom Fields',
): Checked<Array<{ id: number; value: string }>> {
	if (typeof value !== 'object' || value === null)
		return refuseAs(field, `is ${kindOf(value)}`, 'Give pairs of a field ID and a value.');
	const entries: unknown[] = Array.isArray(value)
		? value
		: Object.entries(value).map(([id, content]) => ({ id, value: content as unknown }));
	const result = new Map<number, string>();
	for (const entry of entries) {
		const { id: given, value: content }: { id?: unknown; value?: unknown } = entry ?? {};
		const id = checkIntegerId(given, `${field}: ID`);
		if (!id.ok) return id;
		const subject = `${field}: the value of field ${id.value}`;
		const isNoNumber = typeof content === 'number' && !Number.isFinite(content);
		if (isNoNumber || !['string', 'number', 'boolean'].includes(typeof content))
			return refuse(
				field,
				`${subject} is ${isNoNumber ? 'no number that can be written' : content ? kindOf(content) : 'missing'}`,
				'Give text; an empty text clears the field.',
			);
		const text = isBlank(content) ? '' : String(content);
		if (LONE_SURROGATE.test(text))
			return refuse(field, `${subject} ${HALF}`, 'Cut the text elsewhere.');
		if (result.has(id.value))
			return refuseAs(field, `names field ${id.value} twice`, 'Name each field once.');
		result.set(id.value, text);
	}
	return accept([...result].map(([id, text]) => ({ id, value: text })));
}

/** Checks each entry of a list, as typed or from an expression; an empty list is left out. */
export function checkEach(
	value: unknown,
	check: (entry: unknown) => Checked<string>,
): Checked<string[] | undefined> {
	const checked: string[] = [];
	for (const entry of listEntries(value)) {
		const one = check(entry);
		if (!one.ok) return one;
		checked.push(one.value);
	}
	return accept(checked.length > 0 ? checked : undefined);
}
