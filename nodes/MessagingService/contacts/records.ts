import type { IDataObject } from 'n8n-workflow';
import type { Item } from '../dispatch/item';
import { normaliseContact } from '../../shared/reply';
import { columnsOfRun, type Column } from './columns';

/** The custom fields of a contact under their names; the search writes their IDs (extensions notes, section 4). */
function withNames(fields: unknown, columns: readonly Column[]): IDataObject {
	const names = new Map(columns.map(({ id, name }) => [id, name]));
	return Object.fromEntries(
		Object.entries(Object(fields) as IDataObject).map(([key, value]) => [
			names.get(key) ?? key,
			value,
		]),
	);
}

/** Brings records of contacts into the node's form, with the names of their fields, as far as the service shows them. */
export async function namedContacts(
	{ ctx, service, zone }: Pick<Item, 'ctx' | 'service' | 'zone'>,
	records: readonly IDataObject[],
): Promise<IDataObject[]> {
	const contacts = records.map((record) => normaliseContact(record, zone));
	const isNamed = contacts.every(
		({ fields }) => Object.keys(Object(fields) as object).length === 0,
	);
	if (isNamed) return contacts;
	const { columns } = await columnsOfRun(ctx.run, service);
	return contacts.map((contact) => ({ ...contact, fields: withNames(contact.fields, columns) }));
}
