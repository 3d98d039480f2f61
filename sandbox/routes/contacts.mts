import { stamp } from '../clock.mts';
import { bookChanged, deleteContacts } from '../contactBook.mts';
import { failApi, failInWords, failValidation, ok } from '../http/answers.mts';
import type { Answer } from '../http/answers.mts';
import type { AccountCall, AccountRoute } from '../http/route.mts';
import { Complaints } from '../judge/complaints.mts';
import { judgeContact } from '../judge/contact.mts';
import { ID, MAX_ATTACHED_LISTS, MAX_DELETED_CONTACTS } from '../judge/limits.mts';
import { judgePaging } from '../judge/listing.mts';
import { compareBy, judgeSearch } from '../judge/search.mts';
import type { Comparable, Condition } from '../judge/search.mts';
import { isObject } from '../judge/values.mts';
import type { Service } from '../service.mts';
import { TestData } from '../testData.mts';
import type { Contact } from '../types.mts';
import { contactView } from '../views.mts';

/** Changes a contact's phone and fields, and adds it to lists (specification 4.15). */
export const updateContact: AccountRoute = {
	method: 'PUT',
	path: '/api/contacts/:id',
	answer({ service, caller, params, body, rawText }) {
		const { store } = service;
		const id = ID.test(params.id ?? '') ? Number(params.id) : -1;
		if (!isObject(body)) return failApi(400, 'The request body is not a JSON object');
		const complaints = new Complaints();
		const knows = {
			group: (group: number) => caller.testKey || store.groups.has(group),
			field: (field: number) => caller.testKey || store.fields.has(field),
		};
		const change = judgeContact(body, knows, complaints);
		if (caller.testKey) {
			if (complaints.any) return failValidation(service, complaints);
			const contact = new TestData(service, rawText).contact({ id, phone: change.phone });
			return ok({ data: contactView(service, contact) });
		}

		const contact = store.contacts.get(id);
		if (!contact) return failApi(404, 'Contact not found');
		const holder = store.contactIdByPhone.get(change.phone);
		if (holder !== undefined && holder !== id)
			complaints.add('phone', 'The phone belongs to another contact.');
		// Section 8: a TEST account may change the phone to a verified number only.
		if (caller.mode === 'test' && !store.verified.has(change.phone))
			complaints.add('phone', 'In test mode the phone must be a verified number.');
		if (complaints.any) return failValidation(service, complaints);

		if (store.contactIdByPhone.get(contact.phone) === id)
			store.contactIdByPhone.delete(contact.phone);
		store.contactIdByPhone.set(change.phone, id);
		contact.phone = change.phone;
		for (const group of change.groups)
			if (!contact.groupIds.includes(group)) contact.groupIds.push(group);
		for (const field of change.fields) contact.fields.set(field.id, field.value);
		service.ledger.change('contact', id);
		bookChanged(service);
		return ok({ data: contactView(service, contact) });
	},
};

/** Adds a contact; an extension (extensions notes, section 4). */
export const createContact: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/contacts',
	answer({ service, caller, body, rawText }) {
		const { store } = service;
		if (!isObject(body)) return failApi(400, 'The request body is not a JSON object');
		const complaints = new Complaints();
		const knows = {
			group: (group: number) => caller.testKey || store.groups.has(group),
			field: (field: number) => caller.testKey || store.fields.has(field),
		};
		const { phone, groups, fields } = judgeContact(body, knows, complaints);
		if (groups.length > MAX_ATTACHED_LISTS)
			complaints.add('groups', `There may be ${MAX_ATTACHED_LISTS} at most.`);
		if (complaints.any) return failValidation(service, complaints);
		if (caller.mode === 'test' && !store.verified.has(phone))
			return failInWords('In test mode the phone must be a verified number.');
		if (!caller.testKey && store.contactIdByPhone.has(phone))
			return failInWords('The contact already exists.');
		const made: Partial<Contact> = {
			phone,
			fields: new Map(fields.map(({ id, value }) => [id, value])),
			groupIds: [...new Set(groups)],
		};
		const contact = new TestData(service, rawText).contact(made);
		if (!caller.testKey) {
			contact.id = store.nextId('contact', 6001);
			store.addContact(contact);
			service.ledger.change('addContact', contact.id);
			bookChanged(service);
		}
		return { status: 201, body: { data: contactView(service, contact, true) } };
	},
};

