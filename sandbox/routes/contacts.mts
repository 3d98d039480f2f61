import { contactsOf } from '../contactBook.mts';
import { written } from '../dialect.mts';
import { failApi, failValidation, ok } from '../http/answers.mts';
import type { AccountRoute } from '../http/route.mts';
import { Complaints } from '../judge/complaints.mts';
import { judgeContact } from '../judge/contact.mts';
import { ID } from '../judge/limits.mts';
import { isObject } from '../judge/values.mts';
import { TestData } from '../testData.mts';
import { contactView, groupView } from '../views.mts';
import { answerPage } from './page.mts';

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
		return ok({ data: contactView(service, contact) });
	},
};

/** A page of the contacts; an extension (extensions notes, section 4). */
export const searchContacts: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/contacts/search',
	answer(call) {
		const { service } = call;
		const contacts = [...service.store.contacts.values()];
		return answerPage(call, (offset, limit) => ({
			data: contacts
				.slice(offset, offset + limit)
				.map((contact) => contactView(service, contact, true)),
			meta: { page: { total: contacts.length, offset, limit } },
		}));
	},
};

/** The fields of contacts, without pages; an extension (extensions notes, section 4). */
export const listContactFields: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/contacts/fields',
	answer: ({ service }) =>
		ok({
			data: [...service.store.fields].map(([id, name]) => ({
				id: written.id(service.config.dialect, id),
				name,
				type: 'text',
				description: '',
				is_visible: true,
			})),
		}),
};

/** A page of the contact lists; an extension (extensions notes, section 4). */
export const listGroups: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/groups',
	answer(call) {
		const { service } = call;
		const groups = [...service.store.groups.values()];
		return answerPage(call, (offset, limit) => ({
			data: groups.slice(offset, offset + limit).map((group) => ({
				...groupView(service, group),
				items: contactsOf(service, [group.id]).length,
				stop_list_count: 0,
			})),
			total: groups.length,
		}));
	},
};
