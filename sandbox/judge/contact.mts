import { judgeIds } from './campaign.mts';
import type { Complaints } from './complaints.mts';
import { MAX_ATTACHED_CONTACTS, MAX_ATTACHED_LISTS } from './limits.mts';
import { isObject, length, own, readPhone, wellFormed } from './values.mts';
import { CONTACT_FIELD_TYPES } from '../types.mts';
import type { ContactField, Group } from '../types.mts';

export interface ContactChange {
	phone: string;
	groups: number[];
	fields: Array<{ id: number; value: string }>;
}

/** Judges the body of 4.15. */
export function judgeContact(
	body: Record<string, unknown>,
	knows: { group(id: number): boolean; field(id: number): boolean },
	complaints: Complaints,
): ContactChange {
	const phone = readPhone(own(body, 'phone'));
	if (phone === undefined)
		complaints.add('phone', 'The phone must be an integer of 9 to 15 digits.');
	const groups = own(body, 'groups');
	const fields = own(body, 'fields');
	return {
		phone: phone ?? '',
		groups: groups === undefined ? [] : judgeIds(groups, 'groups', knows.group, complaints, true),
		fields: fields === undefined ? [] : judgeFields(fields, knows.field, complaints),
	};
}

function judgeFields(
	value: unknown,
	known: (id: number) => boolean,
	complaints: Complaints,
): Array<{ id: number; value: string }> {
	if (!Array.isArray(value)) {
		complaints.add('fields', 'The fields field must be a list.');
		return [];
	}
	return value.flatMap((entry: unknown, index) => {
		const id = isObject(entry) ? own(entry, 'id') : undefined;
		const text = isObject(entry) ? own(entry, 'value') : undefined;
		if (typeof id !== 'number' || !Number.isSafeInteger(id))
			complaints.add(`fields.${index}.id`, 'The id must be an integer.');
		else if (!known(id)) complaints.add(`fields.${index}.id`, 'The field does not exist.');
		else if (typeof text !== 'string' || !wellFormed(text))
			complaints.add(`fields.${index}.value`, 'The value must be a string.');
		else return [{ id, value: text }];
		return [];
	});
}

/** A text of so many characters; undefined if it is absent or refused. @param isNullable says that null stands for none */
function judgeText(
	body: Record<string, unknown>,
	name: string,
	{ min, max }: { min: number; max: number },
	complaints: Complaints,
	isNullable = false,
): string | undefined {
	const value = own(body, name);
	if (value === undefined || (value === null && isNullable)) return undefined;
	if (typeof value !== 'string' || !wellFormed(value))
		complaints.add(name, `The ${name} field must be a string.`);
	else if (length(value) < min || length(value) > max || (min > 0 && value.trim() === ''))
		complaints.add(name, `The ${name} field must have ${min} to ${max} characters.`);
	else return value;
	return undefined;
}

/** A switch; undefined if it is absent or refused. */
function judgeFlag(
	body: Record<string, unknown>,
	name: string,
	complaints: Complaints,
): boolean | undefined {
	const value = own(body, name);
	if (value === undefined || typeof value === 'boolean') return value;
	complaints.add(name, `The ${name} field must be true or false.`);
	return undefined;
}

/** Judges a field of contacts (extensions notes, section 4). @param isNew says that it is made: it needs a name and a type */
export function judgeContactField(
	body: Record<string, unknown>,
	isNew: boolean,
	complaints: Complaints,
): Partial<ContactField> {
	const name = judgeText(body, 'name', { min: 1, max: 30 }, complaints);
	const description = judgeText(body, 'description', { min: 0, max: 255 }, complaints);
	const visible = judgeFlag(body, 'is_visible', complaints);
	const given = own(body, 'type');
	const type = CONTACT_FIELD_TYPES.find((one) => one === given);
	if (isNew && own(body, 'name') === undefined)
		complaints.add('name', 'The name field is required.');
	if (type === undefined && (isNew || given !== undefined))
		complaints.add('type', `The type must be one of ${CONTACT_FIELD_TYPES.join(', ')}.`);
	return {
		...(name !== undefined && { name }),
		...(description !== undefined && { description }),
		...(visible !== undefined && { visible }),
		...(isNew && type !== undefined && { type }),
	};
}

/** Judges a contact list (extensions notes, section 4). */
export function judgeList(
	body: Record<string, unknown>,
	complaints: Complaints,
): Pick<Group, 'name' | 'description' | 'default'> {
	const name = judgeText(body, 'name', { min: 3, max: 50 }, complaints);
	if (own(body, 'name') === undefined) complaints.add('name', 'The name field is required.');
	return {
		name: name ?? '',
		description: judgeText(body, 'description', { min: 0, max: 255 }, complaints, true) ?? '',
		default: judgeFlag(body, 'default', complaints) ?? false,
	};
}

/** Judges a change of the lists that contacts are in (extensions notes, section 4). */
export function judgeAttached(
	body: Record<string, unknown>,
	knows: { contact(id: number): boolean; group(id: number): boolean },
	complaints: Complaints,
): { contacts: number[]; groups: number[] } {
	const ids = (name: 'contacts' | 'groups', most: number, known: (id: number) => boolean) => {
		const list = judgeIds(own(body, name), name, known, complaints, false);
		if (list.length > most) complaints.add(name, `There may be ${most} at most.`);
		return list;
	};
	return {
		contacts: ids('contacts', MAX_ATTACHED_CONTACTS, knows.contact),
		groups: ids('groups', MAX_ATTACHED_LISTS, knows.group),
	};
}
