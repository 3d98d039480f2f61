import { firstPage, query } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { some } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { returnAll: true },
			check: (items) =>
				some(items, ({ status, clicks, human_clicks }) =>
					Boolean(status === 'active' && clicks === 3 && human_clicks === 2),
				),
		},
	],
	faults: [{ parameters: () => ({}), outputs: 2 }],
	inputs: [
		{
			fields: { limit: KINDS.count },
			optional: ['limit'],
			plain: ({ limit }) => ({
				method: 'GET',
				path: `/api/short-url/links?${query({
					from: '2026-11-01',
					to: '2026-11-30',
					page: firstPage(limit),
				})}`,
			}),
		},
	],
};
