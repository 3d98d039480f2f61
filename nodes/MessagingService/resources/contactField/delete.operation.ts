import { idOf } from '../../../shared/reply';
import type { RequestParts } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { accept, checkIntegerId } from '../../../shared/validation';
import type { Check } from '../../dispatch/checks';
import { toBody } from '../../dispatch/places';
import { foundReply } from '../../dispatch/declared';
import { changeOne } from '../builders';
import { COLUMNS, FIELD_ID, findField, hasId } from './columns';

const idIn = ({ body }: RequestParts): string => String((body?.ids as number[] | undefined)?.[0]);

const checkIds: Check = (value) => {
	const checked = checkIntegerId(value, 'Field ID');
	return checked.ok ? accept([checked.value]) : checked;
};

/** Delete a custom field of contacts, an extension (extensions notes, section 4). */
export const deleteOne = changeOne({
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete contact field',
		description:
			'Delete a custom field and its values in all contacts. Not every service offers this.',
	},
	endpoint: ENDPOINTS.deleteContactFields,
	extension: COLUMNS.extension,
	fields: [{ ...FIELD_ID, routing: toBody('ids', checkIds, { required: true }) }],
	concerns: (request) => [idIn(request)],
	isShown: () => true,
	async look(item, request) {
		const { record, fault } = await findField(item, hasId(idIn(request)));
		if (fault) throw new Error(fault.message);
		return record ? undefined : foundReply({});
	},
	finish: async (item) =>
		await Promise.resolve([
			{ json: { field_id: idOf(String(item.parameter('fieldId', '')).trim()), status: 'deleted' } },
		]),
	what: (request) => `custom field ${idIn(request)} was deleted`,
	cure: 'Look at Contact Field: Get Many; to delete it again does no harm.',
});
