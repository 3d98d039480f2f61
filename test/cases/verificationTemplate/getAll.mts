import { page, query } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { some } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { returnAll: true },
			check: (items) =>
				some(items, ({ name, status }) => name === 'Sign-up' && status === 'approved'),
		},
	],
	faults: [{ parameters: () => ({}), outputs: 2 }],
	inputs: [
		{
			fields: { limit: KINDS.count, 'filters.status': KINDS.choice('approved', 'requested') },
			optional: ['limit'],
			plain: (values) => ({
				method: 'GET',
				path: `/api/2fa/authentications/templates?${query({
					'page[limit]': page(values.limit),
					'filter[status]': values['filters.status'],
				})}`,
			}),
		},
	],
};
