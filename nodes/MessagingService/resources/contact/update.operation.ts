import { ADDRESS, asRecord, saidSentence } from '../../../shared/errors';
import { isSamePhone, normaliseContact, wholeContactRow } from '../../../shared/reply';
import { sameName } from '../../../shared/service';
import { isBlank } from '../../../shared/text';
import { ENDPOINTS } from '../../../shared/spec';
import { accept, checkContactFields, checkId, type Checked } from '../../../shared/validation';
import { checkLists, checkPhoneInteger, CONTACT_LISTS } from '../../contacts/fields';
import { toBody, toPath } from '../../dispatch/places';
import { DEFAULT_COUNTRY } from '../../sending/fields';
import { changeOne, nameIn } from '../builders';

/**
 * Checks what the form holds, pairs of a field's ID and its value under `field`, or what an expression gives in its place; nothing where
 * the user added no pair.
 */
function checkFieldPairs(value: unknown): Checked<unknown> {
	const form = asRecord(value);
	const given = form !== undefined && 'field' in form ? form.field : value;
	const isLeftEmpty =
		isBlank(given) || (asRecord(given) && Object.keys(Object(given)).length === 0);
	return isLeftEmpty ? accept(undefined) : checkContactFields(given);
}

/** Edit contact (4.15). */
export const update = changeOne({
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update contact',
		description: 'Change phone, custom fields or lists of a contact',
	},
	endpoint: ENDPOINTS.updateContact,
	fields: [
		{
			displayName: 'Contact ID',
			name: 'contactId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 90817',
			description: 'The ID of the contact to change in the Contact Book',
			routing: toPath('id', 'contactId', (value) => checkId(value, 'Contact ID')),
		},
		{
			displayName: 'Phone Number',
			name: 'phone',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 380991112233',
			description:
				'The number of the contact in international form, with its country code, 9 to 15 digits. The service needs it even if it stays the same. An account in test mode may only use numbers that it has verified.',
			routing: toBody('phone', checkPhoneInteger, { required: true }),
		},
		DEFAULT_COUNTRY,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				{ ...CONTACT_LISTS, routing: toBody('groups', checkLists) },
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
					routing: toBody('fields', checkFieldPairs),
				},
			],
		},
	],
	output: { read: normaliseContact, toRow: wholeContactRow },
	// A number can be that of one contact: the first item gets it.
	concerns: ({ path, body }) => [path, String(body?.phone)],
	isShown: (item, request, body) => {
		const { id, phone } = normaliseContact(body, item.zone);
		if (id === null) return isSamePhone(phone, request.body?.phone);
		return (
			item.service.answersAtRandom === true ||
			sameName(nameIn(ENDPOINTS.updateContact, request), id)
		);
	},
	what: (request) => `contact ${nameIn(ENDPOINTS.updateContact, request)} was changed`,
	cure: 'Look at it in the Contact Book; setting the same values again does no harm.',
	explain: async (_item, request, refusal) =>
		refusal.httpStatus === 404
			? {
					...refusal,
					message: `Contact ${nameIn(ENDPOINTS.updateContact, request)} was not found`,
					description:
						refusal.description.replace(ADDRESS, 'The contact may have been deleted.') +
						saidSentence(refusal),
				}
			: refusal,
});
