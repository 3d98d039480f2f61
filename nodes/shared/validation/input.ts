/** Whether a value is missing or holds nothing but white space. */
export function isBlank(value: unknown): boolean {
	return (
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
	);
}

/**
 * Takes what a user gave as a list: an array, the JSON text of an array, or text with commas, semicolons or lines between its
 * entries. Returns the entries, which nobody has judged yet; a single value is a list of one.
 */
export function listEntries(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	if (typeof value !== 'string') return value === undefined || value === null ? [] : [value];
	if (value.trimStart().startsWith('[')) {
		try {
			const parsed: unknown = JSON.parse(value);
			if (Array.isArray(parsed)) return parsed;
		} catch {
			// This is not JSON: its entries are judged one by one later.
		}
	}
	return value
		.split(/[,;\r\n]+/)
		.map((part) => part.trim())
		.filter((part) => part !== '');
}
