import { maskPhone } from '../../../shared/errors';
import { idOf } from '../../../shared/reply';
import { findContact, type RequestParts } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { toPath } from '../../dispatch/places';
import { foundReply } from '../../dispatch/declared';
import type { Item } from '../../dispatch/item';
import { checkContact, CONTACT, CONTACT_BY } from '../../contacts/fields';
import { noContact, stopBefore } from '../../contacts/ofItem';
import { DEFAULT_COUNTRY } from '../../sending/fields';
import { changeOne, nameIn } from '../builders';
import { NO_CONTACTS } from './contacts';

const endpoint = ENDPOINTS.deleteContact;

const isById = (item: Item): boolean => item.parameter<string>('contactBy', 'phone') === 'id';

/** The request by the ID of the contact: a number is looked up. Ends the item if there is no such contact. */
async function byId(item: Item, request: RequestParts): Promise<RequestParts> {
	if (isById(item)) return request;
	const phone = nameIn(endpoint, request);
	const { record, fault } = await findContact(item.service, 'phone', phone);
	if (!record) return stopBefore(item, fault ?? noContact(maskPhone(phone)), NO_CONTACTS);
	return { ...request, path: endpoint.path.replace('{id}', String(record.id)) };
}

/** Delete a contact, an extension (extensions notes, section 4). */
export const deleteOne = changeOne({
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete contact',
		description:
			'Delete a contact from the Contact Book and from all lists. Not every service offers this.',
	},
	endpoint,
	extension: NO_CONTACTS,
	fields: [
		CONTACT_BY,
		{ ...CONTACT, routing: toPath('id', 'contact', checkContact) },
		DEFAULT_COUNTRY,
	],
	before: byId,
	concerns: ({ path }) => [path],
	isShown: () => true,
	async look(item, request) {
		const { record, fault } = await findContact(item.service, 'id', nameIn(endpoint, request));
		if (fault) throw new Error(fault.message);
		return record ? undefined : foundReply({});
	},
	output: {
		read: (_body, _zone, name) => ({ contact_id: idOf(name) }),
		toRow: ({ contact_id }) => ({ contact_id, status: 'deleted' }),
	},
	what: (request) => `contact ${nameIn(endpoint, request)} was deleted`,
	cure: 'Look for it in the Contact Book; to delete it again does no harm.',
	explain: async (item, request, refusal) => {
		if (refusal.httpStatus !== 404 && refusal.httpStatus !== 422) return refusal;
		const id = nameIn(endpoint, request);
		const { record, fault } = await findContact(item.service, 'id', id);
		if (record || fault) return fault ?? refusal;
		// To delete what is not there is done: an earlier try may have deleted it.
		return foundReply({});
	},
});
