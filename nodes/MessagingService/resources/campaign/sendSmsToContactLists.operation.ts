import { ENDPOINTS } from '../../../shared/spec';
import { optionsField, RETRY_FOR } from '../../dispatch/commonOptions';
import { imperative, type Operation } from '../../dispatch/operation';
import { sendToContactLists } from '../../sending/contactLists';
import {
	DRY_RUN,
	IF_OUTCOME_UNKNOWN,
	SENDER,
	START_AT,
	TARIFF,
	TEXT,
	VALIDITY,
} from '../../sending/fields';

const { routing, execute } = imperative(sendToContactLists);

/** Send one text to contact lists (4.9). */
export const sendSmsToContactLists: Operation = {
	option: {
		name: 'Send SMS to Contact Lists',
		value: 'sendSmsToContactLists',
		action: 'Send SMS campaign to contact lists',
		description:
			'Send one text to all contacts of lists in the Contact Book, now or at a given time',
	},
	fields: [
		{
			...SENDER,
			description: 'The sender name that recipients see. It must be registered for your account.',
		},
		{
			displayName: 'Contact List Names or IDs',
			name: 'groups',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getContactLists' },
			default: [],
			description:
				'The lists of the Contact Book whose contacts get the message, with 10,000 contacts at most. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
		{
			...TEXT,
			placeholder: 'e.g. Hello {388077}, we are open again.',
			description:
				'The text of the messages. {field_id} stands for a field of the contact, with the ID of the field in the Contact Book, and is filled in by the service. A text is sent in five segments at most: 765 characters of the GSM alphabet, or 335 when any character lies outside it. How long the fields of a contact are is not known, so they do not count here.',
		},
		DRY_RUN,
		optionsField([IF_OUTCOME_UNKNOWN, RETRY_FOR, START_AT, TARIFF, VALIDITY]),
	],
	routing: {
		...routing,
		request: { method: 'POST', url: ENDPOINTS.sendCampaignToContactLists.path },
	},
	execute,
};
