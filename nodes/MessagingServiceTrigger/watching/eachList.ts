import type { FirstSight } from '../events';
import type { Session } from './session';
import type { ListSource } from './source';

/**
 * Looks at lists: where one cannot be read, the others are all the same, and n8n's log is told. A first look is all or nothing.
 * Returns the lists that were read. Changes the session.
 * @throws the first fault of the service when none could be read
 */
export async function eachList(
	lists: readonly ListSource[],
	session: Session,
	first: FirstSight,
	look: (list: ListSource) => Promise<void>,
): Promise<ListSource[]> {
	const goesOn = first === 'final';
	const read: ListSource[] = [];
	const faults: Array<{ name: string; error: unknown }> = [];
	for (const list of lists) {
		try {
			await look(list);
			read.push(list);
		} catch (error) {
			faults.push({ name: list.name, error });
			if (!goesOn) break;
		}
	}
	const [fault] = faults;
	if (fault && (read.length === 0 || !goesOn)) throw fault.error;
	for (const { name, error } of faults)
		session.notes.push(`could not read the list ${name}: ${(error as Error).message}`);
	return read;
}
