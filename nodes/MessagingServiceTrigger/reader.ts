import type { IDataObject } from 'n8n-workflow';
import type { Observation } from './events';

/** Asks the service (GET) and returns the checked body, or undefined when the service says that there is no such object. */
export type Read = (path: string, qs?: IDataObject) => Promise<unknown>;

/** Turns a record of the service into the normalised record. */
export type Normalise = (raw: unknown) => IDataObject;

export const asObject = (value: unknown): Record<string, unknown> =>
	value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
export const asText = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : '';
export const asCount = (value: unknown): number => Math.trunc(Number(asText(value))) || 0;
export const asStatus = (value: unknown): string => asText(value).trim().toLowerCase();

/** Takes the body of a list; returns its records and how many there are in all (undefined = not said). */
export function pageOf(body: unknown): { records: Array<Record<string, unknown>>; total?: number } {
	const { data, meta } = asObject(body);
	const total = asObject(asObject(meta).page).total;
	return {
		records: Array.isArray(data) ? data.map(asObject) : [],
		...(total === undefined ? {} : { total: asCount(total) }),
	};
}

/** A page of a list: `records` as observations, in the order of the service. */
export interface Page {
	seen: Observation[];
	total: number;
}

/** Compares ids as numbers, whatever their length: negative when the first is smaller. */
export const compareIds = (one: string, other: string): number =>
	one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);

/** Puts keys into an order that differs from poll to poll without having to remember anything, so that each has its turn. */
export function shuffled(keys: string[], seed: number): string[] {
	const mix = (key: string) => {
		let hash = Math.trunc(seed / 1000) | 0;
		for (let index = 0; index < key.length; index++)
			hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
		hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
		hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
		return (hash ^ (hash >>> 16)) >>> 0;
	};
	return keys
		.map((key) => ({ key, rank: mix(key) }))
		.sort((one, other) => one.rank - other.rank)
		.map(({ key }) => key);
}

/** Moves a time of the service (`yyyy-mm-dd hh:mm:ss`) by seconds, in the service's own time: no zone is needed. */
export function shiftTime(text: string, seconds: number): string {
	const time = Date.parse(`${text.replace(' ', 'T')}Z`);
	return Number.isNaN(time)
		? text
		: new Date(time + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}
