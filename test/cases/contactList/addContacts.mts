import { changeOfMembers } from '../../property/plain.mts';
import { wholeId } from '../../property/values.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: {
				contactList: { __rl: true, mode: 'id', value: '202' },
				contacts: '380671112211',
			},
			check: (items) => every(items, 1, ({ status }) => status === 'added'),
		},
	],
	faults: [
		{
			parameters: () => ({ contactList: '202', contacts: '380671112211' }),
			idempotent: true,
			effects: ({ store }) => [store.contacts.get(5002)?.groupIds.includes(202) ? 1 : 0],
		},
	],
	inputs: [
		{
			fields: { contactList: wholeId },
			fixed: { contacts: '380671112211' },
			plain: ({ contactList }) => changeOfMembers('attach', contactList),
		},
	],
};
