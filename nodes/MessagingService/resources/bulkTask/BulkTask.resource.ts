import type { Resource } from '../../operations/operation';
import { get } from './get.operation';

export const bulkTask: Resource = {
	names: 'bulkTask: Bulk Task: Counters of a bulk sending',
	operations: [get],
};
