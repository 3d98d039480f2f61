import { normaliseStopListed, stopListRow } from '../../../shared/reply';
import type { GetMany } from '../builders';
import { NO_STOP_LIST } from './changes';

/** What the operations that list entries have in common. */
export const ENTRIES: Pick<GetMany, 'output' | 'extension'> = {
	output: { read: normaliseStopListed, toRow: stopListRow },
	extension: { what: 'a stop list', cure: NO_STOP_LIST },
};
