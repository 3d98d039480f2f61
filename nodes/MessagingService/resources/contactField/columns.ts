import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { rejected, type ServiceFault } from '../../../shared/errors';
import { contactFieldRow, normaliseContactField } from '../../../shared/reply';
import { listContactFields, sameName } from '../../../shared/service';
import { LIMITS } from '../../../shared/spec';
import { checkId, checkLength } from '../../../shared/validation';
import type { Check } from '../../dispatch/checks';
import type { Item } from '../../dispatch/item';
import { WITHOUT_BOOK } from '../../contacts/columns';

/** What the operations on custom fields have in common. */
export const COLUMNS = {
	extension: { what: 'the custom fields of contacts', cure: WITHOUT_BOOK },
	output: { read: normaliseContactField, toRow: contactFieldRow },
};

export const FIELD_ID: INodeProperties = {
	displayName: 'Field ID',
	name: 'fieldId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 388077',
	description: 'The ID of the custom field. Contact Field: Get Many shows it.',
};

export const NAME: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. City',
	description: 'The name of the field, up to 30 characters',
};

export const DESCRIPTION: INodeProperties = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	default: '',
	placeholder: 'e.g. Where parcels go',
	description: 'What the field is for, up to 255 characters',
};

export const VISIBLE: INodeProperties = {
	displayName: 'Visible',
	name: 'isVisible',
	type: 'boolean',
	default: true,
	description: 'Whether the Contact Book of the account shows the field',
};

export const checkFieldId: Check = (value) => checkId(value, 'Field ID');
export const checkName: Check = (value) => checkLength(value, LIMITS.contactBook.fieldName, 'Name');
export const checkDescription: Check = (value) =>
	checkLength(value, LIMITS.contactBook.description, 'Description');

/** The first custom field for which something is so. @throws if the fields cannot be read */
export async function findField(
	{ service }: Pick<Item, 'service'>,
	test: (field: IDataObject) => boolean,
): Promise<{ record?: IDataObject; fault?: ServiceFault }> {
	const { records, fault } = await listContactFields(service);
	const record = service.answersAtRandom ? records[0] : records.find(test);
	return record ? { record } : { fault };
}

export const hasId =
	(id: unknown) =>
	(field: IDataObject): boolean =>
		sameName(id, field.id);

/** What is said of a field that is not there. */
export const noField = (id: string) =>
	rejected(
		`Custom field ${id} was not found`,
		'The Contact Book has no such field. It may have been deleted.',
	);
