import { bare, given, segment } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { fieldId: '388078', updateFields: { description: 'Where they live' } },
			check: (items) =>
				every(
					items,
					1,
					({ name, description }) => name === 'City' && description === 'Where they live',
				),
		},
	],
	faults: [
		{
			parameters: () => ({ fieldId: '388078', updateFields: { name: 'Town' } }),
			idempotent: true,
			effects: ({ store }) => [store.fields.get(388078)?.name === 'Town' ? 1 : 0],
		},
	],
	inputs: [
		{
			fields: { fieldId: KINDS.id, 'updateFields.name': KINDS.line(1, 30) },
			required: ['updateFields.name'],
			plain: (values) => ({
				method: 'PATCH',
				path: `/api/contacts/fields/${segment(values.fieldId)}`,
				body: given({ name: bare(values['updateFields.name']) }),
			}),
		},
	],
};
