import type { IDataObject } from 'n8n-workflow';
import { choice, collection, field, text } from '../../../shared/fields';
import { LIMITS, PATTERNS } from '../../../shared/spec';
import { toServiceTime } from '../../../shared/time';
import { checkCountryCode, checkId, checkLength } from '../../../shared/validation';
import { optionsField } from '../../operations/fields';
import { limitOf, perItem, wantsRaw, type Item } from '../../operations/item';
import type { Operation } from '../../operations/operation';
import { PAGING_FIELDS, readPages, sortFields } from '../../operations/paging';
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
	names:
		'getAll: Get Many: List the sender names of the account with the state of their registration',
	action: 'Get many senders',
	fields: [
		...PAGING_FIELDS,
		SIMPLIFY_APPLICATION,
		collection('filters', 'filter', [
			text('id: Application ID: The one application with this ID', '512'),
			text('country_code: Country Code: Two-letter code of the country (ISO 3166-1)', 'UA'),
			field(
				'dateTime',
				'created_at: Created On: The day of the application, in the time zone of the credential',
			),
			text('sender: Sender: The sender name, up to 15 characters', 'Shop'),
			choice('status', ['accepted', 'in progress', 'new', 'registration completed', 'rejected'], {
				default: 'registration completed',
			}),
		]),
		optionsField(
			sortFields([
				'country_code: Country',
				'created at: Creation Date',
				'id: ID',
				'sender',
				'status',
			]),
		),
	],
	routing: perItem('GET', APPLICATIONS, getAll),
};
