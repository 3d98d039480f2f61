import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';
import { ofTemplate } from '../verifications.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { template: '501' },
			check: (items) =>
				every(items, 1, ({ name, status }) => name === 'Sign-up' && status === 'approved'),
		},
	],
	inputs: [ofTemplate('GET')],
};
