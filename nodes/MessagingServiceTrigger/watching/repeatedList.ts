/**
 * A service that does not heed the type that a list of campaigns is asked for shows the same campaigns in both lists. Where it does not
 * tell their types either, a campaign that both lists show is taken for one of the first list.
 */
import { CAMPAIGN_LETTERS, type Observation } from '../events';
import { idOfKey, type TriggerState } from '../state/state';
import type { ListSource, Page } from './source';

/** Whether two observations are of one campaign: a service may number the campaigns of each type by themselves. */
const isTwin = (one: Observation, other: Observation): boolean =>
	other.typeless === true &&
	one.created !== '' &&
	one.created === other.created &&
	one.record.name === other.record.name;

/** Whether a page of a list repeats the first list: whatever both show under one ID is one campaign. */
function isRepeated(page: Page, shown: ReadonlyMap<string, Observation>): boolean {
	const pairs = page.seen.flatMap((seen) => {
		const first = shown.get(CAMPAIGN_LETTERS.sms + idOfKey(seen.key));
		return seen.typeless && first ? [{ seen, first }] : [];
	});
	return pairs.length > 0 && pairs.every(({ seen, first }) => isTwin(seen, first));
}

/**
 * Takes a list, a page of it, and what is known; returns the page, on which whatever belongs to the first list is marked as none of
 * this one. Changes the state where it is found out that the list repeats the other.
 */
export function withoutRepeated(
	{ letter, name }: ListSource,
	page: Page,
	{ state, shown }: { state: TriggerState; shown: ReadonlyMap<string, Observation> },
): Page {
	if (letter !== CAMPAIGN_LETTERS.rcs) return page;
	const position = state.lists[name];
	if (!position?.repeats && !isRepeated(page, shown)) return page;
	if (position) position.repeats = true;
	for (const seen of page.seen) {
		if (!seen.typeless) continue;
		seen.other = true;
		delete state.watched[seen.key];
	}
	return page;
}
