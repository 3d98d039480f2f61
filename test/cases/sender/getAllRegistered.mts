import { some } from '../case.mts';
import type { OperationCases } from '../case.mts';
import { limitAlone } from '../limitAlone.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { returnAll: true },
			check: (items) => some(items, ({ sender }) => sender === 'Shop'),
		},
	],
	faults: [{ parameters: () => ({}), outputs: 5, path: /^\/api\/senders\?/ }],
	inputs: [limitAlone],
};
