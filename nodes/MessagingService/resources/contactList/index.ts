import type { Resource } from '../../dispatch/operation';
import { addContacts } from './addContacts.operation';
import { create } from './create.operation';
import { deleteOne } from './delete.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { removeContacts } from './removeContacts.operation';
import { setMembers } from './setMembers.operation';
import { update } from './update.operation';

export const contactList: Resource = {
	option: {
		name: 'Contact List',
		value: 'contactList',
		description: 'Lists of contacts in the Contact Book',
	},
	operations: [getAll, addContacts, create, deleteOne, get, removeContacts, setMembers, update],
};
