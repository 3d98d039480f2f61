import { bare, given } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';
import { cases as create } from './create.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: {
				phone: '+380 99 700 10 71',
				customFields: { mappingMode: 'defineBelow', value: { 388078: 'Lviv' } },
			},
			check: (items) => every(items, 1, ({ status }) => status === 'created'),
		},
	],
	// A new number is the same to both.
	faults: create.faults,
	inputs: [
		{
			fields: { phone: KINDS.phone },
			plain: ({ phone }) => ({
				method: 'POST',
				path: '/api/contacts',
				body: given({ phone: bare(phone) }),
			}),
		},
	],
};
