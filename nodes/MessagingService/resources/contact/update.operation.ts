import type { IDataObject } from 'n8n-workflow';
import { ADDRESS, asRecord, maskPhone, saidSentence } from '../../../shared/errors';
import { isSamePhone, normaliseContact, wholeContactRow } from '../../../shared/reply';
import { findContact, sameName, type RequestParts } from '../../../shared/service';
import { isBlank } from '../../../shared/text';
import { ENDPOINTS } from '../../../shared/spec';
import { accept, checkContactFields, checkId, type Checked } from '../../../shared/validation';
import type { Item } from '../../dispatch/item';
import { personOf } from '../../contacts/book';
import { checkLists, checkPhoneInteger, CONTACT_LISTS, CUSTOM_FIELDS } from '../../contacts/fields';
import { isMapped, toFields } from '../../contacts/mapped';
import { mappedOf, noContact, stopBefore } from '../../contacts/ofItem';
import { toBody, toPath } from '../../dispatch/places';
import { DEFAULT_COUNTRY } from '../../sending/fields';
import { changeOne, nameIn } from '../builders';
import { NO_CONTACTS } from './contacts';

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

const endpoint = ENDPOINTS.updateContact;

/** The contact to change, as far as the service shows it. Ends the item if it is named by a number that no contact has. */
async function contactOf(item: Item, request: RequestParts): Promise<IDataObject | undefined> {
	const id = nameIn(endpoint, request);
	const { body } = request;
	if (id === '') {
		const phone = String(body?.phone);
		const { record, fault } = await findContact(item.service, 'phone', phone);
		return record ?? stopBefore(item, fault ?? noContact(maskPhone(phone)), NO_CONTACTS);
	}
	if (body?.fields === undefined && body?.customFields === undefined) return undefined;
	// A service that cannot show it may still change it (4.15).
	return (await findContact(item.service, 'id', id)).record;
}

/**
 * The request with the ID of the contact, and with the fields that it has beside those that are named: whether the service keeps what a
 * change does not name is shown nowhere (extensions notes, section 13).
 */
async function completed(item: Item, request: RequestParts): Promise<RequestParts> {
	const contact = await contactOf(item, request);
	const { customFields, fields, ...rest } = request.body ?? {};
	const named = [
		...((fields ?? []) as IDataObject[]),
		...toFields((await mappedOf(item, customFields)).values),
	];
	const id = nameIn(endpoint, request) || String(contact?.id);
	const known = contact ? personOf(contact, []).fields : new Map<string, string>();
	const all = new Map(known);
	for (const field of named) all.set(String(field.id), String(field.value));
	return {
		...request,
		path: endpoint.path.replace('{id}', encodeURIComponent(id)),
		body: { ...rest, ...(named.length > 0 && { fields: toFields(all) }) },
	};
}

/** Edit contact (4.15). */
export const update = changeOne({
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update contact',
		description: 'Change phone, custom fields or lists of a contact',
	},
	endpoint,
	fields: [
		{
			displayName: 'Contact ID',
			name: 'contactId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 90817',
			description:
				'The ID of the contact to change in the Contact Book. Leave it empty to change the contact with the number under Phone Number, which not every service can find.',
			routing: toPath('id', 'contactId', (value) =>
				isBlank(value) ? accept('') : checkId(value, 'Contact ID'),
			),
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
			...CUSTOM_FIELDS,
			routing: toBody('customFields', (value) => accept(isMapped(value) ? value : undefined)),
		},
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				{ ...CONTACT_LISTS, routing: toBody('groups', checkLists) },
				{
					displayName: 'Custom Fields by ID',
					name: 'fields',
					type: 'fixedCollection',
					typeOptions: { multipleValues: true },
					placeholder: 'Add custom field',
					default: {},
					description:
						'The custom fields to change, for a service that does not list them. The others keep their values.',
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
	before: completed,
	output: { read: normaliseContact, toRow: wholeContactRow },
	// A number can be that of one contact: the first item gets it.
	concerns: ({ path, body }) => [path, String(body?.phone)],
	isShown: (item, request, body) => {
		const { id, phone } = normaliseContact(body, item.zone);
		if (id === null) return isSamePhone(phone, request.body?.phone);
		return item.service.answersAtRandom === true || sameName(nameIn(endpoint, request), id);
	},
	what: (request) => `contact ${nameIn(endpoint, request)} was changed`,
	cure: 'Look at it in the Contact Book; setting the same values again does no harm.',
	explain: async (_item, request, refusal) =>
		refusal.httpStatus === 404
			? {
					...refusal,
					message: `Contact ${nameIn(endpoint, request)} was not found`,
					description:
						refusal.description.replace(ADDRESS, 'The contact may have been deleted.') +
						saidSentence(refusal),
				}
			: refusal,
});
