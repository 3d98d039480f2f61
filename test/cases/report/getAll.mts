import { some } from '../case.mts';
import type { OperationCases } from '../case.mts';
import { limitAlone } from '../limitAlone.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { returnAll: true },
			check: (items) => some(items, ({ key, status }) => String(key) !== '' && status === 'done'),
		},
	],
	inputs: [limitAlone],
};
