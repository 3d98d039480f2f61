import { written } from '../dialect.mts';
import { failLegacy, legacyError, ok } from '../http/answers.mts';
import type { AccountRoute } from '../http/route.mts';
import { priceOf } from '../sending.mts';

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

/** Countries that the price list names. */
const COUNTRIES = [
	{ country: 'UA', country_name: 'Ukraine', mcc: '255', mnc: '03' },
	{ country: 'DE', country_name: 'Germany', mcc: '262', mnc: '01' },
	{ country: 'US', country_name: 'United States', mcc: '310', mnc: '260' },
] as const;

/** What an SMS costs by country; an extension (extensions notes, section 6). */
export const smsPrices: AccountRoute = {
	extension: true,
	method: 'GET',
	path: ['/rest/sms/prices', '/rest/sms/prices/:tariff'],
	answer({ service, params }) {
		const { dialect, currency, tariffs } = service.config;
		const tariff = Number(params.tariff ?? 0);
		if (!tariffs.includes(tariff)) return failLegacy(service, 6);
		const { price } = priceOf('x', tariff);
		return ok({
			error: written.code(dialect, 0),
			prices: COUNTRIES.map((country) => ({
				type: 'sms',
				...country,
				price: written.sample(dialect, price.toFixed(7)),
				currency,
			})),
		});
	},
};
