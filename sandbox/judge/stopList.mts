import { STOP_CHANNELS, type StopChannel } from '../phones.mts';
import type { Complaints } from './complaints.mts';
import { isId, own, readPhone } from './values.mts';

/** Judges the channels of a change of the stop list (extensions notes, section 3). */
export function judgeChannels(
	body: Record<string, unknown>,
	complaints: Complaints,
): StopChannel[] {
	const types = own(body, 'types');
	const known = STOP_CHANNELS.filter((channel) => Array.isArray(types) && types.includes(channel));
	if (!Array.isArray(types) || types.length === 0 || known.length !== types.length)
		complaints.add('types', `The types must be among ${STOP_CHANNELS.join(', ')}.`);
	return known;
}

/** Judges a list of integers of a change of the stop list; returns its entries as text. */
export function judgeIntegers(
	body: Record<string, unknown>,
	name: 'phones' | 'ids',
	most: number,
	complaints: Complaints,
): string[] {
	const list = own(body, name);
	if (!Array.isArray(list) || list.length === 0 || list.length > most) {
		complaints.add(name, `There must be 1 to ${most}.`);
		return [];
	}
	return list.flatMap((value: unknown, index) => {
		const isRight = name === 'phones' ? readPhone(value) !== undefined : isId(value);
		if (typeof value === 'number' && isRight) return [String(value)];
		complaints.add(`${name}.${index}`, 'The value must be an integer of the right length.');
		return [];
	});
}
