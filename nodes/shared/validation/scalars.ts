import { kindOf, plainText, quote } from '../text';
import { LIMITS, PATTERNS } from '../spec';
import { accept, refuseAs } from '../checked';
import type { Checked } from '../checked';

/** Matches a lone surrogate: half of a character, which no encoding can carry. */
export const LONE_SURROGATE = /\p{Surrogate}/u;
/** Words of several refusals. */
export const HALF = 'holds half of a character';
export const BAD_FORM = 'is not in the form that the service takes';

function integerIn(
	value: unknown,
	field: string,
	{ min, max }: { min: number; max: number },
	unit = '',
): Checked<number> {
	const text = plainText(value);
	const want = `Use a whole number from ${min} to ${max}${unit}.`;
	if (text === undefined) return refuseAs(field, `is ${kindOf(value)}`, want);
	if (!/^\d+$/.test(text) || text.length > Math.max(4, String(max).length))
		return refuseAs(field, `${quote(text)} is not a whole number from ${min} to ${max}`, want);
	const number = Number(text);
	return number < min || number > max
		? refuseAs(field, `${number} lies outside ${min} to ${max}${unit}`, want)
		: accept(number);
}

/** Checks a validity in hours (number or digits): 1 to 72 (4.6 to 4.9). */
export function checkValidity(value: unknown, field = 'Validity'): Checked<number> {
	return integerIn(value, field, LIMITS.validityHours, ' hours');
}

/** Checks a validity in seconds (number or digits), of RCS alone (extensions notes, section 5). */
export function checkValiditySeconds(value: unknown, field = 'Validity'): Checked<number> {
	return integerIn(value, field, LIMITS.rcs.validitySeconds, ' seconds');
}

/** Checks a switch. */
export function checkSwitch(value: unknown, field: string): Checked<boolean> {
	return typeof value === 'boolean'
		? accept(value)
		: refuseAs(
				field,
				'is neither true nor false',
				'Write the expression without text around {{ }}.',
			);
}

/** Checks a tariff code (number or digit): 0 to 9 (4.6 to 4.9). */
export function checkTariff(value: unknown, field = 'Tariff'): Checked<number> {
	return integerIn(value, field, LIMITS.tariff);
}

/** The part that counts of an address that the pattern matches; any other value as it is. */
function pasted(value: unknown, address: RegExp): unknown {
	return (typeof value === 'string' ? address.exec(value.trim())?.[1] : undefined) ?? value;
}

function matching(value: unknown, field: string, pattern: RegExp, want: string): Checked<string> {
	const text = plainText(value);
	if (text === undefined) return refuseAs(field, `is ${kindOf(value)}`, want);
	return pattern.test(text) ? accept(text) : refuseAs(field, `${quote(text)} ${BAD_FORM}`, want);
}

/** Checks the external ID of a new message: 1 to 32 Latin letters and digits (section 8). */
export function checkReference(value: unknown, field = 'Reference'): Checked<string> {
	return matching(
		value,
		field,
		PATTERNS.reference,
		`Use 1 to ${LIMITS.reference} Latin letters and digits.`,
	);
}

/** Checks an external ID to look up; real ones also hold `_` and `-` (4.4, wire notes). */
export function checkReferenceLookup(value: unknown, field = 'Reference'): Checked<string> {
	return matching(
		value,
		field,
		PATTERNS.referenceLookup,
		`Use 1 to ${LIMITS.reference} Latin letters, digits, _ and -.`,
	);
}

/** The digits of an ID of a message, task, campaign, contact or list, given as it is or as an address that ends with it. */
export function checkId(value: unknown, field: string): Checked<string> {
	if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
		return refuseAs(field, 'has lost digits: it is too long for a number', 'Pass the ID as text.');
	}
	return matching(
		pasted(value, /^https?:\/\/\S*\/(\d{1,19})\/?(?:[?#]\S*)?$/),
		field,
		PATTERNS.id,
		'Use the number that the service gave, 1 to 19 digits.',
	);
}

/** The ID of a verification or a short link, in small letters. */
export function checkUuid(value: unknown, field: string): Checked<string> {
	const small = typeof value === 'string' ? value.toLowerCase() : value;
	const want = 'Use the ID that the service gave, such as ea5db413-e368-4952-b745-cc2030210c49.';
	return matching(small, field, PATTERNS.uuid, want);
}

/** The ID of a template of one-time passwords, as the number that the service takes. */
export function checkTemplateId(value: unknown): Checked<number> {
	const want = 'Use the number of the template, 1 to 9 digits, as Get Many shows it.';
	const checked = matching(value, 'Template ID', PATTERNS.templateId, want);
	return checked.ok ? accept(Number(checked.value)) : checked;
}

/** The key of a report file, letters and digits (4.16, wire notes), given as it is or as the address of the file. */
export function checkFileKey(value: unknown, field = 'File Key'): Checked<string> {
	return matching(
		pasted(value, /^https?:\/\/\S*\/id\/([A-Za-z0-9]{1,64})\/format\/[a-z]+$/),
		field,
		PATTERNS.fileKey,
		'Use the key of the report file, 1 to 64 letters and digits.',
	);
}
