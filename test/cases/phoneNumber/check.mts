import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isOffline: true,
	runs: [
		{
			parameters: { phone: '099 111 22 33', defaultCountry: 'UA' },
			check: (items) =>
				every(items, 1, ({ phone, refused }) => phone === '380991112233' && refused === false),
		},
	],
	faults: [],
};
