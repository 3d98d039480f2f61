import type { Resource } from '../../operations/operation';
import { download } from './download.operation';
import { requestReport } from './request.operation';

export const report: Resource = {
	names: 'report: Report: Message reports as items or files',
	operations: [download, requestReport],
};
