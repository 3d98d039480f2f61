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
};
