import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';
import { accepted, bulkInputs, sendUnderFault, toList, TWO } from '../sends.mts';

export const cases: OperationCases = {
	runs: [
		{
			parameters: { ...toList(TWO), text: 'To two' },
			check: (items) => every(items, 2, (item) => accepted(item) && Number(item.task_id) > 0),
		},
	],
	faults: [sendUnderFault(/^\/rest\/sms\/create/, { text: 'Sale' })],
	inputs: bulkInputs('phones'),
};
