import type { AccountRoute } from '../../http/route.mts';
import { contactView } from '../../views.mts';
import { answerPage } from './page.mts';

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
