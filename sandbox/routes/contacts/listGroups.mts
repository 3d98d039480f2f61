import { contactsOf } from '../../contactBook.mts';
import type { AccountRoute } from '../../http/route.mts';
import { groupView } from '../../views.mts';
import { answerPage } from './page.mts';

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
