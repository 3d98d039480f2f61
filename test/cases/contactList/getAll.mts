import { page, query } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { some } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { returnAll: true },
			check: (items) => some(items, ({ name, contacts }) => name === 'Staff' && contacts === 5),
		},
	],
	faults: [{ parameters: () => ({}), outputs: 3 }],
	inputs: [
		{
			fields: {
				limit: KINDS.count,
				'options.sort': KINDS.choice('id', 'items', 'name', 'created_at'),
				'options.way': KINDS.choice('asc', 'desc'),
			},
			optional: ['limit'],
			plain: (values) => ({
				method: 'GET',
				path: `/api/groups/search?${query({
					'page[limit]': page(values.limit),
					sort: values['options.sort'],
					way: values['options.way'],
				})}`,
			}),
		},
	],
};
