import { optionsField, RETRY_FOR } from '../../dispatch/commonOptions';
import type { Operation } from '../../dispatch/operation';
import { contactListsOperation } from '../../sending/contactLists';
import {
	ADD_TO_CONTACT_BOOK,
	AGENT,
	CONTENT_FIELDS,
	contactListsField,
	DELIVERY_IN_HOURS,
	DRY_RUN,
	FALL_BACK_FIELDS,
	START_AT,
	UNKNOWN_OUTCOME,
} from '../../sending/fields';
import { rcsContactListsEndpoint } from '../../sending/endpoints';

/** Send one content by RCS to contact lists, an extension (extensions notes, section 5). */
export const sendToContactLists: Operation = {
	option: {
		name: 'Send to Contact Lists',
		value: 'sendToContactLists',
		action: 'Send RCS campaign to contact lists',
		description:
			'For contacts that the service keeps: send one text, card or carousel by RCS to all contacts of lists in its Contact Book, now or at a given time. Not every service offers this.',
	},
	fields: [
		AGENT,
		contactListsField('5,000'),
		...CONTENT_FIELDS,
		...FALL_BACK_FIELDS,
		DRY_RUN,
		optionsField([ADD_TO_CONTACT_BOOK, DELIVERY_IN_HOURS, RETRY_FOR, START_AT, UNKNOWN_OUTCOME]),
	],
	...contactListsOperation(rcsContactListsEndpoint),
};
