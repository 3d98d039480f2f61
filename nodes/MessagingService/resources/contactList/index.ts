import type { Resource } from '../../dispatch/operation';
import { create } from './create.operation';
import { deleteOne } from './delete.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { update } from './update.operation';

export const contactList: Resource = {
	option: {
		name: 'Contact List',
		value: 'contactList',
		description: 'Lists of contacts in the Contact Book',
	},
	operations: [getAll, create, deleteOne, get, update],
};
