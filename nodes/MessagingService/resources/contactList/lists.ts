import type { INodeProperties } from 'n8n-workflow';
import { contactListRow, normaliseContactList } from '../../../shared/reply';
import { LIMITS } from '../../../shared/spec';
import { checkLength } from '../../../shared/validation';
import type { Check } from '../../dispatch/checks';
import { WITHOUT_BOOK } from '../../contacts/columns';
import { rejected } from '../../../shared/errors';

/** What the operations on lists have in common. */
export const LIST_EXTENSION = {
	extension: { what: 'the lists of the Contact Book', cure: WITHOUT_BOOK },
	output: { read: normaliseContactList, toRow: contactListRow },
};

export const checkName: Check = (value) => checkLength(value, LIMITS.contactBook.listName, 'Name');

export const checkDescription: Check = (value) =>
	checkLength(value, LIMITS.contactBook.description, 'Description');

export const NAME: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Customers',
	description: 'The name of the list, 3 to 50 characters. No other list may have it.',
};

export const DESCRIPTION: INodeProperties = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	default: '',
	placeholder: 'e.g. Everyone who bought',
	description: 'What the list is for, up to 255 characters',
};

/** What is said of a list that is not there. */
export const noList = (id: string) =>
	rejected(
		`Contact list ${id} was not found`,
		'The Contact Book has no such list. It may have been deleted.',
	);
