import { NEW_PHONE } from '../../faults/seed.mts';
import { given, bare } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: {
				phone: '+380 99 700 10 70',
				customFields: { mappingMode: 'defineBelow', value: { 388077: 'Olena' } },
				options: { groups: ['202'] },
			},
			check: (items) => every(items, 1, ({ phone }) => String(phone) === '380997001070'),
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
			fields: { phone: KINDS.phone, 'options.groups': KINDS.groups },
			plain: (values) => ({
				method: 'POST',
				path: '/api/contacts',
				body: given({ phone: bare(values.phone), groups: values['options.groups'] }),
			}),
		},
	],
};
