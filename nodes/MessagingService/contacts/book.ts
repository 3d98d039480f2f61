import type { IDataObject } from 'n8n-workflow';
import { normaliseContact } from '../../shared/reply';
import { LIMITS } from '../../shared/spec';
import { cleanName, counted } from '../../shared/text';
import type { Column } from './columns';

/*
 * What keeps contacts and lists in step decides here: what was read and what is wanted come in, and what is to be done comes out. Nothing
 * here asks the service.
 */

/** A contact as the Contact Book holds it. */
export interface Person {
	id: string;
	phone: string;
	/** By the ID of the field. */
	fields: Map<string, string>;
	/** IDs of its lists. */
	lists: string[];
}

/** Reads a record; its fields may stand under IDs or under names. */
export function personOf(record: unknown, columns: readonly Column[]): Person {
	const { id, phone, fields, groups } = normaliseContact(record, 'UTC');
	const idOf = (key: string): string =>
		columns.find((column) => column.id === key)?.id ??
		columns.find(({ name }) => cleanName(name) === cleanName(key))?.id ??
		key;
	return {
		id: String(id),
		phone: String(phone),
		fields: new Map(
			Object.entries(Object(fields) as Record<string, string>).map(([key, value]) => [
				idOf(key),
				value,
			]),
		),
		lists: ((groups ?? []) as IDataObject[]).map((list) => String(list.id)),
	};
}

/** A page begins with some records of the one before it. */
const NEW_ON_PAGE = LIMITS.page.pageMax - 5;

/** So few contacts are always searched for one by one. */
export const FEW = 3;

/**
 * Whether to read the whole Contact Book takes no more requests than to search for some contacts one by one.
 * @param sought how many are searched for
 * @param contacts how many the book has
 */
export function readsBook(sought: number, contacts: number): boolean {
	const more = Math.max(0, contacts - LIMITS.page.pageMax);
	return 1 + Math.ceil(more / NEW_ON_PAGE) <= sought;
}

/** What an item wants a contact to be. */
export interface Wanted {
	phone: string;
	/** By the ID of the field; a field that is not named keeps its value. */
	values: ReadonlyMap<string, string>;
	/** Lists that it is to be in; it stays in others. */
	lists: readonly number[];
}

const fieldsOf = (fields: ReadonlyMap<string, string>): IDataObject[] =>
	[...fields].map(([id, value]) => ({ id: Number(id), value }));

/** The body that makes the contact. */
export const creationOf = ({ phone, values, lists }: Wanted): IDataObject => ({
	phone: Number(phone),
	...(values.size > 0 && { fields: fieldsOf(values) }),
	...(lists.length > 0 && { groups: [...lists] }),
});

/**
 * The body that makes of a contact what is wanted; undefined if it is that already. It holds what was read, too: whether the service keeps
 * what a change does not name is shown nowhere (extensions notes, section 13).
 */
export function changeOf(person: Person, wanted: Wanted): IDataObject | undefined {
	const isSame =
		[...wanted.values].every(([id, value]) => (person.fields.get(id) ?? '') === value) &&
		wanted.lists.every((list) => person.lists.includes(String(list)));
	if (isSame) return undefined;
	const lists = new Set([...person.lists.map(Number), ...wanted.lists]);
	const fields = new Map([...person.fields, ...wanted.values]);
	return {
		phone: Number(person.phone),
		...(fields.size > 0 && { fields: fieldsOf(fields) }),
		...(lists.size > 0 && { groups: [...lists] }),
	};
}

/** The places of those that a later one with the same key takes the place of, and the place of the last. */
export function mergedInto(keys: ReadonlyArray<string | undefined>): Map<number, number> {
	const last = new Map(keys.map((key, place) => [key, place]));
	return new Map(
		keys.flatMap((key, place) => {
			const end = last.get(key) ?? place;
			return key === undefined || end === place ? [] : [[place, end] as const];
		}),
	);
}

/** What is to be done so that a list holds exactly those who are wanted. */
export interface MembersPlan {
	/** Keys of those who are in it already. */
	stay: string[];
	attach: Array<[key: string, person: Person]>;
	/** Keys of those whom the Contact Book does not have. */
	missing: string[];
	/** Those who are in the list and not wanted. */
	remove: Person[];
}

/** @param keyOf what a person is named by: the number, or the ID */
export function planMembers(
	wanted: ReadonlySet<string>,
	members: readonly Person[],
	found: ReadonlyMap<string, Person>,
	keyOf: (person: Person) => string,
): MembersPlan {
	const inList = new Set(members.map(keyOf));
	const others = [...wanted].filter((key) => !inList.has(key));
	return {
		stay: [...wanted].filter((key) => inList.has(key)),
		attach: others.flatMap((key) => {
			const person = found.get(key);
			return person ? [[key, person] as [string, Person]] : [];
		}),
		missing: others.filter((key) => !found.has(key)),
		remove: members.filter((person) => !wanted.has(keyOf(person))),
	};
}

/**
 * Why a plan is not carried out: it would remove a larger share of the list than was allowed. An input that came empty or halved must not
 * empty a list.
 * @param share in percent
 */
export function stopOf(
	{ remove }: Pick<MembersPlan, 'remove'>,
	members: number,
	share: number,
): string | undefined {
	if (members === 0 || remove.length * 100 <= members * share) return undefined;
	const percent = Math.round((remove.length / members) * 1000) / 10;
	return `${remove.length} of the ${counted(members, 'contact')} in the list would be removed (${percent} %), more than ${share} %`;
}
