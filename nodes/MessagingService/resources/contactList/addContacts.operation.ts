import { membersOperation } from './members';

/** Add contacts to a list, an extension (extensions notes, section 4). */
export const addContacts = membersOperation('add', {
	name: 'Add Contacts',
	value: 'addContacts',
	action: 'Add contacts to contact list',
	description: 'Add the contacts of all items to a list. Not every service offers this.',
});
