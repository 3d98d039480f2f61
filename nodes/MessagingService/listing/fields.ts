import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { listEntries } from '../../shared/text';
import { toQuery } from '../dispatch/places';

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
		routing: toQuery('page[limit]'),
	},
];

/** Narrows a list down. */
export const filtersField = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options,
});

/** Which records come out, by their status: a choice that services do not offer. @param what they are called */
export const onlyWithStatus = (
	statuses: readonly string[],
	description: string,
): INodeProperties => ({
	displayName: 'Only With Status',
	name: 'statuses',
	type: 'multiOptions',
	options: [...statuses].sort().map((status) => ({
		name: status.replace(/(?:^|_)([a-z])/g, (part) => part.replace('_', ' ').toUpperCase()),
		value: status,
	})),
	default: [],
	description,
});

/** Makes the judge of a status as the user chose them; an expression may give one as text. Undefined if all are wanted. */
export function statusJudge(chosen: unknown): ((status: unknown) => boolean) | undefined {
	const plain = (status: unknown): string => String(status).trim().toLowerCase().replace(/-/g, '_');
	const wanted = new Set(listEntries(chosen).map(plain));
	return wanted.size === 0 ? undefined : (status) => wanted.has(plain(status));
}

/** What a list is sorted by, and in which direction. */
export const sortOptions = (what: string, by: INodePropertyOptions[]): INodeProperties[] => [
	{
		displayName: 'Sort By',
		name: 'sort',
		type: 'options',
		options: by,
		default: 'id',
		description: `What the ${what} are sorted by`,
		routing: toQuery('sort', undefined, { fallback: 'id' }),
	},
	{
		displayName: 'Sort Direction',
		name: 'way',
		type: 'options',
		options: [
			{ name: 'Ascending', value: 'asc', description: 'The lowest, the oldest or A comes first' },
			{
				name: 'Descending',
				value: 'desc',
				description: 'The highest, the newest or Z comes first',
			},
		],
		default: 'desc',
		description: 'Which end of the list comes first',
		routing: toQuery('way', undefined, { fallback: 'desc' }),
	},
];