/** What the contacts can be searched by: a field of their own, or a custom field by its ID. */
function kindOfField(service: Service, field: string): Comparable | undefined {
	if (field === 'phone') return 'text';
	if (['id', 'group_id', 'created_at', 'date'].includes(field)) return 'order';
	const custom = ID.test(field) ? service.store.fields.get(Number(field)) : undefined;
	if (!custom) return undefined;
	return custom.type === 'text' ? 'text' : 'order';
}

/** Whether a contact fulfils a condition. */
function fulfils(service: Service, contact: Contact, { field, holds }: Condition): boolean {
	if (field === 'id') return holds(String(contact.id));
	if (field === 'phone') return holds(contact.phone);
	if (field === 'group_id') return contact.groupIds.some((id) => holds(String(id)));
	if (field === 'created_at' || field === 'date')
		return holds(stamp(contact.createdMs, service.config.timeZone) ?? '');
	return holds(contact.fields.get(Number(field)) ?? '');
}

/** Contacts for a test key, with which the service returns random information (5.1). */
function randomContacts({ service, url }: AccountCall): Contact[] {
	const data = new TestData(service, url);
	return Array.from({ length: data.random.integer(1, 5) }, () => data.contact({}));
}

/** A page of the contacts that fulfil all conditions; an extension (extensions notes, section 4). */
export const searchContacts: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/contacts/search',
	answer(call) {
		const { service, query, caller } = call;
		const { dialect } = service.config;
		const complaints = new Complaints();
		const paging = judgePaging(query, ['id', 'phone'], dialect, complaints);
		const conditions = judgeSearch(query, (field) => kindOfField(service, field), complaints);
		const list = query.contact_group_id;
		if (list !== undefined && (typeof list !== 'string' || !ID.test(list)))
			complaints.add('contact_group_id', 'The list must be an integer.');
		if (complaints.any) return failValidation(service, complaints);
		const { sort, descending, offset, limit } = paging;
		const found = (
			caller.testKey ? randomContacts(call) : [...service.store.contacts.values()]
		).filter(
			(contact) =>
				(list === undefined || contact.groupIds.includes(Number(list))) &&
				(caller.testKey || conditions.every((condition) => fulfils(service, contact, condition))),
		);
		found.sort(
			compareBy((contact: Contact) => (sort === 'phone' ? contact.phone : String(contact.id))),
		);
		if (descending) found.reverse();
		return ok({
			data: found
				.slice(offset, offset + limit)
				.map((contact) => contactView(service, contact, true)),
			meta: { page: { total: found.length, offset, limit } },
		});
	},
};

/** The contact that a path names, or its refusal. */
function contactIn({ service, params }: AccountCall): Contact | Answer {
	if (!ID.test(params.id ?? '')) return failInWords('The id must be an integer.');
	return service.store.contacts.get(Number(params.id)) ?? failApi(404, 'Contact not found');
}

/** Shows a contact; an extension (extensions notes, section 4). */
export const getContact: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/contacts/:id',
	answer(call) {
		const found = contactIn(call);
		if ('status' in found) return found;
		return ok({ data: contactView(call.service, found, true) });
	},
};

/** Deletes a contact; an extension (extensions notes, section 4). */
export const deleteContact: AccountRoute = {
	extension: true,
	method: 'DELETE',
	path: '/api/contacts/:id',
	answer(call) {
		const found = contactIn(call);
		if (call.caller.testKey) return { status: 204, body: undefined };
		if ('status' in found) return found;
		deleteContacts(call.service, [found]);
		return { status: 204, body: undefined };
	},
};

/** Deletes contacts by the IDs in the query, theirs or those of their lists; an extension (extensions notes, section 4). */
export const deleteManyContacts: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/contacts/delete',
	answer({ service, caller, query }) {
		const idsIn = (name: string): number[] =>
			[query[`${name}[]`] ?? []]
				.flat()
				.filter((id) => ID.test(id))
				.map(Number);
		const [ids, lists] = [idsIn('contact_ids'), idsIn('group_ids')];
		const complaints = new Complaints();
		if (ids.length + lists.length === 0 || ids.length > MAX_DELETED_CONTACTS)
			complaints.add('contact_ids', `There must be 1 to ${MAX_DELETED_CONTACTS}.`);
		if (complaints.any) return failValidation(service, complaints);
		if (!caller.testKey)
			deleteContacts(
				service,
				[...service.store.contacts.values()].filter(
					({ id, groupIds }) => ids.includes(id) || groupIds.some((list) => lists.includes(list)),
				),
			);
		return { status: 204, body: undefined };
	},
};
