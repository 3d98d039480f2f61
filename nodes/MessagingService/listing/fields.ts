import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { listEntries } from '../../shared/text';
import { formatServiceTime, readTime } from '../../shared/time';
import { accept } from '../../shared/validation';
import type { Check } from '../dispatch/checks';
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

/** The day that a point in time is by the clocks of the workflow: a user who picks the 21st means that day, whatever the service's zone. */
export const onDay =
	(field: string): Check =>
	(value, { workflow }) => {
		const checked = readTime(value, workflow, field);
		return checked.ok ? accept(formatServiceTime(checked.value, workflow).slice(0, 10)) : checked;
	};

/** The days of a list that knows whole days only. @param what its records are, and what became of them on such a day */
export const daysFields = (
	what: string,
	[from, to]: readonly [string, string],
): INodeProperties[] => [
	{
		displayName: 'First Day',
		name: 'from',
		type: 'dateTime',
		default: '',
		description: `Only ${what} on this day or later; the time of day is ignored`,
		routing: toQuery(from, onDay('First Day')),
	},
	{
		displayName: 'Last Day',
		name: 'to',
		type: 'dateTime',
		default: '',
		description: `Only ${what} on this day or earlier; the time of day is ignored`,
		routing: toQuery(to, onDay('Last Day')),
	},
];

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
