import { messageById, soughtId } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { contactList: { __rl: true, mode: 'id', value: '201' } },
			check: (items) => every(items, 1, ({ name, contacts }) => name === 'Staff' && contacts === 5),
		},
	],
	inputs: [
		{
			fields: { contactList: KINDS.id },
			plain: ({ contactList }) => messageById(contactList),
			judgedBy: soughtId,
		},
	],
};
