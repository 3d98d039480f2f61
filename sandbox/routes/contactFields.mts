import { bookChanged } from '../contactBook.mts';
import { failApi, failValidation, ok } from '../http/answers.mts';
import type { AccountRoute } from '../http/route.mts';
import { Complaints } from '../judge/complaints.mts';
import { judgeContactField } from '../judge/contact.mts';
import { ID, MAX_DELETED_FIELDS } from '../judge/limits.mts';
import { isId, isObject, own } from '../judge/values.mts';
import type { ContactField } from '../types.mts';
import { contactFieldView } from '../views.mts';

/** The fields of contacts, without pages; an extension (extensions notes, section 4). */
export const listContactFields: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/contacts/fields',
	answer: ({ service }) =>
		ok({
			data: [...service.store.fields.values()].map((field) => contactFieldView(service, field)),
		}),
};

/** Adds a field of contacts; an extension (extensions notes, section 4). */
export const createContactField: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/contacts/fields',
	answer({ service, caller, body }) {
		if (!isObject(body)) return failApi(400, 'The request body is not a JSON object');
		const complaints = new Complaints();
		const given = judgeContactField(body, true, complaints);
		if (complaints.any) return failValidation(service, complaints);
		const field: ContactField = {
			id: caller.testKey ? 1 : service.store.nextId('field', 388_101),
			name: '',
			type: 'text',
			description: '',
			visible: true,
			...given,
		};
		if (!caller.testKey) {
			service.store.fields.set(field.id, field);
			service.ledger.change('addField', field.id);
			bookChanged(service);
		}
		return { status: 201, body: { data: contactFieldView(service, field) } };
	},
};

/** Changes a field of contacts; an extension (extensions notes, section 4). */
export const updateContactField: AccountRoute = {
	extension: true,
	method: 'PATCH',
	path: '/api/contacts/fields/:id',
	answer({ service, caller, params, body }) {
		if (!isObject(body)) return failApi(400, 'The request body is not a JSON object');
		const complaints = new Complaints();
		const given = judgeContactField(body, false, complaints);
		if (complaints.any) return failValidation(service, complaints);
		const id = ID.test(params.id ?? '') ? Number(params.id) : -1;
		const known = service.store.fields.get(id);
		if (!known && !caller.testKey) return failApi(404, 'Field not found');
		const field: ContactField = {
			...(known ?? { id, name: 'Test', type: 'text', description: '', visible: true }),
			...given,
		};
		if (!caller.testKey) {
			service.store.fields.set(id, field);
			service.ledger.change('changeField', id);
			bookChanged(service);
		}
		return ok({ data: contactFieldView(service, field) });
	},
};

/** Deletes fields of contacts with their values; an extension (extensions notes, section 4). */
export const deleteContactFields: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/contacts/fields/delete',
	answer({ service, caller, body }) {
		if (!isObject(body)) return failApi(400, 'The request body is not a JSON object');
		const ids = own(body, 'ids');
		const complaints = new Complaints();
		if (!Array.isArray(ids) || ids.length === 0 || ids.length > MAX_DELETED_FIELDS)
			complaints.add('ids', `There must be 1 to ${MAX_DELETED_FIELDS}.`);
		else if (!ids.every((id) => typeof id === 'number' && isId(id)))
			complaints.add('ids', 'The ids must be integers.');
		if (complaints.any) return failValidation(service, complaints);
		if (!caller.testKey) {
			for (const id of (ids as number[]).filter((one) => service.store.fields.has(one))) {
				service.store.fields.delete(id);
				for (const { fields } of service.store.contacts.values()) fields.delete(id);
				service.ledger.change('deleteField', id);
			}
			bookChanged(service);
		}
		return { status: 204, body: undefined };
	},
};
