import { segment } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every, from } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { fileKey: from('report getAll', 'key') },
			after: ['report download'],
			check: (items) => every(items, 1, ({ status }) => status === 'deleted'),
		},
	],
	faults: [
		{
			parameters: ({ reportKey }) => ({ fileKey: reportKey }),
			idempotent: true,
			verified: { method: 'GET', path: /^\/rest\/stat\/list/ },
			effects: ({ store, ledger }, { reportKey }) => [
				store.reports.has(reportKey)
					? 0
					: ledger.changes.filter(({ kind, id }) => kind === 'deleteReport' && id === reportKey)
							.length,
			],
		},
	],
	inputs: [
		{
			fields: { fileKey: KINDS.fileKey },
			plain: ({ fileKey }) => ({ method: 'DELETE', path: `/rest/stat/file/${segment(fileKey)}` }),
		},
	],
};
