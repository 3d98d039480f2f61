/** Link Clicked: who opened our short links (an extension: extensions notes, section 7). */
import { normaliseClick } from '../../shared/reply';
import { LETTERS, type Observation } from './event';
import { asText } from './see';

/** Which clicks a user wants to hear of. */
export interface ClickedRule {
	by: 'people' | 'all';
	/** The campaign with which the links were sent; '' = any, or none. */
	campaign: string;
}

/** A click as it was seen. */
export interface SeenClick extends Observation {
	/** Milliseconds since the epoch, and the day on which that is in the service's zone, such as `2026-11-21`. */
	at: number;
	day: string;
}

/** A click as the list shows it; undefined if it shows neither ID nor time. */
export function seeClick(raw: Record<string, unknown>, zone: string): SeenClick | undefined {
	const record = normaliseClick(raw, zone);
	// It is written in the service's zone.
	const createdAt = asText(record.created_at);
	const at = Date.parse(createdAt);
	const id = asText(record.id);
	if (id === '' || Number.isNaN(at)) return undefined;
	return {
		key: LETTERS.click + id,
		status: 'clicked',
		final: true,
		counters: [],
		at,
		day: createdAt.slice(0, 10),
		record,
	};
}

/** Whether the user wants to hear of a click. Programs that look at links before people do are most of those that are not human. */
export const isWantedClick = ({ record }: SeenClick, { by }: ClickedRule): boolean =>
	by === 'all' || record.is_human === true;
