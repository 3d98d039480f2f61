import { asSeen, bare, dayOf, page, query } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { some } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	runs: [
		{
			parameters: { returnAll: true },
			check: (items) => some(items, (item) => typeof item.sender === 'string'),
		},
	],
	faults: [{ parameters: () => ({}), outputs: 3, path: /^\/api\/senders/ }],
	inputs: [
		{
			fields: {
				limit: KINDS.count,
				'filters.status': KINDS.choice(
					'new',
					'accepted',
					'in progress',
					'registration completed',
					'rejected',
				),
				'filters.id': KINDS.id,
				'filters.country_code': KINDS.country,
				'filters.sender': KINDS.line(1, 15),
				'filters.created_at': KINDS.past,
				'options.sort': KINDS.choice('id', 'sender', 'status', 'country_code', 'created at'),
				'options.way': KINDS.choice('asc', 'desc'),
			},
			optional: ['limit'],
			plain: (values) => ({
				method: 'GET',
				path: `/api/senders/requests/sms?${query({
					'page[limit]': page(values.limit),
					'filter[status]': values['filters.status'],
					'filter[id]': bare(values['filters.id']),
					'filter[country_code]': bare(values['filters.country_code']),
					'filter[sender]': asSeen(values['filters.sender']),
					'filter[created_at]': dayOf(values['filters.created_at']),
					sort: values['options.sort'],
					way: values['options.way'],
				})}`,
			}),
		},
	],
};
