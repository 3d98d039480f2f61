import { normaliseContactList } from '../../../shared/reply';
import { findContactList, type RequestParts } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { toBody, toPath } from '../../dispatch/places';
import type { Item } from '../../dispatch/item';
import { checkContactList, checkFlag, CONTACT_LIST } from '../../contacts/fields';
import { stopBefore } from '../../contacts/ofItem';
import { changeOne, nameIn } from '../builders';
import { checkDescription, checkName, DESCRIPTION, LIST_EXTENSION, NAME, noList } from './lists';

const endpoint = ENDPOINTS.updateContactList;

/** The request with what stays as it is: the service takes a whole list (extensions notes, section 4). */
async function withUnchanged(item: Item, request: RequestParts): Promise<RequestParts> {
	const id = nameIn(endpoint, request);
	const { record, fault } = await findContactList(item.service, id);
	if (!record) return stopBefore(item, fault ?? noList(id), LIST_EXTENSION.extension);
	const { name, description, default: isDefault } = normaliseContactList(record, item.zone);
	return {
		...request,
		body: {
			name,
			...(description !== null && { description }),
			...(isDefault !== null && { default: isDefault }),
			...request.body,
		},
	};
}

/** Change a contact list, an extension (extensions notes, section 4). */
export const update = changeOne({
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update contact list',
		description: 'Change name or description of a contact list. Not every service offers this.',
	},
	endpoint,
	...LIST_EXTENSION,
	fields: [
		{ ...CONTACT_LIST, routing: toPath('id', 'contactList', checkContactList) },
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				{
					displayName: 'Default',
					name: 'isDefault',
					type: 'boolean',
					default: true,
					description: 'Whether new contacts without a list are put into this one',
					routing: toBody('default', checkFlag('Default')),
				},
				{ ...DESCRIPTION, routing: toBody('description', checkDescription) },
				{ ...NAME, routing: toBody('name', checkName) },
			],
		},
	],
	before: withUnchanged,
	isShown: (item, _request, body) => normaliseContactList(body, item.zone).id !== null,
	what: (request) => `list ${nameIn(endpoint, request)} was changed`,
	cure: 'Look at it with Contact List: Get; setting the same values again does no harm.',
});
