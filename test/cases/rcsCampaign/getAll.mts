import { campaignList } from '../campaigns.mts';
import { some } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	runs: [
		{
			parameters: { returnAll: true },
			check: (items) =>
				some(items, ({ status, fallback_sent }) => status === 'paused' && fallback_sent === 0),
		},
	],
	faults: [{ parameters: () => ({}), outputs: 3 }],
	inputs: campaignList('rcs'),
};
