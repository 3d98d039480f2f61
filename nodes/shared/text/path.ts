import { asSeen } from './given';
import { maskName } from './mask';

/** Follows keys into a value, through own properties only; undefined where they lead nowhere. */
export function walk(value: unknown, keys: readonly string[]): unknown {
	for (const key of keys) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
		value = (value as Record<string, unknown>)[key];
	}
	return value;
}

/** Reads a value by a dot path; an exact key with dots in it comes first. Returns undefined where the path leads nowhere. */
export function valueAt(record: unknown, path: string): unknown {
	// Most paths are one key, and a file asks for some of them in each of a million rows: no list is made for those.
	if (typeof record === 'object' && record !== null && Object.hasOwn(record, path))
		return (record as Record<string, unknown>)[path];
	return path.includes('.') ? walk(record, path.split('.')) : undefined;
}

const PATHS_KEPT = 1000;
const cleanNames = new Map<string, string>();

/** A name as people read it: as it is seen, such as without the BOM that Excel writes before the first column, and composed (NFC). */
export function cleanName(name: string): string {
	const known = cleanNames.get(name);
	if (known !== undefined) return known;
	const clean = asSeen(name.normalize('NFC')).replace(/ +/g, ' ');
	if (cleanNames.size >= PATHS_KEPT) cleanNames.clear();
	cleanNames.set(name, clean);
	return clean;
}

/** The value of the key that reads like a name. */
function alike(record: unknown, name: string): unknown {
	if (typeof record !== 'object' || record === null) return undefined;
	const clean = cleanName(name);
	const key = Object.keys(record).find((one) => cleanName(one) === clean);
	return key === undefined ? undefined : (record as Record<string, unknown>)[key];
}

/** As valueAt, for names that people write: where none is exactly so, they are compared as people read them. */
export function fieldAt(record: unknown, path: string): unknown {
	const exact = valueAt(record, path);
	if (exact !== undefined) return exact;
	const one = alike(record, path);
	return one === undefined && path.includes('.') ? path.split('.').reduce(alike, record) : one;
}

/** Tells whether any record of a source has a field. */
export type HasField = (name: string) => boolean;

/** Returns what tells whether any of these records has a field. Each name is looked for once: ten thousand may lack it. */
export function fieldFinder(records: () => readonly unknown[]): HasField {
	const known = new Map<string, boolean>();
	return (name) => {
		const has = known.get(name) ?? records().some((record) => fieldAt(record, name) !== undefined);
		known.set(name, has);
		return has;
	};
}

/** So many names of fields an error shows. */
const NAMES_AT_MOST = 10;

/** The names of a record's fields for an error, so that the right one is found there. */
export function fieldNames(record: object): string {
	const names = Object.keys(record);
	const more = names.length > NAMES_AT_MOST ? ', …' : '';
	return names.slice(0, NAMES_AT_MOST).map(maskName).join(', ') + more || 'no fields';
}

/** The key of a record that differs from a name in capitals alone. */
export function nearName(record: object, name: string): string | undefined {
	const plain = cleanName(name).toLowerCase();
	return Object.keys(record).find((key) => cleanName(key).toLowerCase() === plain);
}
