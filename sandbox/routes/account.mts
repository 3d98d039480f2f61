import { written } from '../dialect.mts';
import { failLegacy, failValidation, legacyError, ok } from '../http/answers.mts';
import type { AccountRoute } from '../http/route.mts';
import { Complaints } from '../judge/complaints.mts';
import { judgePaging } from '../judge/listing.mts';
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
	method: ['GET', 'POST'],
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

/** How many tariffs there are, with the codes from 0 on (4.6); those of `config.tariffs` are connected to the account. */
const TARIFFS = 10;

/** The tariffs; an extension (extensions notes, section 6). */
export const tariffs: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/accounts/tariff',
	answer({ service, query }) {
		const { dialect, tariffs: connected } = service.config;
		const complaints = new Complaints();
		const { offset, limit } = judgePaging(query, ['id'], dialect, complaints);
		if (complaints.any) return failValidation(service, complaints);
		const all = Array.from({ length: TARIFFS }, (_, code) => ({
			id: written.id(dialect, 301 + code),
			name: code === 0 ? 'Standard' : `Tariff ${code}`,
			code: written.number(dialect, code),
			is_active: connected.includes(code),
			is_default: code === 0,
		}));
		return ok({ data: all.slice(offset, offset + limit), total: all.length });
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
