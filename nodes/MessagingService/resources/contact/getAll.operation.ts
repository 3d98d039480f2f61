import type { IDataObject } from 'n8n-workflow';
import { contactRow } from '../../../shared/reply';
import { searchContacts } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { accept, checkId, refuseAs, type Checked } from '../../../shared/validation';
import { inServiceTime } from '../../dispatch/checks';
import { asReply } from '../../dispatch/declared';
import { limitOf } from '../../dispatch/item';
import { toQuery } from '../../dispatch/places';
import { namedContacts } from '../../contacts/records';
import { getMany } from '../builders';
import { NO_CONTACTS } from './contacts';

/** What a filter compares with which sign. Those of the query are numbered, so that all of them count. */
const CONDITIONS: Readonly<Record<string, readonly [field: string, operator: string]>> = {
	phone: ['phone', 'like'],
	from: ['created_at', '>='],
	to: ['created_at', '<='],
};

/** The query of the search: its conditions numbered (extensions notes, section 3). */
function searchOf({ customField, customValue, ...query }: IDataObject): IDataObject {
	const plain: IDataObject = {};
	const conditions: Array<readonly [field: string, operator: string, value: unknown]> = [];
	for (const [name, value] of Object.entries(query)) {
		const condition = CONDITIONS[name];
		if (condition) conditions.push([...condition, value]);
		else plain[name] = value;
	}
	if (customField !== undefined)
		conditions.push([String(customField), '=', String(customValue ?? '')]);
	for (const [index, [field, operator, value]] of conditions.entries())
		Object.assign(plain, {
			[`search_fields[${index}][field]`]: field,
			[`search_fields[${index}][operator]`]: operator,
			[`search_fields[${index}][value]`]: value,
		});
	return plain;
}

/** A part of a number, as people type it with a plus and blanks. */
function checkPartOfPhone(value: unknown): Checked<string> {
	const digits = typeof value === 'number' ? String(value) : value;
	const part = typeof digits === 'string' ? digits.replace(/[\s()+-]/g, '') : '';
	return /^\d{1,15}$/.test(part)
		? accept(part)
		: refuseAs(
				'Phone Number Contains',
				'is no part of a phone number',
				'Give some of its digits, 15 at most.',
			);
}

/** List contacts, an extension (extensions notes, section 4). */
export const getAll = getMany({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many contacts',
		description: 'List contacts of the Contact Book. Not every service offers this.',
	},
	endpoint: ENDPOINTS.searchContacts,
	extension: NO_CONTACTS,
	filters: [
		{
			displayName: 'Contact List ID',
			name: 'list',
			type: 'string',
			default: '',
			placeholder: 'e.g. 202',
			description: 'Only contacts of this list',
			routing: toQuery('contact_group_id', (value) => checkId(value, 'Contact List ID')),
		},
		{
			displayName: 'Created After',
			name: 'from',
			type: 'dateTime',
			default: '',
			description: 'Only contacts that were created at this time or later',
			routing: toQuery('from', inServiceTime('Created After')),
		},
		{
			displayName: 'Created Before',
			name: 'to',
			type: 'dateTime',
			default: '',
			description: 'Only contacts that were created at this time or earlier',
			routing: toQuery('to', inServiceTime('Created Before')),
		},
		{
			displayName: 'Custom Field ID',
			name: 'customField',
			type: 'string',
			default: '',
			placeholder: 'e.g. 388078',
			description: 'The custom field that has to hold Custom Field Value',
			routing: toQuery('customField', (value) => checkId(value, 'Custom Field ID')),
		},
		{
			displayName: 'Custom Field Value',
			name: 'customValue',
			type: 'string',
			default: '',
			placeholder: 'e.g. Kyiv',
			description: 'What the custom field holds, in full',
			routing: toQuery('customValue'),
		},
		{
			displayName: 'Phone Number Contains',
			name: 'phone',
			type: 'string',
			default: '',
			placeholder: 'e.g. 38067',
			description: 'A part of the number',
			routing: toQuery('phone', checkPartOfPhone),
		},
	],
	sort: [
		'contacts',
		[
			{ name: 'ID', value: 'id' },
			{ name: 'Phone Number', value: 'phone' },
		],
	],
	async ask(item, { qs = {} }) {
		const listed = await searchContacts(item.service, searchOf(qs), limitOf(item));
		if (listed.fault) return { fault: listed.fault };
		return asReply({ records: await namedContacts(item, listed.records) });
	},
	output: { read: (record) => record as IDataObject, toRow: contactRow },
});
