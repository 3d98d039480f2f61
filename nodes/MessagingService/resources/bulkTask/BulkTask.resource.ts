import type { Resource } from '../../operations/operation';
import { get } from './get.operation';

export const bulkTask: Resource = {
	value: 'bulkTask',
	name: 'Bulk Task',
	description: 'Counters of a bulk sending',
	operations: [get],
};
