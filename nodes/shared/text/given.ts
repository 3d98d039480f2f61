/* Values as users give them. */

/** What to call a value in a sentence. */
export function kindOf(value: unknown): string {
	if (value === undefined || value === null || (typeof value === 'string' && value.trim() === ''))
		return 'empty';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'number') return 'a number that is negative, too long or has a fraction';
	if (typeof value === 'string') return 'text';
	return typeof value === 'object' ? 'an object' : `the value ${String(value)}`;
}

/** A string or a whole number as trimmed text; undefined for every other value and for ''. */
export function plainText(value: unknown): string | undefined {
	if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return String(value);
	return typeof value === 'string' ? value.trim() || undefined : undefined;
}
