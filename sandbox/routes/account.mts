import { written } from '../dialect.mts';
import { failLegacy, legacyError, ok } from '../http/answers.mts';
import type { AccountRoute } from '../http/route.mts';
import { COUNTRIES, priceOf } from '../prices.mts';

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

/** What an SMS costs by country; an extension (extensions notes, section 6). */
export const smsPrices: AccountRoute = {
	extension: true,
	method: 'GET',
	path: ['/rest/sms/prices', '/rest/sms/prices/:tariff'],
	answer({ service, params }) {
		const { dialect, currency, tariffs } = service.config;
		const tariff = Number(params.tariff ?? 0);
		if (!tariffs.includes(tariff)) return failLegacy(service, 6);
		return ok({
			error: written.code(dialect, 0),
			prices: COUNTRIES.map(({ prefix, ...country }) => {
				const sms = { channel: 'sms', text: 'x', rcs: null, msisdn: prefix, tariff } as const;
				return {
					type: 'sms',
					...country,
					price: written.sample(dialect, priceOf(sms).price.toFixed(7)),
					currency,
				};
			}),
		});
	},
};
