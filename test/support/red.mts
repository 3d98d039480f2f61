/** @returns the paths under which a value holds what n8n's table prints in red: nothing, null, an empty text, list or object */
export function redIn(value: unknown, at: string): string[] {
	if (value === null || value === undefined || value === '') return [at];
	if (typeof value !== 'object') return [];
	const entries = Object.entries(value);
	return entries.length === 0
		? [at]
		: entries.flatMap(([name, inner]) => redIn(inner, `${at}.${name}`));
}
