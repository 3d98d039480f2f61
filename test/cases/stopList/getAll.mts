import { page, query } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { some } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { returnAll: true },
			after: ['stopList add'],
			check: (items) => some(items, ({ phone, sms }) => phone === '380997001060' && sms === true),
		},
	],
	faults: [{ parameters: () => ({}) }],
	inputs: [
		{
			// The service passes over a channel that it does not know: the choice is the node's own.
			fields: { limit: KINDS.count },
			optional: ['limit'],
			plain: ({ limit }) => ({
				method: 'GET',
				path: `/api/stoplist?${query({ 'page[limit]': page(limit) })}`,
			}),
		},
	],
};
