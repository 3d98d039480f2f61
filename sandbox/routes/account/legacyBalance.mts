import { written } from '../../dialect.mts';
import { legacyError, ok } from '../../http/answers.mts';
import type { AccountRoute } from '../../http/route.mts';

/** The balance as the legacy interface tells it; an extension (extensions notes, section 6). */
export const legacyBalance: AccountRoute = {
	extension: true,
	method: 'GET',
	path: ['/rest/common/balance', '/rest/sms/balance'],
	answer({ service }) {
		const { dialect, balance, currency } = service.config;
		return ok({
			...legacyError(service, 0),
			amount: written.sample(dialect, balance.toFixed(7)),
			currency,
			limit: written.sample(dialect, 0),
		});
	},
};
