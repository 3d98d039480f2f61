import type { Resource } from '../../operations/operation';
import { get } from './get.operation';

export const bulkTask: Resource = {
	option: {
		name: 'Bulk Task',
		value: 'bulkTask',
		description: 'Counters of a bulk sending: sent, delivered, expired and so on',
	},
	operations: [get],
};
