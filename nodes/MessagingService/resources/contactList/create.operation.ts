import type { ServiceReply } from '../../../shared/errors';
import { normaliseContactList } from '../../../shared/reply';
import { equals, searchContactLists, type RequestParts } from '../../../shared/service';
import { ENDPOINTS, LIMITS } from '../../../shared/spec';
import { toBody } from '../../dispatch/places';
import { foundReply } from '../../dispatch/declared';
import type { Item } from '../../dispatch/item';
import { checkFlag } from '../../contacts/fields';
import { changeOne } from '../builders';
import { checkDescription, checkName, DESCRIPTION, LIST_EXTENSION, NAME } from './lists';

/** The list that has the name, which is taken once: it is the one that was wanted. @throws if the lists cannot be read */
async function listOfName(item: Item, { body }: RequestParts): Promise<ServiceReply | undefined> {
	const query = equals('name', body?.name);
	const { records, fault } = await searchContactLists(item.service, query, LIMITS.page.limit);
	if (fault) throw new Error(fault.message);
	const made = records.find(({ name }) => name === body?.name);
	return made && foundReply(made);
}

/** Create a contact list, an extension (extensions notes, section 4). */
export const create = changeOne({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create contact list',
		description: 'Add a list to the Contact Book. Not every service offers this.',
	},
	endpoint: ENDPOINTS.createContactList,
	...LIST_EXTENSION,
	fields: [{ ...NAME, required: true, routing: toBody('name', checkName, { required: true }) }],
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
	],
	concerns: ({ body }) => [String(body?.name)],
	isShown: (item, _request, body) => normaliseContactList(body, item.zone).id !== null,
	look: async (item, request) => await listOfName(item, request),
	// The service tells a name that is taken from one that it does not take by words alone.
	explain: async (item, request, refusal) =>
		refusal.httpStatus === 422
			? ((await listOfName(item, request).catch(() => undefined)) ?? refusal)
			: refusal,
	what: () => 'the list was created',
	cure: 'Look at Contact List: Get Many; a name is taken once, so that to create it again does no harm.',
});
