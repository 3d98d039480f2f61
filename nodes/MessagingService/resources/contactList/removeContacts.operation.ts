import { membersOperation } from './members';

/** Take contacts out of a list, an extension (extensions notes, section 4). */
export const removeContacts = membersOperation('remove', {
	name: 'Remove Contacts',
	value: 'removeContacts',
	action: 'Remove contacts from contact list',
	description:
		'Take the contacts of all items out of a list; they stay in the Contact Book. Not every service offers this.',
});
