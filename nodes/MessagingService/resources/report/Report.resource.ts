import type { Resource } from '../../operations/operation';
import { download } from './download.operation';
import { requestReport } from './request.operation';

export const report: Resource = {
	value: 'report',
	name: 'Report',
	description: 'Message reports as items or files',
	operations: [download, requestReport],
};
