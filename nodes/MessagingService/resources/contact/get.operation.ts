import { contactRow, isId } from '../../../shared/reply';
import { findContact } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { maskPhone } from '../../../shared/text';
import { toQuery } from '../../dispatch/places';
import { foundReply } from '../../dispatch/declared';
import { checkContact, CONTACT, CONTACT_BY } from '../../contacts/fields';
import { noContact } from '../../contacts/ofItem';
import { namedContacts } from '../../contacts/records';
import { DEFAULT_COUNTRY } from '../../sending/fields';
import { getOne } from '../builders';
import { NO_CONTACTS } from './contacts';

/** Get a contact, an extension (extensions notes, section 4). The search says that there is none, which a 404 would not. */
export const get = getOne({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get contact',
		description: 'Get a contact by its number or ID. Not every service offers this.',
	},
	endpoint: ENDPOINTS.searchContacts,
	extension: NO_CONTACTS,
	fields: [
		{ ...CONTACT_BY, routing: toQuery('search[field]', undefined, { fallback: 'phone' }) },
		{ ...CONTACT, routing: toQuery('search[value]', checkContact, { required: true }) },
		DEFAULT_COUNTRY,
	],
	async ask(item, { qs = {} }) {
		const by = qs['search[field]'] === 'id' ? 'id' : 'phone';
		const value = String(qs['search[value]']);
		const { record, fault } = await findContact(item.service, by, value);
		if (!record)
			return { fault: fault ?? noContact(by === 'id' && isId(value) ? value : maskPhone(value)) };
		const [contact = record] = await namedContacts(item, [record]);
		return { reply: foundReply(contact) };
	},
	output: { read: (body) => Object((body as { data?: object }).data), toRow: contactRow },
});
