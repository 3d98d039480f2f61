import { findContactList } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { toQuery } from '../../dispatch/places';
import { foundReply } from '../../dispatch/declared';
import { checkContactList, CONTACT_LIST } from '../../contacts/fields';
import { getOne } from '../builders';
import { LIST_EXTENSION, noList } from './lists';

/** Get a contact list, an extension (extensions notes, section 4). */
export const get = getOne({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get contact list',
		description: 'Get a contact list and how many contacts it has. Not every service offers this.',
	},
	endpoint: ENDPOINTS.searchContactLists,
	...LIST_EXTENSION,
	fields: [
		{
			...CONTACT_LIST,
			routing: toQuery('search[value]', checkContactList, { required: true }),
		},
	],
	async ask(item, { qs = {} }) {
		const id = String(qs['search[value]']);
		const { record, fault } = await findContactList(item.service, id);
		return record ? { reply: foundReply(record) } : { fault: fault ?? noList(id) };
	},
});
