import { blank, segment } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	runs: [
		{
			parameters: ({ reportKey }) => ({ fileKey: reportKey }),
			check: (items) =>
				every(items, 5, (item) => item.price !== undefined || item.status !== undefined),
		},
	],
	faults: [
		{
			path: /^\/rest\/stat\/file/,
			parameters: ({ reportKey }) => ({ fileKey: reportKey }),
			outputs: 3,
		},
	],
	inputs: [
		{
			fields: { fileKey: KINDS.fileKey, 'options.format': KINDS.choice('json', 'xml', 'csv') },
			fixed: { returnAs: 'items' },
			plain: (values) => ({
				method: 'GET',
				path: `/rest/stat/file/id/${segment(values.fileKey)}/format/${blank(values['options.format']) ? 'json' : segment(values['options.format'])}`,
			}),
		},
	],
};
