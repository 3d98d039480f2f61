import { idOf } from '../../../shared/reply';
import { findContactList } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { toPath } from '../../dispatch/places';
import { foundReply } from '../../dispatch/declared';
import { checkContactList, CONTACT_LIST } from '../../contacts/fields';
import { changeOne, nameIn } from '../builders';
import { LIST_EXTENSION } from './lists';

const endpoint = ENDPOINTS.deleteContactList;

/** Delete a contact list, an extension (extensions notes, section 4). */
export const deleteOne = changeOne({
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete contact list',
		description: 'Delete a contact list; its contacts stay. Not every service offers this.',
	},
	endpoint,
	extension: LIST_EXTENSION.extension,
	fields: [{ ...CONTACT_LIST, routing: toPath('id', 'contactList', checkContactList) }],
	concerns: ({ path }) => [path],
	isShown: () => true,
	async look(item, request) {
		const { record, fault } = await findContactList(item.service, nameIn(endpoint, request));
		if (fault) throw new Error(fault.message);
		return record ? undefined : foundReply({});
	},
	output: {
		read: (_body, _zone, name) => ({ list_id: idOf(name) }),
		toRow: ({ list_id }) => ({ list_id, status: 'deleted' }),
	},
	what: (request) => `list ${nameIn(endpoint, request)} was deleted`,
	cure: 'Look at Contact List: Get Many; to delete it again does no harm.',
	explain: async (item, request, refusal) => {
		if (refusal.httpStatus !== 404 && refusal.httpStatus !== 422) return refusal;
		const id = nameIn(endpoint, request);
		const { record, fault } = await findContactList(item.service, id);
		// To delete what is not there is done: an earlier try may have deleted it.
		return record || fault ? (fault ?? refusal) : foundReply({});
	},
});
