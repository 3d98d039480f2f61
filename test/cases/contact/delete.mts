import { segment } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { contactBy: 'phone', contact: '380997001070' },
			after: ['contact create'],
			check: (items) => every(items, 1, ({ status }) => status === 'deleted'),
		},
	],
	faults: [
		{
			parameters: () => ({ contactBy: 'id', contact: '5009' }),
			idempotent: true,
			verified: { method: 'GET', path: /^\/api\/contacts\/search/ },
			effects: ({ store, ledger }) => [
				store.contacts.has(5009)
					? 0
					: ledger.changes.filter(({ kind, id }) => kind === 'deleteContact' && id === '5009')
							.length,
			],
		},
	],
	inputs: [
		{
			fixed: { contactBy: 'id' },
			fields: { contact: KINDS.id },
			plain: ({ contact }) => ({ method: 'DELETE', path: `/api/contacts/${segment(contact)}` }),
		},
	],
};
