import { parseStamp } from '../../clock.mts';
import { written } from '../../dialect.mts';
import { failLegacy, legacyError, ok } from '../../http/answers.mts';
import type { AccountRoute } from '../../http/route.mts';
import { isObject } from '../../judge/values.mts';
import { receivedView } from '../../views.mts';

/** Characters of a sender that is asked for. */
const SENDER = { min: 3, max: 15 };

/** The replies of a period, without pages; an extension (extensions notes, section 2). The period stands in the query or in the body. */
export const listReceived: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/rest/sms/2wayIncoming',
	answer({ service, caller, query, body }) {
		const { config, store } = service;
		if (config.dialect.received === 'refuse' && !config.twoWay) return failLegacy(service, 35);
		const { start_date, end_date, sender }: Record<string, unknown> = {
			...query,
			...(isObject(body) ? body : {}),
		};
		const time = (value: unknown) =>
			typeof value === 'string' ? parseStamp(value, config.timeZone) : undefined;
		const [from, to] = [time(start_date), time(end_date)];
		if (from === undefined || to === undefined || from > to) return failLegacy(service, 24);
		if (
			sender !== undefined &&
			(typeof sender !== 'string' || sender.length < SENDER.min || sender.length > SENDER.max)
		)
			return failLegacy(service, 25);
		const found = caller.testKey
			? []
			: store.received.filter(
					(received) =>
						received.receivedMs >= from &&
						received.receivedMs < to + 1000 &&
						(sender === undefined || received.sender === sender),
				);
		return ok({
			...legacyError(service, 0),
			result: found.map((received) => receivedView(service, received)),
			total_count: written.number(config.dialect, found.length),
		});
	},
};
