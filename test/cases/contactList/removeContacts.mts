import { changeOfMembers } from '../../property/plain.mts';
import { wholeId } from '../../property/values.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: {
				contactList: { __rl: true, mode: 'id', value: '201' },
				contacts: '380671112213',
			},
			check: (items) => every(items, 1, ({ status }) => status === 'removed'),
		},
	],
	faults: [
		{
			parameters: () => ({ contactList: '201', contacts: '380671112213' }),
			idempotent: true,
			effects: ({ store }) => [store.contacts.get(5004)?.groupIds.includes(201) ? 0 : 1],
		},
	],
	inputs: [
		{
			fields: { contactList: wholeId },
			fixed: { contacts: '380671112211' },
			plain: ({ contactList }) => changeOfMembers('detach', contactList),
		},
	],
};
