type Fields = Record<string, unknown>;

/** Takes a value and the keys of a path into it; returns what lies there, of own properties only, or undefined. */
export function walk(value: unknown, keys: readonly string[]): unknown {
	for (const key of keys) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
		value = (value as Fields)[key];
	}
	return value;
}

/** Reads a value by a dot path; an exact key with dots in it comes first. Returns undefined where the path leads nowhere. */
export function valueAt(record: unknown, path: string): unknown {
	// Most paths are one key, and a file asks for some of them in each of a million rows: no list is made for those.
	if (typeof record === 'object' && record !== null && Object.hasOwn(record, path))
		return (record as Fields)[path];
	return path.includes('.') ? walk(record, path.split('.')) : undefined;
}
