import { written } from '../../dialect.mts';
import { failLegacy, ok } from '../../http/answers.mts';
import type { AccountRoute } from '../../http/route.mts';
import { priceOf } from '../../sending.mts';

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
