import { written } from '../../dialect.mts';
import { ok } from '../../http/answers.mts';
import type { AccountRoute } from '../../http/route.mts';

/** The balance of the account; an extension (extensions notes, section 6). */
export const balance: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/accounts/balance',
	answer({ service }) {
		const { dialect, balance: amount, currency } = service.config;
		return ok({
			data: {
				balance: written.number(dialect, amount),
				currency,
				credit: written.number(dialect, 0),
			},
		});
	},
};
