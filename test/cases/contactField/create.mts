import { bare, given } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { name: 'Birthday', type: 'date' },
			check: (items) => every(items, 1, ({ name, type }) => name === 'Birthday' && type === 'date'),
		},
	],
	faults: [
		{
			parameters: () => ({ name: 'Plan' }),
			unrepeated: true,
			effects: ({ store }) => [
				[...store.fields.values()].filter(({ name }) => name === 'Plan').length,
			],
		},
	],
	inputs: [
		{
			fields: { name: KINDS.line(1, 30), 'options.description': KINDS.line(0, 255) },
			fixed: { type: 'text' },
			plain: (values) => ({
				method: 'POST',
				path: '/api/contacts/fields',
				body: {
					type: 'text',
					...given({ name: bare(values.name), description: bare(values['options.description']) }),
				},
			}),
		},
	],
};
