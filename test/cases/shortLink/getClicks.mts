import { messageById, queryValue } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { some } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { returnAll: true },
			check: (items) =>
				some(items, ({ phone, is_human }) => phone === '380671112210' && is_human === true),
		},
	],
	faults: [{ parameters: () => ({}), outputs: 3 }],
	inputs: [
		{
			fields: { 'filters.campaign': KINDS.id },
			plain: (values) => {
				const id = values['filters.campaign'];
				return id === undefined
					? { method: 'GET', path: '/api/short-url/clicks?from=2026-11-01&to=2026-11-30' }
					: messageById(id);
			},
			judgedBy: (path) => {
				const id = queryValue(path, 'campaign');
				return id === undefined ? undefined : messageById(id);
			},
		},
	],
};
