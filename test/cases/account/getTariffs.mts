import { page, query } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { some } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { limit: 3 },
			check: (items) =>
				some(items, ({ tariff, is_default }) => tariff === 0 && is_default === true),
		},
	],
	faults: [{ parameters: () => ({ limit: 1 }) }],
	inputs: [
		{
			fields: { limit: KINDS.count },
			optional: ['limit'],
			plain: ({ limit }) => ({
				method: 'GET',
				path: `/api/accounts/tariff?${query({ 'page[limit]': page(limit) })}`,
			}),
		},
	],
};
