import type { INodeProperties } from 'n8n-workflow';
import { orDefault } from '../dispatch/checks';

/** Return All and Limit, which every list begins with. */
export const PAGING_FIELDS: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
		// The pages that are asked for are read and cut by the operation: services differ in the sizes that they take.
		routing: {
			send: { type: 'query', property: 'page[limit]', propertyInDotNotation: false },
		},
	},
];

/** The direction in which a list is sorted; what it is sorted by differs from list to list. */
export const SORT_DIRECTION: INodeProperties = {
	displayName: 'Sort Direction',
	name: 'way',
	type: 'options',
	options: [
		{ name: 'Ascending', value: 'asc', description: 'The lowest, the oldest or A comes first' },
		{ name: 'Descending', value: 'desc', description: 'The highest, the newest or Z comes first' },
	],
	default: 'asc',
	description: 'Which end of the list comes first',
	routing: {
		send: {
			type: 'query',
			property: 'way',
			propertyInDotNotation: false,
			preSend: [orDefault('qs', 'way', 'asc')],
		},
	},
};
