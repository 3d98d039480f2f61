import { OPERATIONS } from '../cases/load.mts';
import type { Case } from './plain.mts';

/**
 * Operations whose inputs are not tried yet: they ask for a record, or for contacts, before they change anything, so that the service does
 * not judge each value by itself.
 */
const NOT_TRIED = [
	/^contact\.(?:get|getAll)$/,
	/^contactField\./,
	/^contactList\./,
	/^sender\.(?:getAllRegistered|registerNatural)$/,
];

/** Every other operation that has a field to fill in, in each of its ways. */
export const CASES: Case[] = OPERATIONS.filter(
	({ id }) => !NOT_TRIED.some((pattern) => pattern.test(id)),
).flatMap(({ id, cases: { inputs = [] } }) =>
	inputs.map(({ way, ...one }) => ({ ...one, id: way === undefined ? id : `${id} (${way})` })),
);
