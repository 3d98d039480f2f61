import { optionsField, RETRY_FOR } from '../../dispatch/commonOptions';
import type { Operation } from '../../dispatch/operation';
import { contactListsOperation } from '../../sending/contactLists';
import {
	contactListsField,
	DRY_RUN,
	MAXIMUM_PRICE,
	SENDER,
	START_AT,
	TARIFF,
	TEXT,
	UNKNOWN_OUTCOME,
	VALIDITY,
} from '../../sending/fields';
import { contactListsEndpoint } from '../../sending/endpoints';

/** Send one text to contact lists (4.9). */
export const sendSmsToContactLists: Operation = {
	option: {
		name: 'Send SMS to Contact Lists',
		value: 'sendSmsToContactLists',
		action: 'Send SMS campaign to contact lists',
		description:
			'For contacts that the service keeps: send one text to all contacts of lists in its Contact Book, now or at a given time',
	},
	fields: [
		{
			...SENDER,
			description: 'The sender name that recipients see. It must be registered for your account.',
		},
		contactListsField('10,000'),
		{
			...TEXT,
			placeholder: 'e.g. Hello {First Name}, we are open again.',
			description:
				'The text of the messages. {First Name} stands for the field of each contact that the Contact Book calls so, and {388077} for the one with this ID; the service fills it. Not every service lists the names: one that does not needs the ID. A text is sent in five segments at most: 765 characters of the GSM alphabet, or 335 if any character lies outside it. How long the fields of a contact are is not known, so they do not count here.',
		},
		DRY_RUN,
		optionsField([MAXIMUM_PRICE, RETRY_FOR, START_AT, TARIFF, UNKNOWN_OUTCOME, VALIDITY]),
	],
	...contactListsOperation(contactListsEndpoint),
};
