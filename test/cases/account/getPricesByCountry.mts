import { blank, segment } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { some } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { returnAll: true },
			check: (items) => some(items, ({ country, price }) => country === 'UA' && price === 0.03),
		},
	],
	faults: [{ parameters: () => ({ limit: 1 }), path: /^\/rest\/sms\/prices/ }],
	inputs: [
		{
			fields: { 'options.tariff': KINDS.tariff },
			plain: (values) => ({
				method: 'GET',
				path: `/rest/sms/prices${blank(values['options.tariff']) ? '' : `/${segment(values['options.tariff'])}`}`,
			}),
		},
	],
};
