import type { IDataObject } from 'n8n-workflow';
import type { ServiceFault } from '../../shared/errors';
import { listOf } from '../../shared/reply';
import { pool } from '../../shared/pool';
import {
	findContact,
	readAt,
	searchContacts,
	type Service,
	type SoughtBy,
} from '../../shared/service';
import { ENDPOINTS, LIMITS } from '../../shared/spec';
import type { OperationContext } from '../dispatch/context';
import { FEW, personOf, readsBook, type Person } from './book';
import type { Column } from './columns';

/** The order in which nothing moves while the pages are read: who is added comes last. */
const BY_ID: IDataObject = { sort: 'id', way: 'asc' };

export interface People {
	/** By what they were looked for. */
	found: Map<string, Person>;
	fault?: ServiceFault;
}

/** Those who are in a list, or all contacts. */
export async function readPeople(
	service: Service,
	columns: readonly Column[],
	list?: string,
): Promise<{ people: Person[]; fault?: ServiceFault }> {
	const query = list === undefined ? BY_ID : { ...BY_ID, contact_group_id: list };
	const { records, fault } = await searchContacts(service, query, Infinity);
	return { people: records.map((record) => personOf(record, columns)), fault };
}

/** How many contacts there are; as many as can be if the service does not say. */
async function sizeOfBook(service: Service): Promise<number> {
	const qs = { ...BY_ID, 'page[offset]': 0, 'page[limit]': LIMITS.page.pageMin };
	const { reply } = await readAt(service, ENDPOINTS.searchContacts, qs);
	return (reply && listOf(reply.body).total) ?? Infinity;
}

/** Looks for contacts: one by one, or, where that takes fewer requests, by reading the whole Contact Book. */
export async function findPeople(
	ctx: OperationContext,
	service: Service,
	by: SoughtBy,
	sought: readonly string[],
	columns: readonly Column[],
): Promise<People> {
	const found = new Map<string, Person>();
	if (sought.length > FEW && readsBook(sought.length, await sizeOfBook(service))) {
		const { people, fault } = await readPeople(service, columns);
		const wanted = new Set(sought);
		for (const person of people) if (wanted.has(person[by])) found.set(person[by], person);
		return { found, fault };
	}
	let failed: ServiceFault | undefined;
	await pool(
		sought,
		() => ctx.requestsInFlight(),
		async (value) => {
			const { record, fault } = await findContact(service, by, value);
			failed ??= fault;
			if (record) found.set(value, personOf(record, columns));
		},
		() => failed !== undefined || ctx.signal?.aborted === true,
	);
	return { found, fault: failed };
}
