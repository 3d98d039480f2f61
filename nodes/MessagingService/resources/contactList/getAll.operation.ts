import type { IDataObject } from 'n8n-workflow';
import { searchContactLists } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { toQuery } from '../../dispatch/places';
import { getMany } from '../builders';
import { LIST_EXTENSION } from './lists';

/** The query of the search (extensions notes, section 3). */
const searchOf = ({ name, ...query }: IDataObject): IDataObject =>
	name === undefined
		? query
		: { ...query, 'search[field]': 'name', 'search[operator]': 'like', 'search[value]': name };

/** List contact lists, an extension (extensions notes, section 4). */
export const getAll = getMany({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many contact lists',
		description: 'List the lists of the Contact Book. Not every service offers this.',
	},
	endpoint: ENDPOINTS.searchContactLists,
	...LIST_EXTENSION,
	filters: [
		{
			displayName: 'Name Contains',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. customers',
			description: 'A part of the name',
			routing: toQuery('name'),
		},
	],
	sort: [
		'lists',
		[
			{ name: 'Contacts', value: 'items' },
			{ name: 'Creation Date', value: 'created_at' },
			{ name: 'ID', value: 'id' },
			{ name: 'Name', value: 'name' },
		],
	],
	list: async (service, query, limit) => await searchContactLists(service, searchOf(query), limit),
});
