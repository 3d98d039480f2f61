import { failApi, failValidation, ok } from '../../http/answers.mts';
import type { AccountRoute } from '../../http/route.mts';
import { Complaints } from '../../judge/complaints.mts';
import { MAX_STOP_IDS } from '../../judge/limits.mts';
import { judgeChannels, judgeIntegers } from '../../judge/stopList.mts';
import { isObject } from '../../judge/values.mts';

/** Takes phones off the stop list by the IDs of their entries; an extension (extensions notes, section 3). */
export const removeFromStopList: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/stoplist/detach',
	answer({ service, caller, body }) {
		if (!isObject(body)) return failApi(400, 'The request body is not a JSON object');
		const complaints = new Complaints();
		const channels = judgeChannels(body, complaints);
		const ids = judgeIntegers(body, 'ids', MAX_STOP_IDS, complaints).map(Number);
		if (complaints.any) return failValidation(service, complaints);
		if (caller.testKey) return ok({});
		const { stopList } = service.store;
		for (const listed of [...stopList.values()].filter(({ id }) => ids.includes(id))) {
			listed.channels = listed.channels.filter((channel) => !channels.includes(channel));
			if (listed.channels.length === 0) stopList.delete(listed.phone);
			service.ledger.change('removeStop', listed.phone);
		}
		service.events.emit('stopList', () => ({}));
		return ok({});
	},
};
