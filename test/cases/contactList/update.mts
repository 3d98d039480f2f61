import { bare, given } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: {
				contactList: { __rl: true, mode: 'id', value: '203' },
				updateFields: { description: 'Still empty' },
			},
			check: (items) =>
				every(
					items,
					1,
					({ name, description }) => name === 'Nobody yet' && description === 'Still empty',
				),
		},
	],
	faults: [
		{
			parameters: () => ({ contactList: '203', updateFields: { name: 'Somebody' } }),
			idempotent: true,
			effects: ({ store }) => [store.groups.get(203)?.name === 'Somebody' ? 1 : 0],
		},
	],
	inputs: [
		{
			fields: { 'updateFields.description': KINDS.line(0, 255) },
			fixed: { contactList: '203', 'updateFields.name': 'Nobody' },
			plain: (values) => ({
				method: 'PUT',
				path: '/api/groups/203',
				body: {
					name: 'Nobody',
					...given({ description: bare(values['updateFields.description']) }),
				},
			}),
		},
	],
};
