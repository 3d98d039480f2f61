import { OPERATIONS } from '../cases/load.mts';
import type { Case } from './plain.mts';

/** Every operation that has a field to fill in, in each of its ways. */
export const CASES: Case[] = OPERATIONS.flatMap(({ id, cases: { inputs = [] } }) =>
	inputs.map(({ way, ...one }) => ({ ...one, id: way === undefined ? id : `${id} (${way})` })),
);
