// What a setting of the service is, and the kinds that the table in settings.mts is made of.

/** What shows the other way: S the specification, W the wire notes, E the extensions notes, H the standard of HTTP. */
export type Basis = 'S' | 'W' | 'E' | 'H';

/** One thing that the specification leaves open, and what a service may do about it. */
export interface Setting<Value> {
	/** An accent changes how the same thing is written; a behaviour changes what happens, or what can be known. */
	kind: 'accent' | 'behaviour';
	/** The values, or some of them where there is no end of them; the first is the default. */
	values: readonly [Value, ...Value[]];
	/** Which values are allowed, in words. */
	allowed: string;
	/** Whether a value is allowed. */
	check(value: unknown): boolean;
	/** The section of the specification that is silent. */
	section: string;
	basis: Basis;
	meaning: string;
}

/** Which section a setting is about, what shows the other way, and what it means. */
type About = readonly [section: string, basis: Basis, meaning: string];

function choice<Value extends string | number | boolean>(
	kind: Setting<Value>['kind'],
	values: readonly [Value, ...Value[]],
	[section, basis, meaning]: About,
): Setting<Value> {
	return {
		kind,
		values,
		allowed: values.map(String).join(', '),
		check: (value) => values.some((known) => known === value),
		section,
		basis,
		meaning,
	};
}

/** One of some values, by which the same thing is written in another way. */
export function accent<const Value extends string | number | boolean>(
	values: readonly [Value, Value, ...Value[]],
	...about: About
): Setting<Value> {
	return choice('accent', values, about);
}

/** One of some values, by which something else happens. */
export function behaviour<const Value extends string | number | boolean>(
	values: readonly [Value, Value, ...Value[]],
	...about: About
): Setting<Value> {
	return choice('behaviour', values, about);
}

/** A number from 0 to `max`. */
export function amount(
	values: readonly [number, number],
	max: number,
	...[section, basis, meaning]: About
): Setting<number> {
	return {
		kind: 'behaviour',
		values,
		allowed: `a number from 0 to ${max}`,
		check: (value) => typeof value === 'number' && value >= 0 && value <= max,
		section,
		basis,
		meaning,
	};
}
