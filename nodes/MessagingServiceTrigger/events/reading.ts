/** How single values of a reply are read, whatever the service writes there. */
import { numberOf } from '../../shared/reply';

/** Characters of a time in ISO 8601 with a fraction, an offset and the name of a zone. */
const LONGEST_TIME = 64;

export const asObject = (value: unknown): Record<string, unknown> =>
	value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
export const asText = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : '';
/** A time in the service's own words, which the state keeps; '' = what is longer than any time is written. */
export const asTime = (value: unknown): string => {
	const text = asText(value).trim();
	return text.length > LONGEST_TIME ? '' : text;
};
/** A count; null = it is not told. */
export const asCount = (value: unknown): number | null => {
	const count = numberOf(value);
	return count === null ? null : Math.trunc(count);
};
export const asStatus = (value: unknown): string => asText(value).trim().toLowerCase();
