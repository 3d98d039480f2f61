import { page, query } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { some } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { returnAll: true, filters: { list: '201' } },
			check: (items) => some(items, ({ contact_id }) => contact_id === 5002),
		},
	],
	faults: [{ parameters: () => ({ filters: { list: '201' } }), outputs: 5 }],
	inputs: [
		{
			fields: {
				limit: KINDS.count,
				'filters.list': KINDS.id,
				'options.sort': KINDS.choice('id', 'phone'),
				'options.way': KINDS.choice('asc', 'desc'),
			},
			optional: ['limit'],
			plain: (values) => ({
				method: 'GET',
				path: `/api/contacts/search?${query({
					'page[limit]': page(values.limit),
					contact_group_id: values['filters.list'],
					sort: values['options.sort'],
					way: values['options.way'],
				})}`,
			}),
		},
	],
};
