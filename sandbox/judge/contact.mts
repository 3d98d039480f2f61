import { judgeIds } from './campaign.mts';
import type { Complaints } from './complaints.mts';
import { isObject, own, readPhone, wellFormed } from './values.mts';

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
