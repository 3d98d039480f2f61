import { segment } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { template: '501' },
			check: (items) =>
				every(items, 1, ({ name, status }) => name === 'Sign-up' && status === 'approved'),
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
				method: 'GET',
				path: `/api/2fa/authentications/templates/${segment(template)}`,
			}),
		},
	],
};
