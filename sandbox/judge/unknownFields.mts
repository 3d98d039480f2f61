import { isObject } from './values.mts';

/**
 * The first field of a request's body that its operation does not know; undefined when it knows all of them.
 * @param known the fields that it knows; those of objects in it have a path, as in `phones.number`, whatever their place in a list
 * @param path where in the body the value stands
 */
export function unknownField(
	value: unknown,
	known: readonly string[],
	path = '',
): string | undefined {
	const inner = Array.isArray(value)
		? value.map((entry): [string, unknown] => [path, entry])
		: isObject(value)
			? Object.entries(value).map(([name, entry]): [string, unknown] => [
					path === '' ? name : `${path}.${name}`,
					entry,
				])
			: [];
	for (const [own, entry] of inner) {
		const found = own === path || known.includes(own) ? unknownField(entry, known, own) : own;
		if (found !== undefined) return found;
	}
	return undefined;
}
