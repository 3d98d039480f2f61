import type { INodeProperties } from 'n8n-workflow';
import { isBlank } from '../../shared/text';
import {
	accept,
	checkDefaultCountry,
	checkGroups,
	checkId,
	checkPhone,
	refuseAs,
	type Checked,
} from '../../shared/validation';
import type { Check, OtherParameter, Zones } from '../dispatch/checks';

/* The fields of forms that name contacts, and their checks. */

/** What a contact is named by. */
export const CONTACT_BY: INodeProperties = {
	displayName: 'Contact By',
	name: 'contactBy',
	type: 'options',
	options: [
		{ name: 'ID', value: 'id' },
		{ name: 'Phone Number', value: 'phone' },
	],
	default: 'phone',
	description: 'Whether Contact is the number or the ID of the contact in the Contact Book',
};

export const CONTACT: INodeProperties = {
	displayName: 'Contact',
	name: 'contact',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +380 99 111 22 33',
	description:
		'The phone number of the contact with its country code, or as it is dialled in the country under Default Country; or its ID',
};

/** The number of a contact that is made. */
export const CONTACT_PHONE: INodeProperties = {
	displayName: 'Phone Number',
	name: 'phone',
	type: 'string',
	required: true,
	default: '={{ $json.phone }}',
	placeholder: 'e.g. +380 99 111 22 33',
	description:
		'The number of the contact with its country code, or as it is dialled in the country under Default Country. It is what the Contact Book knows a contact by. An account in test mode may only use numbers that it has verified.',
};

/** The values of the custom fields. */
export const CUSTOM_FIELDS: INodeProperties = {
	displayName: 'Custom Fields',
	name: 'customFields',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	description:
		'The values of the custom fields. Map automatically takes the fields of the input that are called like one of them.',
	typeOptions: {
		resourceMapper: {
			resourceMapperMethod: 'getContactColumns',
			mode: 'map',
			fieldWords: { singular: 'custom field', plural: 'custom fields' },
			addAllFields: false,
			multiKeyMatch: false,
			supportAutoMap: true,
		},
	},
};

/** The lists that a contact is added to. */
export const CONTACT_LISTS: INodeProperties = {
	displayName: 'Contact List Names or IDs',
	name: 'groups',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getContactLists' },
	default: [],
	description:
		'The lists to add the contact to. It stays in those it is in already. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** A contact list of the Contact Book. */
export const CONTACT_LIST: INodeProperties = {
	displayName: 'Contact List',
	name: 'contactList',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The contact list: choose it, or give its ID',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a list…',
			typeOptions: { searchListMethod: 'searchContactLists', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 202',
		},
	],
};

export const checkContactList: Check = (value) => checkId(value, 'Contact List');

/** A switch of the form. */
export const checkFlag =
	(field: string): Check =>
	(value) =>
		typeof value === 'boolean'
			? accept(value)
			: refuseAs(
					field,
					'is neither true nor false',
					'Write the expression without text around {{ }}.',
				);

/** None chosen leaves the lists as they are. */
export const checkLists = (value: unknown): Checked<number[] | undefined> =>
	isBlank(value) || (Array.isArray(value) && value.length === 0)
		? accept(undefined)
		: checkGroups(value);

/** Reads a number and judges it as those of recipients are. */
export function checkContactPhone(
	value: unknown,
	givenCountry: unknown,
	field = 'Phone Number',
): Checked<string> {
	const country = checkDefaultCountry(givenCountry);
	if (!country.ok) return country;
	return checkPhone(value, field, { country: country.value, check: 'possible' });
}

/** The service takes the phone of a contact as an integer. */
export function checkPhoneInteger(
	value: unknown,
	_: Zones,
	other: OtherParameter,
): Checked<number> {
	const checked = checkContactPhone(value, other('defaultCountry'));
	return checked.ok ? accept(Number(checked.value)) : checked;
}

/** A number or an ID, as Contact By says. */
export const checkContact: Check = (value, _, other) =>
	other('contactBy') === 'id'
		? checkId(value, 'Contact')
		: checkContactPhone(value, other('defaultCountry'), 'Contact');
