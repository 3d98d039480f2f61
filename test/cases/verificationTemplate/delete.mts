import { every, from } from '../case.mts';
import type { OperationCases } from '../case.mts';
import { ofTemplate } from '../verifications.mts';

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
	inputs: [ofTemplate('DELETE')],
};
