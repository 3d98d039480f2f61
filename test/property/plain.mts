import type { Value } from './bad.mts';
import type { Kind } from './values.mts';

export type Values = Record<string, Value>;

/** The request that a user means by his values, made without any check. */
export interface Plain {
	method: string;
	path: string;
	body?: unknown;
}

/** One operation with the parameters that are tried. */
export interface Case {
	/** resource.operation, and in brackets which way of it. */
	id: string;
	fields: Record<string, Kind>;
	/** Parameters that stay. */
	fixed?: Values;
	/** Parameters that may be left out, besides those under options and filters. */
	optional?: readonly string[];
	/** Parameters under options that may not. */
	required?: readonly string[];
	/** Several where no single request shows all values to the service. */
	plain(values: Values): Plain | Plain[];
	/** For a path at which the service takes a value unjudged: a request by which it judges that value, if there is one. */
	judgedBy?: (path: string) => Plain | undefined;
}

/** Blanks around a value of one line mean nothing; nothing but blanks is no value left out. */
export const bare = (value: Value): Value =>
	typeof value === 'string' ? value.trim() || value : value;
/** A sender as people see it: what Unicode ignores says nothing, and each of its separators of words is a blank. */
export const asSeen = (value: Value): Value =>
	typeof value === 'string'
		? bare(value.replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/\p{Zs}/gu, ' '))
		: value;
export const blank = (value: Value): boolean =>
	value === undefined || value === null || value === '';
export const given = (entries: Record<string, Value>): Record<string, Value> =>
	Object.fromEntries(Object.entries(entries).filter(([, value]) => !blank(value)));
/** What an address cannot carry: objects, numbers that have lost digits, halves of characters, nothing but blanks. */
const unwritable = (value: Value): boolean =>
	typeof value === 'object' ||
	typeof value === 'boolean' ||
	(typeof value === 'number' && !(Number.isSafeInteger(value) && value >= 0)) ||
	/\p{Surrogate}|^\s+$/u.test(String(value));
/** A part of a path; a lone % is none. */
export const segment = (value: Value): string =>
	blank(value) ? '' : unwritable(bare(value)) ? '%' : encodeURIComponent(String(bare(value)));
export const query = (entries: Record<string, Value>): string =>
	Object.values(given(entries)).some(unwritable)
		? 'page[limit]=x'
		: new URLSearchParams(
				Object.entries(given(entries)).map(([key, value]): [string, string] => [
					key,
					String(value),
				]),
			).toString();
export const number = (value: Value): Value =>
	typeof value === 'string' && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : value;

/** A limit above the service's largest page is read in several. */
export const page = (limit: Value): Value =>
	typeof limit === 'number' && Number.isInteger(limit) ? Math.min(limit, 500) : limit;
/**
 * The number of the first page where pages are counted (extensions notes, section 7). A limit that is a count of records asks for page 1;
 * what is none is judged as a number of a page, which has the same rule.
 */
export const firstPage = (limit: Value): Value =>
	typeof limit === 'number' && Number.isInteger(limit) && limit > 0 ? 1 : (limit ?? 1);
/** The day of a time in the service's form. */
export const dayOf = (value: Value): Value =>
	typeof value === 'string'
		? value.replace(/^(\d{4}-\d{2}-\d{2}) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, '$1')
		: value;

const phoneOf = (entry: unknown): unknown =>
	typeof entry === 'object' && entry !== null
		? Object.hasOwn(entry, 'phone')
			? (entry as { phone: Value }).phone
			: undefined
		: entry;

export const listed = (value: Value, read = phoneOf): unknown[] => {
	const entries = Array.isArray(value)
		? (value as unknown[])
		: typeof value === 'string'
			? value
					.split(/[,;\r\n]+/)
					.map((part) => part.trim())
					.filter((part) => part !== '')
			: blank(value)
				? []
				: [value];
	return entries.map((entry) => bare(read(entry)));
};

/** The value of a query parameter in a path of the node; undefined where it holds none. */
export const queryValue = (path: string, name: string): string | undefined =>
	new URLSearchParams(path.replace(/^[^?]*/, '')).get(name) ?? undefined;

/** Lists take any text where they look for one: a message is asked for, to judge an ID or a reference. */
export const messageById = (id: Value): Plain => ({
	method: 'GET',
	path: `/rest/sms/${segment(id)}`,
});
/** The same for the ID by which a search of the Contact Book looks. */
export const soughtId = (path: string): Plain | undefined => {
	const id = queryValue(path, 'search[value]');
	return queryValue(path, 'search[field]') === 'id' && id !== undefined
		? messageById(id)
		: undefined;
};
export const messageByReference = (reference: Value): Plain => ({
	method: 'GET',
	path: `/rest/sms/reference/${segment(reference)}`,
});

/** A change of who is in a list, for a contact that is there. */
export const changeOfMembers = (change: 'attach' | 'detach', list: Value): Plain => ({
	method: 'POST',
	path: `/api/groups/${change}`,
	body: { contacts: [5002], groups: [number(bare(list))] },
});
