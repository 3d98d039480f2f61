import { normaliseContactField } from '../../../shared/reply';
import { ENDPOINTS } from '../../../shared/spec';
import { toBody, toPath } from '../../dispatch/places';
import { checkFlag } from '../../contacts/fields';
import { changeOne, nameIn, unlessNothing } from '../builders';
import {
	checkDescription,
	checkFieldId,
	checkName,
	COLUMNS,
	DESCRIPTION,
	FIELD_ID,
	findField,
	hasId,
	NAME,
	noField,
	VISIBLE,
} from './columns';

const endpoint = ENDPOINTS.updateContactField;

/** Change a custom field of contacts, an extension (extensions notes, section 4). */
export const update = changeOne({
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update contact field',
		description: 'Change name or description of a custom field. Not every service offers this.',
	},
	endpoint,
	...COLUMNS,
	fields: [
		{ ...FIELD_ID, routing: toPath('id', 'fieldId', checkFieldId) },
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				{ ...DESCRIPTION, routing: toBody('description', checkDescription) },
				{ ...NAME, routing: toBody('name', checkName) },
				{ ...VISIBLE, routing: toBody('is_visible', checkFlag('Visible')) },
			],
		},
	],
	before: unlessNothing,
	concerns: ({ path }) => [path],
	isShown: (item, _request, body) => normaliseContactField(body, item.zone).id !== null,
	what: (request) => `custom field ${nameIn(endpoint, request)} was changed`,
	cure: 'Look at Contact Field: Get Many; setting the same values again does no harm.',
	explain: async (item, request, refusal) => {
		if (refusal.httpStatus !== 404) return refusal;
		const id = nameIn(endpoint, request);
		const { record, fault } = await findField(item, hasId(id));
		return record || fault ? (fault ?? refusal) : noField(id);
	},
});
