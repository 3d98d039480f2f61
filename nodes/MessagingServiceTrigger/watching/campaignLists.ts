/**
 * The lists of campaigns that are watched. A service that does not heed the type that a list is asked for shows the same campaigns in
 * both; where it does not tell their types either, what both lists show is taken for a campaign of the first one.
 */
import type { CampaignType, Observation } from '../events';
import { idOfKey } from '../state/state';
import { campaignList, isRefused, type ListSource, type Read } from './source';

/** What two looks at one campaign tell alike, one right after the other. */
function factsOf({ key, created, record }: Observation): string {
	const { name, start_at, alternative_channels: channels } = record;
	return JSON.stringify([idOfKey(key), created, name, start_at, channels === undefined]);
}

/**
 * Takes the lists of both types; returns the second one. Where a page of it tells no types, the first list is asked for the same page, and
 * what both show belongs to that one. Nothing of this is remembered, as a service may begin to heed the type.
 */
const apartFrom = (first: ListSource, second: ListSource): ListSource => ({
	...second,
	async page(query) {
		const page = await second.page(query);
		const typeless = page.seen.filter((seen) => seen.typeless);
		if (typeless.length === 0) return page;
		const shownFirst = await first.page(query).catch((error: unknown) => {
			if (!isRefused(error)) throw error;
			// A list that the service refuses reports nothing, so that nothing of it can come twice.
			return undefined;
		});
		if (!shownFirst) return page;
		const { seen } = shownFirst;
		const shown = new Set(seen.filter((one) => one.typeless).map(factsOf));
		const twins = typeless.filter((one) => one.created !== '' && shown.has(factsOf(one)));
		// A list moves while it is read, and a service may number the campaigns of each type by themselves.
		if (twins.length * 2 > typeless.length) for (const one of typeless) one.other = true;
		return page;
	},
});

/** Takes the reader, the message types that are watched and the zone of the service; returns the lists of their campaigns. */
export function campaignLists(
	read: Read,
	types: readonly CampaignType[],
	zone: string,
): ListSource[] {
	const [first, ...others] = types.map((type) => campaignList(read, type, zone));
	return first ? [first, ...others.map((list) => apartFrom(first, list))] : [];
}
