import type { FastifyInstance } from 'fastify';
import { callerOf } from '../auth.mts';
import { Complaints } from '../judge/complaints.mts';
import { judgeContact } from '../judge/contact.mts';
import { ID } from '../judge/limits.mts';
import { isObject } from '../judge/values.mts';
import { failApi, failValidation } from '../replies.mts';
import type { Service } from '../service.mts';
import { TestData } from '../testdata.mts';
import { contactView } from '../views.mts';

/** Edit contact (4.15). */
export function registerContacts(app: FastifyInstance, service: Service): void {
	app.put<{ Params: { id: string } }>('/api/contacts/:id', async (request, reply) => {
		const { store } = service;
		const caller = callerOf(request);
		const id = ID.test(request.params.id) ? Number(request.params.id) : -1;
		if (!isObject(request.body))
			return failApi(reply, 400, 'The request body is not a JSON object');
		const complaints = new Complaints();
		const knows = {
			group: (group: number) => caller.testKey || store.groups.has(group),
			field: (field: number) => caller.testKey || store.fields.has(field),
		};
		const change = judgeContact(request.body, knows, complaints);
		if (caller.testKey) {
			if (complaints.any) return failValidation(service, reply, complaints);
			return reply.send({
				data: contactView(
					service,
					new TestData(service, request.rawText).contact({ id, phone: change.phone }),
				),
			});
		}
		const contact = store.contacts.get(id);
		if (!contact) return failApi(reply, 404, 'Contact not found');
		const holder = store.contactIdByPhone.get(change.phone);
		if (holder !== undefined && holder !== id)
			complaints.add('phone', 'The phone belongs to another contact.');
		// Section 8: a TEST account may change the phone to a verified number only.
		if (caller.mode === 'test' && !store.verified.has(change.phone))
			complaints.add('phone', 'In test mode the phone must be a verified number.');
		if (complaints.any) return failValidation(service, reply, complaints);
		store.contactIdByPhone.delete(contact.phone);
		store.contactIdByPhone.set(change.phone, id);
		contact.phone = change.phone;
		for (const group of change.groups)
			if (!contact.groupIds.includes(group)) contact.groupIds.push(group);
		for (const field of change.fields) contact.fields.set(field.id, field.value);
		return reply.send({ data: contactView(service, contact) });
	});
}
