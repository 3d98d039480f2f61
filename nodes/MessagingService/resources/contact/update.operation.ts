import type { IDataObject } from 'n8n-workflow';
import { normaliseContact } from '../../../shared/reply';
import { checkContactFields, checkGroups, checkId, checkPhone } from '../../../shared/validation';
import { contactListsField, optionsField, requiredText } from '../../operations/fields';
import { endpoint, type Item } from '../../operations/item';
import type { Operation } from '../../operations/operation';

/** The optional parts of 4.15: lists to add the contact to, and custom fields. */
function changesOf(item: Item): IDataObject {
	const groups = item.parameter<unknown[]>('updateFields.groups', []);
	const fields = item.parameter<IDataObject>('updateFields.fields', {}).field;
	return {
		...(groups.length > 0 ? { groups: item.check(checkGroups(groups)) } : {}),
		...(fields === undefined ? {} : { fields: item.check(checkContactFields(fields)) }),
	};
}

/** Edit contact (4.15). */
export const update: Operation = {
	value: 'update',
	name: 'Update',
	action: 'Update contact',
	description: 'Change the phone, the custom fields or the lists of a contact',
	fields: [
		requiredText('Contact ID', 'contactId', 'e.g. 90817', 'The contact to change'),
		requiredText('Phone Number', 'phone', 'e.g. 380991112233', 'International form, 9 to 15 digits. A test account accepts verified numbers only.'),
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				contactListsField('Lists to add the contact to; it stays in those it is in'),
				{
					displayName: 'Custom Fields',
					name: 'fields',
					type: 'fixedCollection',
					typeOptions: { multipleValues: true },
					placeholder: 'Add custom field',
					default: {},
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
									description: 'ID of the custom field in the Contact Book',
								},
								{
									displayName: 'Value',
									name: 'value',
									type: 'string',
									default: '',
									description: 'The new text; leave empty to clear the field',
								},
							],
						},
					],
				},
			],
		},
		optionsField(),
	],
	routing: endpoint({
		method: 'PUT',
		path: '/api/contacts/{id}',
		// Setting the same values twice does no harm.
		kind: 'guarded',
		values: (item) => ({
			path: { id: item.check(checkId(item.parameter('contactId', ''), 'Contact ID')) },
			body: { phone: Number(item.check(checkPhone(item.parameter('phone', '')))), ...changesOf(item) },
		}),
		output: (body, item) => [normaliseContact(body, item.zone)],
	}),
};
