import { failApi, failValidation, ok } from '../../http/answers.mts';
import type { AccountRoute } from '../../http/route.mts';
import { Complaints } from '../../judge/complaints.mts';
import { MAX_STOP_PHONES } from '../../judge/limits.mts';
import { judgeChannels, judgeIntegers } from '../../judge/stopList.mts';
import { isObject } from '../../judge/values.mts';
import { stopListing } from '../../phones.mts';
import { stopListedView } from '../../views.mts';

/** Puts phones on the stop list; an extension (extensions notes, section 3). */
export const addToStopList: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/stoplist/attach',
	answer({ service, caller, body }) {
		if (!isObject(body)) return failApi(400, 'The request body is not a JSON object');
		const complaints = new Complaints();
		const channels = judgeChannels(body, complaints);
		const phones = judgeIntegers(body, 'phones', MAX_STOP_PHONES, complaints);
		if (complaints.any) return failValidation(service, complaints);
		if (caller.testKey) {
			const createdMs = service.clock.ms();
			return ok({
				data: phones.map((phone, index) =>
					stopListedView(service, { id: index + 1, phone, channels, createdMs }),
				),
			});
		}
		const listed = phones.map((phone) => {
			service.ledger.change('addStop', phone);
			return stopListing(service, phone, channels);
		});
		service.events.emit('stopList', () => ({}));
		return ok({ data: listed.map((one) => stopListedView(service, one)) });
	},
};
