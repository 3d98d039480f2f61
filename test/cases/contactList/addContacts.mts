import { bare, query } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
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
			// Who is not in the Contact Book is refused before anything changes: a list is looked for as its contacts are.
			fields: { contactList: KINDS.id },
			fixed: { contacts: '380671112211' },
			plain: ({ contactList }) => ({
				method: 'GET',
				path: `/api/groups/search?${query({
					'search[field]': 'id',
					'search[operator]': '=',
					'search[value]': bare(contactList),
				})}`,
			}),
		},
	],
};
