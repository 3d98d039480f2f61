import type { IDataObject } from 'n8n-workflow';
import { collection, field, required, text } from '../../../shared/fields';
import { normaliseContact } from '../../../shared/reply';
import { checkContactFields, checkGroups, checkId, checkPhone } from '../../../shared/validation';
import { contactListsField, optionsField } from '../../operations/fields';
import { endpoint, type Item } from '../../operations/item';
import { isBlank } from '../../../shared/validation/input';
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
	names: 'update: Update: Change the phone, the custom fields or the lists of a contact',
	action: 'Update contact',
	fields: [
		required('contactId: Contact ID: The contact to change', '90817'),
		required(
			'phone: Phone Number: International form, 9 to 15 digits. A test account accepts verified numbers only.',
			'380991112233',
		),
		collection('updateFields', 'field', [
			contactListsField('Lists to add the contact to; it stays in those it is in'),
			field('fixedCollection', 'fields: Custom Fields', {
				typeOptions: { multipleValues: true },
				placeholder: 'Add custom field',
				default: {},
				options: [
					{
						displayName: 'Field',
						name: 'field',
						values: [
							text('id: Field ID: ID of the custom field in the Contact Book', '388077'),
							text('value: Value: The new text; leave empty to clear the field'),
						],
					},
				],
			}),
		]),
		optionsField(),
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
