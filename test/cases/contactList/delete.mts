import { segment } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every, from } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { contactList: from('contactList create', 'list_id') },
			check: (items) => every(items, 1, ({ status }) => status === 'deleted'),
		},
	],
	faults: [
		{
			parameters: () => ({ contactList: '203' }),
			idempotent: true,
			verified: { method: 'GET', path: /^\/api\/groups\/search/ },
			effects: ({ store, ledger }) => [
				store.groups.has(203)
					? 0
					: ledger.changes.filter(({ kind, id }) => kind === 'deleteList' && id === '203').length,
			],
		},
	],
	inputs: [
		{
			fields: { contactList: KINDS.id },
			plain: ({ contactList }) => ({
				method: 'DELETE',
				path: `/api/groups/${segment(contactList)}`,
			}),
		},
	],
};
