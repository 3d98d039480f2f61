import { messageById, soughtId } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { contactBy: 'id', contact: '5001' },
			check: (items) => every(items, 1, ({ contact_id }) => contact_id === 5001),
		},
		{
			note: 'by number',
			parameters: { contact: '+380 67 111 22 15' },
			check: (items) => every(items, 1, ({ phone }) => String(phone) === '380671112215'),
		},
	],
	inputs: [
		{
			way: 'by ID',
			fixed: { contactBy: 'id' },
			fields: { contact: KINDS.id },
			plain: ({ contact }) => messageById(contact),
			judgedBy: soughtId,
		},
	],
};
