import type { Complaints } from './complaints.mts';
import type { Query } from './listing.mts';

/** What a search compares a record's value with. */
export interface Condition {
	field: string;
	holds(value: string): boolean;
}

/** How a field may be compared: what has an order by its size, what is text by what it contains. */
export type Comparable = 'order' | 'text' | 'any';

const inOrder = (one: string, other: string): number =>
	/^\d+$/.test(one) && /^\d+$/.test(other) ? Number(one) - Number(other) : one < other ? -1 : 1;

const OPERATORS: Readonly<Record<string, (one: string, other: string) => boolean>> = {
	like: (one, other) => one.toLowerCase().includes(other.toLowerCase()),
	'=': (one, other) => one === other,
	'>=': (one, other) => one === other || inOrder(one, other) > 0,
	'<=': (one, other) => one === other || inOrder(one, other) < 0,
	'>': (one, other) => one !== other && inOrder(one, other) > 0,
	'<': (one, other) => one !== other && inOrder(one, other) < 0,
};

const ALLOWED: Readonly<Record<Comparable, readonly string[]>> = {
	order: ['=', '>', '>=', '<', '<='],
	text: ['like', '='],
	any: Object.keys(OPERATORS),
};

/** Sorts by a value; numbers by their size. */
export const compareBy =
	<T,>(valueOf: (record: T) => string): ((one: T, other: T) => number) =>
	(one, other) => {
		const [left, right] = [valueOf(one), valueOf(other)];
		return left === right ? 0 : inOrder(left, right);
	};

function judgeOne(
	query: Query,
	name: string,
	kindOf: (field: string) => Comparable | undefined,
	complaints: Complaints,
): Condition {
	const field = String(query[`${name}[field]`] ?? '');
	const operator = String(query[`${name}[operator]`] ?? '');
	const value = query[`${name}[value]`];
	const path = name.replace(/\[(\d+)\]/, '.$1');
	const kind = kindOf(field);
	const compare = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
	if (kind === undefined) complaints.add(`${path}.field`, 'The field cannot be searched.');
	if (!compare || (kind !== undefined && !ALLOWED[kind].includes(operator)))
		complaints.add(`${path}.operator`, 'The operator is not known for this field.');
	if (typeof value !== 'string') complaints.add(`${path}.value`, 'The value is missing.');
	return {
		field,
		holds: (own) => compare !== undefined && compare(own, typeof value === 'string' ? value : ''),
	};
}

/**
 * Judges `search[field]`, `search[operator]` and `search[value]`, and the same of `search_fields[n]` for several (extensions notes,
 * sections 3 and 4). All of them have to hold; without any everything is found.
 */
export function judgeSearch(
	query: Query,
	kindOf: (field: string) => Comparable | undefined,
	complaints: Complaints,
): Condition[] {
	const names = new Set(
		Object.keys(query).flatMap((key) => /^(search|search_fields\[\d+\])\[/.exec(key)?.[1] ?? []),
	);
	return [...names].map((name) => judgeOne(query, name, kindOf, complaints));
}
