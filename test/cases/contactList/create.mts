import { bare, given } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { name: 'Newcomers', options: { description: 'Joined this month' } },
			check: (items) => every(items, 1, ({ name }) => name === 'Newcomers'),
		},
	],
	faults: [
		{
			parameters: () => ({ name: 'New list' }),
			idempotent: true,
			effects: ({ store }) => [
				[...store.groups.values()].filter(({ name }) => name === 'New list').length,
			],
		},
	],
	inputs: [
		{
			fields: { 'options.description': KINDS.line(0, 255) },
			fixed: { name: 'Staff' },
			plain: (values) => ({
				method: 'POST',
				path: '/api/groups',
				body: { name: 'Staff', ...given({ description: bare(values['options.description']) }) },
			}),
		},
	],
};
