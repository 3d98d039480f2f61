import type { Resource } from '../../dispatch/operation';
import { create } from './create.operation';
import { deleteOne } from './delete.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { update } from './update.operation';
import { upsert } from './upsert.operation';

export const contact: Resource = {
	option: {
		name: 'Contact',
		value: 'contact',
		description: 'Contacts of the Contact Book',
	},
	operations: [update, create, upsert, deleteOne, get, getAll],
};
