import { page, query } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { some } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { returnAll: true, filters: { status: 'pending' } },
			after: ['verification sendCode'],
			check: (items) => some(items, ({ phone }) => phone === '380997001234'),
		},
	],
	faults: [{ parameters: () => ({}) }],
	inputs: [
		{
			fields: {
				limit: KINDS.count,
				'filters.channel': KINDS.choice('sms', 'viber'),
				'filters.country': KINDS.country,
				'filters.phone': KINDS.phone,
				'filters.status': KINDS.choice('pending', 'verified'),
				'options.sort': KINDS.choice('id', 'recipient', 'created_at'),
				'options.way': KINDS.choice('asc', 'desc'),
			},
			optional: ['limit'],
			plain: (values) => ({
				method: 'GET',
				path: `/api/2fa/authentications?${query({
					'filter[from]': '2026-11-01',
					'filter[to]': '2026-11-30',
					'page[limit]': page(values.limit),
					'filter[channel]': values['filters.channel'],
					'filter[country_code]': values['filters.country'],
					'filter[recipient]': values['filters.phone'],
					'filter[status]': values['filters.status'],
					sort: values['options.sort'],
					way: values['options.way'],
				})}`,
			}),
		},
	],
};
