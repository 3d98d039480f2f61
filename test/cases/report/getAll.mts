import { page, query } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { some } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { returnAll: true },
			check: (items) => some(items, ({ key, status }) => String(key) !== '' && status === 'done'),
		},
	],
	inputs: [
		{
			// All come at once: the limit is judged as that of a list with pages.
			fields: { limit: KINDS.count },
			optional: ['limit'],
			plain: ({ limit }) => ({
				method: 'GET',
				path: `/api/groups/search?${query({ 'page[limit]': page(limit) })}`,
			}),
		},
	],
};
