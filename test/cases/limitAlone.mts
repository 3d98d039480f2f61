import { page, query } from '../property/plain.mts';
import { KINDS } from '../property/values.mts';
import type { Inputs } from './case.mts';

/** A list that comes at once: its limit is judged as that of a list with pages. */
export const limitAlone: Inputs = {
	fields: { limit: KINDS.count },
	optional: ['limit'],
	plain: ({ limit }) => ({
		method: 'GET',
		path: `/api/groups/search?${query({ 'page[limit]': page(limit) })}`,
	}),
};
