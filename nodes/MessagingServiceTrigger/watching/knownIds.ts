import type { Observation } from '../events';
import { BOUNDS, compareIds, idOfKey, type ListPosition } from '../state/state';

/* Which objects of a list are known. */

/** Is an object not known yet? An id below the newest that appears late is new as long as it is above the floor. */
export function isNew({ ids, floor }: ListPosition, { key }: Observation): boolean {
	const id = idOfKey(key);
	return compareIds(id, floor) > 0 && !ids.includes(id);
}

/** Changes the position: these are known from now on; of the ids only the newest are kept. */
export function note(position: ListPosition, keys: string[]): void {
	const ids = [...new Set([...position.ids, ...keys.map(idOfKey)])].sort(compareIds);
	const passed = ids.splice(0, ids.length - BOUNDS.ids);
	position.ids = ids;
	position.floor = [position.floor, ...passed].sort(compareIds).at(-1) ?? '';
}
