import { imperative, type Operation } from '../../operations/operation';
import { groupFields } from '../../operations/sendFields';
import { sendToContactLists } from '../../sending/contactLists';

/** Send one text to contact lists (4.9). */
export const sendSmsToContactLists: Operation = {
	names:
		'sendSmsToContactLists: Send SMS to Contact Lists: Send one text to the contacts of lists in the Contact Book',
	action: 'Send SMS campaign to contact lists',
	fields: groupFields(),
	...imperative(sendToContactLists),
};
