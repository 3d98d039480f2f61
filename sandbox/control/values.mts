import type { Call } from '../http/route.mts';
import { isObject } from '../judge/values.mts';

/** The JSON object in the body of a request; an empty one where there is none. */
export function bodyOf({ body }: Call): Record<string, unknown> {
	return isObject(body) ? body : {};
}

/** A parameter of the query; undefined when it is absent or repeated. */
export function queryText({ query }: Call, name: string): string | undefined {
	const value = query[name];
	return typeof value === 'string' ? value : undefined;
}

/** A number in the query; the fallback when it is absent or no number. */
export function queryNumber(call: Call, name: string, fallback: number): number {
	return Number(queryText(call, name)) || fallback;
}

/** Finds a value in a list of texts that a union type was made of; undefined when it is none of them. */
export function oneOf<T extends string>(values: readonly T[], value: unknown): T | undefined {
	return values.find((known) => known === value);
}
