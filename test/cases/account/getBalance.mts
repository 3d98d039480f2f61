import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: {},
			check: (items) => every(items, 1, ({ balance }) => typeof balance === 'number'),
		},
	],
};
