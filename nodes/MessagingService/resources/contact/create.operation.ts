import { ENDPOINTS } from '../../../shared/spec';
import { contactRow, isSamePhone, normaliseContact } from '../../../shared/reply';
import { contactInstead, lookForContact } from '../../../shared/service';
import { maskPhone } from '../../../shared/text';
import { toBody } from '../../dispatch/places';
import { withHints } from '../../dispatch/withHints';
import {
	checkLists,
	checkPhoneInteger,
	CONTACT_LISTS,
	CONTACT_PHONE,
	CUSTOM_FIELDS,
} from '../../contacts/fields';
import { withFields } from '../../contacts/ofItem';
import { DEFAULT_COUNTRY } from '../../sending/fields';
import { changeOne } from '../builders';
import { NO_CONTACTS } from './contacts';

/** Create a contact, an extension (extensions notes, section 4). */
export const create = withHints(
	changeOne({
		option: {
			name: 'Create',
			value: 'create',
			action: 'Create contact',
			description: 'Add a contact to the Contact Book. Not every service offers this.',
		},
		endpoint: ENDPOINTS.createContact,
		extension: NO_CONTACTS,
		fields: [
			{ ...CONTACT_PHONE, routing: toBody('phone', checkPhoneInteger, { required: true }) },
			DEFAULT_COUNTRY,
			{ ...CUSTOM_FIELDS, routing: toBody('fields') },
		],
		options: [{ ...CONTACT_LISTS, routing: toBody('groups', checkLists) }],
		output: {
			read: normaliseContact,
			toRow: contactRow,
		},
		concerns: ({ body }) => [String(body?.phone)],
		before: withFields,
		isShown: (item, request, body) => {
			const { id, phone } = normaliseContact(body, item.zone);
			return id !== null || isSamePhone(phone, request.body?.phone);
		},
		look: async (item, request) => await lookForContact(item.service, request.body?.phone),
		explain: async (item, request, refusal) =>
			await contactInstead(item.service, request.body?.phone, refusal),
		what: (request) => `contact ${maskPhone(String(request.body?.phone))} was created`,
		cure: 'Look for its number in the Contact Book; a number is there once, so that to create it again does no harm.',
	}),
);
