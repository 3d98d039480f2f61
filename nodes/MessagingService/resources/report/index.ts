import type { Resource } from '../../dispatch/operation';
import { deleteOne } from './delete.operation';
import { download } from './download.operation';
import { getAll } from './getAll.operation';
import { requestReport } from './request.operation';

export const report: Resource = {
	option: {
		name: 'Report',
		value: 'report',
		description: 'Message reports as items or as files',
	},
	operations: [download, deleteOne, getAll, requestReport],
};
