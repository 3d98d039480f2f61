import { membersOperation } from './members';

/** Make a list hold exactly some contacts, by extensions (extensions notes, section 4). */
export const setMembers = membersOperation('set', {
	name: 'Set Members',
	value: 'setMembers',
	action: 'Set members of contact list',
	description:
		'Make a list hold exactly the contacts of all items. Others are taken out of it, and stay in the Contact Book. Not every service offers this.',
});
