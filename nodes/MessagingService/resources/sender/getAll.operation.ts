import type { IDataObject } from 'n8n-workflow';
import { faultError } from '../../../shared/errors';
import { LIMITS, PATTERNS } from '../../../shared/spec';
import { toServiceTime } from '../../../shared/time';
import { checkCountryCode, checkId, checkLength } from '../../../shared/validation';
import { optionsField, simplifyField } from '../../operations/fields';
import { perItem, wantsRaw, type Item } from '../../operations/item';
import type { Operation } from '../../operations/operation';
import { PAGING_FIELDS, readPages, WAY_FIELD } from '../../operations/paging';
import { applicationOutput, APPLICATIONS } from './senders';

/** The filters of 4.13, checked; those left empty are not sent. */
function filtersOf(item: Item): IDataObject {
	const query: IDataObject = {};
	const take = (name: string, checked: (value: string) => string) => {
		const value = item.parameter<unknown>(`filters.${name}`, '');
		if (value !== '') query[`filter[${name}]`] = checked(value as string);
	};
	take('status', (value) => value);
	take('id', (value) => item.check(checkId(value, 'Application ID')));
	take('country_code', (value) => item.check(checkCountryCode(value)));
	take('sender', (value) => item.check(checkLength(value, { min: 1, max: LIMITS.senderFilter }, 'Sender')));
	// A bare day is meant as it stands; a point in time is a day in the service's zone.
	take('created_at', (value) =>
		PATTERNS.date.test(value) ? value : item.check(toServiceTime(value, item.zone, item.localZone, 'Created On')).slice(0, 10),
	);
	return query;
}

async function getAll(item: Item): Promise<IDataObject[]> {
	const limit = item.parameter('returnAll', false) ? Number.MAX_SAFE_INTEGER : item.parameter<number>('limit', LIMITS.page.limit);
	const query = { ...filtersOf(item), sort: item.parameter<string>('options.sort', 'id'), way: item.parameter<string>('options.way', 'asc') };
	const { records, fault } = await readPages(async (request) => await item.tryCall(request, 'read'), APPLICATIONS, query, limit);
	if (fault) throw faultError(item.ctx.node, fault, item.index);
	if (wantsRaw(item)) return records;
	const form = { simplify: item.parameter('simplify', true), zone: item.zone };
	return records.map((record) => applicationOutput(record, form));
}

/** List SMS sender registration applications (4.13). */
export const getMany: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many senders',
	description: 'List the sender names of the account with the state of their registration',
	fields: [
		...PAGING_FIELDS,
		simplifyField('ID, sender, status, country, type, dates, legal name and rejection reason'),
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
					description: 'Two-letter code of the country (ISO 3166-1)',
				},
				{
					displayName: 'Created On',
					name: 'created_at',
					type: 'dateTime',
					default: '',
					description: 'The day of the application, in the time zone of the credential',
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
						{ name: 'Registration Completed', value: 'registration completed' },
						{ name: 'Rejected', value: 'rejected' },
					],
					default: 'registration completed',
				},
			],
		},
		optionsField([
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
			},
			WAY_FIELD,
		]),
	],
	routing: { request: { method: 'GET', url: APPLICATIONS }, operations: perItem(getAll) },
};
