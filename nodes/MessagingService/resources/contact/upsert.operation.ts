import { ENDPOINTS } from '../../../shared/spec';
import { optionsField, RETRY_FOR } from '../../dispatch/commonOptions';
import { imperative, type Operation } from '../../dispatch/operation';
import { CONTACT_LISTS, CONTACT_PHONE, CUSTOM_FIELDS } from '../../contacts/fields';
import { saveContacts } from '../../contacts/save';
import { DEFAULT_COUNTRY } from '../../sending/fields';

const { routing, execute } = imperative(saveContacts);
const { method, path } = ENDPOINTS.createContact;

/** Keep contacts in step with another source, by extensions (extensions notes, section 4). */
export const upsert: Operation = {
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update contacts',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
	},
	fields: [CONTACT_PHONE, DEFAULT_COUNTRY, CUSTOM_FIELDS, optionsField([CONTACT_LISTS, RETRY_FOR])],
	routing: { ...routing, request: { method, url: path } },
	execute,
};
