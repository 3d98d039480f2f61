import type { IDataObject } from 'n8n-workflow';
import { extensionFault, maskPhone, type ServiceFault } from '../../../shared/errors';

/** What became of a phone, and its entry as it is now, if the list shows one. */
export interface Changed {
	status: string;
	record?: IDataObject;
}

/** What became of each phone: a fault where it is not, or may not be, as it was wanted. */
export type Changes = Map<string, Changed | ServiceFault>;

export const NO_STOP_LIST =
	'Keep the numbers in a Data Table instead, and leave them out before you send.';

export const notKnown = (phone: string): string =>
	`It is not known whether ${maskPhone(phone)} is on the stop list`;

export const LOOK_AT_STOP_LIST =
	'Look at it with Stop List: Search; changing it again does no harm.';

/** Notes why phones could not be changed. */
export function fail(changes: Changes, phones: Iterable<string>, fault: ServiceFault): void {
	const said = extensionFault(fault, 'a stop list', NO_STOP_LIST);
	for (const phone of phones) changes.set(phone, said);
}

/** Splits a list into parts of a size. */
export function partsOf<T>(list: readonly T[], size: number): T[][] {
	const parts: T[][] = [];
	for (let at = 0; at < list.length; at += size) parts.push(list.slice(at, at + size));
	return parts;
}
