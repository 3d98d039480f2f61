import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';
import { accepted, bulkInputs, sendUnderFault, toList } from '../sends.mts';

export const cases: OperationCases = {
	runs: [
		{
			parameters: {
				...toList(
					`={{ [{ phone: '380997001031', name: 'Ann' }, { phone: '380997001032', name: 'Bo' }] }}`,
				),
				phoneField: 'phone',
				text: 'Hi {name}',
			},
			check: (items) =>
				every(items, 2, (item) => accepted(item) && /^Hi (Ann|Bo)$/.test(String(item.text))),
		},
	],
	faults: [sendUnderFault(/^\/rest\/sms\/create/, { text: 'Hi {name}' })],
	inputs: bulkInputs('individual'),
};
