import { bare, given } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { NEW_PHONE } from '../../faults/seed.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';

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
	faults: [
		{
			parameters: () => ({ phone: '={{ $json.phone }}' }),
			items: [{ phone: NEW_PHONE }],
			idempotent: true,
			effects: ({ store }) => [
				[...store.contacts.values()].filter(({ phone }) => phone === NEW_PHONE).length,
			],
		},
	],
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
