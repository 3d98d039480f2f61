import type { Resource } from '../../dispatch/operation';
import { create } from './create.operation';
import { deleteOne } from './delete.operation';
import { getAll } from './getAll.operation';
import { update } from './update.operation';

export const contactField: Resource = {
	option: {
		name: 'Contact Field',
		value: 'contactField',
		description: 'Custom fields of contacts',
	},
	operations: [getAll, create, deleteOne, update],
};
