import { written } from '../../dialect.mts';
import { failLegacy, legacyError, ok } from '../../http/answers.mts';
import type { AccountRoute } from '../../http/route.mts';
import { MAX_STATUS_IDS } from '../../judge/limits.mts';
import { isId, isObject, own } from '../../judge/values.mts';
import { isShown } from '../../references.mts';
import { TestData } from '../../testData.mts';
import { messageView } from '../../views.mts';

/** The statuses of up to 100 messages; an extension (extensions notes, section 1). */
export const getMessageStatuses: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/rest/sms/getStatus',
	answer({ service, caller, body, rawText }) {
		const ids = isObject(body) ? own(body, 'ids') : undefined;
		if (!Array.isArray(ids) || ids.length === 0) return failLegacy(service, 24);
		if (ids.length > MAX_STATUS_IDS) return failLegacy(service, 12);
		if (!ids.every(isId)) return failLegacy(service, 24);
		const found = ids.flatMap((id) => {
			if (caller.testKey) return [new TestData(service, rawText).message({ id: Number(id) })];
			const message = service.store.messages.get(Number(id));
			return message && isShown(service, message) ? [message] : [];
		});
		const result = found.map((message) => {
			const { id, reference, msisdn, time_sent, time_dr, status, price, currency } = messageView(
				service,
				message,
			);
			const external_id = reference;
			const number = written.number(service.config.dialect, Number(price));
			return { id, external_id, msisdn, time_sent, time_dr, status, price: number, currency };
		});
		return ok({ ...legacyError(service, 0), result });
	},
};
