import type { Resource } from '../../operations/operation';
import { download } from './download.operation';
import { requestReport } from './request.operation';

export const report: Resource = {
	option: {
		name: 'Report',
		value: 'report',
		description: 'Message reports as items or as files',
	},
	operations: [download, requestReport],
};
