import { normaliseContactList } from '../../../shared/reply';
import { searchContactLists } from '../../../shared/service';
import { ENDPOINTS, LIMITS } from '../../../shared/spec';
import { toBody } from '../../dispatch/places';
import { replyOf } from '../../dispatch/declared';
import { checkFlag } from '../../contacts/fields';
import { changeOne } from '../builders';
import { checkDescription, checkName, DESCRIPTION, LISTS, NAME } from './lists';

/** Create a contact list, an extension (extensions notes, section 4). */
export const create = changeOne({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create contact list',
		description: 'Add a list to the Contact Book. Not every service offers this.',
	},
	endpoint: ENDPOINTS.createContactList,
	...LISTS,
	fields: [{ ...NAME, required: true, routing: toBody('name', checkName, { required: true }) }],
	options: [
		{
			displayName: 'Default',
			name: 'isDefault',
			type: 'boolean',
			default: false,
			description: 'Whether new contacts without a list are put into this one',
			routing: toBody('default', checkFlag('Default')),
		},
		{ ...DESCRIPTION, routing: toBody('description', checkDescription) },
	],
	concerns: ({ body }) => [String(body?.name)],
	kind: 'once',
	isShown: (item, _request, body) => normaliseContactList(body, item.zone).id !== null,
	// The name of a list is taken once: a list that has it after a lost answer is the one that was wanted.
	async look(item, { body }) {
		const query = { 'search[field]': 'name', 'search[operator]': '=', 'search[value]': body?.name };
		const { records, fault } = await searchContactLists(item.service, query, LIMITS.page.limit);
		if (fault) throw new Error(fault.message);
		const made = records.find(({ name }) => name === body?.name);
		return made && replyOf(made);
	},
	what: () => 'the list was created',
	cure: 'Look at Contact List: Get Many; a name is taken once, so that a second one is not made.',
});
