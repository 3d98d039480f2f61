import { bare, number } from '../../property/plain.mts';
import { wholeId } from '../../property/values.mts';
import { every, from } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { fieldId: from('contactField create', 'field_id') },
			check: (items) => every(items, 1, ({ status }) => status === 'deleted'),
		},
	],
	faults: [
		{
			parameters: () => ({ fieldId: '388078' }),
			idempotent: true,
			verified: { method: 'GET', path: /^\/api\/contacts\/fields/ },
			effects: ({ store, ledger }) => [
				store.fields.has(388078)
					? 0
					: ledger.changes.filter(({ kind, id }) => kind === 'deleteField' && id === '388078')
							.length,
			],
		},
	],
	inputs: [
		{
			fields: { fieldId: wholeId },
			plain: ({ fieldId }) => ({
				method: 'POST',
				path: '/api/contacts/fields/delete',
				body: { ids: [number(bare(fieldId))] },
			}),
		},
	],
};
