import { searchStopList } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { isBlank } from '../../../shared/text';
import {
	accept,
	checkDefaultCountry,
	checkId,
	checkPhone,
	kindOf,
	refuseAs,
	type Checked,
} from '../../../shared/validation';
import type { Check } from '../../dispatch/checks';
import { toQuery } from '../../dispatch/places';
import { shownWhere } from '../../dispatch/commonOptions';
import { DEFAULT_COUNTRY } from '../../sending/fields';
import { getMany } from '../builders';
import { ENTRIES } from './entries';

/**
 * A list or an object would go out as parameters that the service does not know, and an empty text would find everything. With a
 * default country, a whole phone number is read as those of recipients are; any number may be looked for, also one that no plan has.
 */
const checkSought: Check = (value, _, other): Checked<string> => {
	const country = checkDefaultCountry(other('options.defaultCountry'));
	if (!country.ok) return country;
	const isWholePhone =
		(other('searchField') ?? 'phone') === 'phone' && (other('operator') ?? 'equals') === 'equals';
	if (country.value !== undefined && isWholePhone && !isBlank(value))
		return checkPhone(value, 'Search For', { check: 'off', country: country.value });
	const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	// People type a number with a plus and blanks; the list holds its digits.
	const digits = text.replace(/^\+/, '').replace(/[\s()-]/g, '');
	if (!isBlank(text)) return accept(/^\d+$/.test(digits) ? digits : text);
	return refuseAs(
		'Search For',
		typeof value === 'object' && value !== null ? `is ${kindOf(value)}` : 'is empty',
		'Use a number or a part of it, an ID, or a date.',
	);
};

/** The service's signs for the comparisons; n8n would take one that begins with = for an expression. */
const OPERATORS: Readonly<Record<string, string>> = {
	atLeast: '>=',
	atMost: '<=',
	contains: 'like',
	equals: '=',
	greaterThan: '>',
	lessThan: '<',
};

/** What is none of the choices is refused where all choices are. */
const toOperator = (value: unknown): Checked<unknown> => accept(OPERATORS[String(value)] ?? value);

/** Search the stop list, an extension (extensions notes, section 3). */
export const search = getMany({
	option: {
		name: 'Search',
		value: 'search',
		action: 'Search stop list',
		description: 'Find out whether numbers are on the stop list. Not every service offers this.',
	},
	endpoint: ENDPOINTS.searchStopList,
	fields: [
		{
			displayName: 'Search By',
			name: 'searchField',
			type: 'options',
			options: [
				{ name: 'Date Added', value: 'created_at' },
				{ name: 'ID', value: 'id' },
				{ name: 'Phone Number', value: 'phone' },
			],
			default: 'phone',
			description: 'What Search For is compared with',
			routing: toQuery('search[field]', undefined, { fallback: 'phone' }),
		},
		{
			displayName: 'Comparison',
			name: 'operator',
			type: 'options',
			options: [
				{ name: 'At Least', value: 'atLeast' },
				{ name: 'At Most', value: 'atMost' },
				{ name: 'Contains', value: 'contains' },
				{ name: 'Equals', value: 'equals' },
				{ name: 'Greater Than', value: 'greaterThan' },
				{ name: 'Less Than', value: 'lessThan' },
			],
			default: 'equals',
			description: 'How it is compared',
			routing: toQuery('search[operator]', toOperator, { fallback: 'equals' }),
		},
		{
			displayName: 'Search For',
			name: 'searchValue',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 380991112233',
			description: 'The number or a part of it, the ID, or the date to look for',
			routing: toQuery('search[value]', checkSought, { required: true }),
		},
	],
	options: [
		{
			displayName: 'Contact List ID',
			name: 'contactListId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 202',
			description: 'Only find numbers of this list of the Contact Book',
			routing: toQuery('contact_group_id', (value) => checkId(value, 'Contact List ID')),
		},
		...shownWhere({ '/searchField': ['phone'] }, [DEFAULT_COUNTRY]),
	],
	sort: [
		'numbers',
		[
			{ name: 'ID', value: 'id' },
			{ name: 'Phone Number', value: 'phone' },
		],
	],
	list: searchStopList,
	...ENTRIES,
});
