import { NEW_PHONE } from '../../faults/seed.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';
import { attach, channels, phones } from '../stopList.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { phones: '+380 99 700 10 60, 380997001061' },
			check: (items) => every(items, 2, (item) => item.status === 'listed'),
		},
	],
	faults: [
		{
			parameters: () => ({ phones: '={{ $json.phone }}' }),
			items: [{ phone: NEW_PHONE }],
			idempotent: true,
			effects: ({ store }) => [store.stopList.has(NEW_PHONE) ? 1 : 0],
		},
	],
	inputs: [
		{ fields: { phones, channels }, plain: (values) => attach(values.phones, values.channels) },
	],
};
