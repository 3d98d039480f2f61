import type { AccountRoute } from '../../http/route.mts';
import { stopListedView } from '../../views.mts';
import { answerPage } from '../contacts/page.mts';

/** A page of the stop list; an extension (extensions notes, section 3). */
export const listStopList: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/stoplist',
	answer(call) {
		const { service, query } = call;
		const type = query.type ?? query.types;
		const found = [...service.store.stopList.values()].filter(
			({ channels }) => typeof type !== 'string' || channels.some((channel) => channel === type),
		);
		return answerPage(call, (offset, limit) => ({
			data: found.slice(offset, offset + limit).map((listed) => stopListedView(service, listed)),
			total: found.length,
		}));
	},
};
