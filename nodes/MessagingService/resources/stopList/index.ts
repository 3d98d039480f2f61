import type { Resource } from '../../dispatch/operation';
import { add } from './add.operation';
import { getAll } from './getAll.operation';
import { remove } from './remove.operation';
import { search } from './search.operation';

export const stopList: Resource = {
	option: {
		name: 'Stop List',
		value: 'stopList',
		description: 'The numbers that get no messages',
	},
	operations: [add, getAll, remove, search],
};
