import { segment } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every, from } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { template: from('verificationTemplate create', 'template_id') },
			check: (items) => every(items, 1, ({ status }) => status === 'deleted'),
		},
	],
	faults: [
		{
			parameters: () => ({ template: '502' }),
			idempotent: true,
			effects: ({ ledger }) => [
				ledger.changes.filter(({ kind, id }) => kind === 'deleteTemplate' && id === '502').length,
			],
		},
	],
	inputs: [
		{
			fields: {
				template: {
					...KINDS.id,
					good: KINDS.whole(1, 999_999_999).good,
					limits: ['1', 1, 999_999_999],
				},
			},
			plain: ({ template }) => ({
				method: 'DELETE',
				path: `/api/2fa/authentications/templates/${segment(template)}`,
			}),
		},
	],
};
