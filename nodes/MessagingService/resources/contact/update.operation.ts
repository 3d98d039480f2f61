import type { IDataObject } from 'n8n-workflow';
import { normaliseContact } from '../../../shared/reply';
import { checkContactFields, checkGroups, checkId, checkPhone } from '../../../shared/validation';
import { COMMON_OPTIONS } from '../../dispatch/commonOptions';
import { endpoint, type Item } from '../../operations/item';
import { isBlank } from '../../operations/recipients';
import type { Operation } from '../../operations/operation';

/** The optional parts of 4.15: lists to add the contact to, and custom fields. */
function changesOf(item: Item): IDataObject {
	const groups = item.parameter<unknown>('updateFields.groups', '');
	const fields = item.parameter<IDataObject>('updateFields.fields', {}).field;
	return {
		...(isBlank(groups) || (Array.isArray(groups) && groups.length === 0)
			? {}
			: { groups: item.check(checkGroups(groups)) }),
		...(isBlank(fields) ? {} : { fields: item.check(checkContactFields(fields)) }),
	};
}

/** Edit contact (4.15). */
export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update contact',
		description: 'Change the phone, the custom fields or the lists of a contact',
	},
	fields: [
		{
			displayName: 'Contact ID',
			name: 'contactId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 90817',
			description: 'The ID of the contact to change in the Contact Book',
		},
		{
			displayName: 'Phone Number',
			name: 'phone',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 380991112233',
			description:
				'The number of the contact in international form, with its country code, 9 to 15 digits. The service wants it even where it stays the same. An account in test mode may only use numbers that it has verified.',
		},
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				{
					displayName: 'Contact List Names or IDs',
					name: 'groups',
					type: 'multiOptions',
					typeOptions: { loadOptionsMethod: 'getContactLists' },
					default: [],
					description:
						'The lists to add the contact to. It stays in those it is in already. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
				},
				{
					displayName: 'Custom Fields',
					name: 'fields',
					type: 'fixedCollection',
					typeOptions: { multipleValues: true },
					placeholder: 'Add custom field',
					default: {},
					description: 'The custom fields to change. The others keep their values.',
					options: [
						{
							displayName: 'Field',
							name: 'field',
							values: [
								{
									displayName: 'Field ID',
									name: 'id',
									type: 'string',
									default: '',
									placeholder: 'e.g. 388077',
									description: 'The ID of the custom field in the Contact Book',
								},
								{
									displayName: 'Value',
									name: 'value',
									type: 'string',
									default: '',
									placeholder: 'e.g. Kyiv',
									description: 'The new text of the field. Leave it empty to clear the field.',
								},
							],
						},
					],
				},
			],
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: COMMON_OPTIONS,
		},
	],
	// Setting the same values twice does no harm.
	routing: endpoint({
		method: 'PUT',
		path: '/api/contacts/{id}',
		values: (item) => ({
			path: { id: item.check(checkId(item.parameter('contactId', ''), 'Contact ID')) },
			body: {
				phone: Number(item.check(checkPhone(item.parameter('phone', '')))),
				...changesOf(item),
			},
		}),
		output: (body, item) => normaliseContact(body, item.zone),
	}),
};
