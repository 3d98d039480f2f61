import { rejected } from '../../../shared/errors';
import { normaliseContactField } from '../../../shared/reply';
import { sameName, type RequestParts } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { maskName } from '../../../shared/text';
import { toBody } from '../../dispatch/places';
import { foundReply } from '../../dispatch/declared';
import type { Item } from '../../dispatch/item';
import { checkFlag } from '../../contacts/fields';
import { stopBefore } from '../../contacts/ofItem';
import { changeOne } from '../builders';
import {
	checkDescription,
	checkName,
	COLUMNS,
	DESCRIPTION,
	findField,
	NAME,
	VISIBLE,
} from './columns';

/** Ends an item whose name a field has: two of one name could not be told apart where names are mapped. */
async function stopIfThereIsOne(item: Item, { body }: RequestParts): Promise<void> {
	if (item.service.answersAtRandom) return;
	const { record, fault } = await findField(item, ({ name }) => sameName(name, body?.name));
	if (fault) stopBefore(item, fault, COLUMNS.extension);
	if (record)
		item.fail(
			rejected(
				`There is a custom field ${maskName(String(body?.name))} with the ID ${String(record.id)}`,
				'No second one was made. Choose another name, or use the field that there is.',
			),
		);
}

/** Create a custom field of contacts, an extension (extensions notes, section 4). */
export const create = changeOne({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create contact field',
		description: 'Add a custom field to contacts. Not every service offers this.',
	},
	endpoint: ENDPOINTS.createContactField,
	...COLUMNS,
	fields: [
		{ ...NAME, required: true, routing: toBody('name', checkName, { required: true }) },
		{
			displayName: 'Type',
			name: 'type',
			type: 'options',
			options: [
				{ name: 'Date', value: 'date' },
				{ name: 'Number', value: 'number' },
				{ name: 'Text', value: 'text' },
			],
			default: 'text',
			description: 'What the field holds. It cannot be changed later.',
			routing: toBody('type', undefined, { fallback: 'text' }),
		},
	],
	options: [
		{ ...DESCRIPTION, routing: toBody('description', checkDescription) },
		{ ...VISIBLE, routing: toBody('is_visible', checkFlag('Visible')) },
	],
	concerns: ({ body }) => [String(body?.name)],
	before: stopIfThereIsOne,
	isShown: (item, _request, body) => normaliseContactField(body, item.zone).id !== null,
	kind: 'once',
	// None had the name before: one that has it after a lost answer is the one that was wanted.
	async look(item, { body }) {
		const { record, fault } = await findField(item, ({ name }) => sameName(name, body?.name));
		if (fault) throw new Error(fault.message);
		return record && foundReply(record);
	},
	what: () => 'the custom field was created',
	cure: 'Look at Contact Field: Get Many before you create it again.',
});
