import { segment } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every, from } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	runs: [
		{
			parameters: { reference: from('sms send', 'reference') },
			check: (items) => every(items, 1, ({ phone }) => phone === '380997001010'),
		},
	],
	faults: [{ parameters: ({ reference }) => ({ reference }) }],
	inputs: [
		{
			fields: { reference: KINDS.lookup },
			plain: ({ reference }) => ({
				method: 'GET',
				path: `/rest/sms/reference/${segment(reference)}`,
			}),
		},
	],
};
