import type { IDataObject } from 'n8n-workflow';
import { LIMITS, PATTERNS } from '../../../shared/spec';
import { toServiceTime } from '../../../shared/time';
import { checkCountryCode, checkId, checkLength } from '../../../shared/validation';
import { RAW_OUTPUT, REQUESTS_IN_FLIGHT, RETRY_FOR, TIMEOUT } from '../../dispatch/commonOptions';
import { PAGING_FIELDS, SORT_DIRECTION } from '../../listing/fields';
import { limitOf, perItem, wantsRaw, type Item } from '../../operations/item';
import type { Operation } from '../../operations/operation';
import { readPages } from '../../operations/paging';
import { applicationOutput, APPLICATIONS, SIMPLIFY_APPLICATION } from './senders';

/** The filters of 4.13, checked; those left empty are not sent. */
function filtersOf(item: Item): IDataObject {
	const query: IDataObject = {};
	const take = (name: string, checked: (value: string) => string) => {
		const value = item.parameter(`filters.${name}`, '');
		if (value !== '') query[`filter[${name}]`] = checked(value);
	};
	take('status', (value) => value);
	take('id', (value) => item.check(checkId(value, 'Application ID')));
	take('country_code', (value) => item.check(checkCountryCode(value)));
	take('sender', (value) =>
		item.check(checkLength(value, { min: 1, max: LIMITS.senderFilter }, 'Sender')),
	);
	// A bare day is meant as it stands; a point in time is a day in the service's zone.
	take('created_at', (value: unknown) =>
		typeof value === 'string' && PATTERNS.date.test(value)
			? value
			: item.check(toServiceTime(value, item.zone, item.localZone, 'Created On')).slice(0, 10),
	);
	return query;
}

async function getAll(item: Item): Promise<IDataObject[]> {
	const query = {
		...filtersOf(item),
		sort: item.parameter('options.sort', 'id'),
		way: item.parameter('options.way', 'asc'),
	};
	const { records, fault } = await readPages(item.tryCall, APPLICATIONS, query, limitOf(item));
	if (fault) return item.fail(fault);
	return wantsRaw(item) ? records : records.map((record) => applicationOutput(record, item));
}

/** List SMS sender registration applications (4.13). */
export const getMany: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many senders',
		description: 'List the sender names of the account with the state of their registration',
	},
	fields: [
		...PAGING_FIELDS,
		SIMPLIFY_APPLICATION,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{
					displayName: 'Application ID',
					name: 'id',
					type: 'string',
					default: '',
					placeholder: 'e.g. 512',
					description: 'The one application with this ID',
				},
				{
					displayName: 'Country Code',
					name: 'country_code',
					type: 'string',
					default: '',
					placeholder: 'e.g. UA',
					description: 'Two-letter code of the country that the sender is for (ISO 3166-1 alpha-2)',
				},
				{
					displayName: 'Created On',
					name: 'created_at',
					type: 'dateTime',
					default: '',
					description:
						'The day on which the application was made, in the time zone that the credential names for the service',
				},
				{
					displayName: 'Sender',
					name: 'sender',
					type: 'string',
					default: '',
					placeholder: 'e.g. Shop',
					description: 'The sender name, up to 15 characters',
				},
				{
					displayName: 'Status',
					name: 'status',
					type: 'options',
					options: [
						{ name: 'Accepted', value: 'accepted' },
						{ name: 'In Progress', value: 'in progress' },
						{ name: 'New', value: 'new' },
						{
							name: 'Registration Completed',
							value: 'registration completed',
							description: 'These senders can be used',
						},
						{ name: 'Rejected', value: 'rejected' },
					],
					default: 'registration completed',
					description: 'The state of the registration',
				},
			],
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				RAW_OUTPUT,
				REQUESTS_IN_FLIGHT,
				RETRY_FOR,
				{
					displayName: 'Sort By',
					name: 'sort',
					type: 'options',
					options: [
						{ name: 'Country', value: 'country_code' },
						{ name: 'Creation Date', value: 'created at' },
						{ name: 'ID', value: 'id' },
						{ name: 'Sender', value: 'sender' },
						{ name: 'Status', value: 'status' },
					],
					default: 'id',
					description: 'What the applications are sorted by',
				},
				SORT_DIRECTION,
				TIMEOUT,
			],
		},
	],
	routing: perItem('GET', APPLICATIONS, getAll),
};
