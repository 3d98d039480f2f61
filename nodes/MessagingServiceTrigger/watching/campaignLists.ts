/**
 * The lists of campaigns that are watched. A service that does not heed the type that a list is asked for shows the same campaigns in
 * both; where it does not tell their types either, what both lists show is marked (campaignTypes.ts says whose it is).
 */
import type { CampaignType } from '../events';
import { idOfKey } from '../state/state';
import { agree } from './campaignTypes';
import { campaignList, isRefused, type ListSource, type Read } from './source';

/**
 * Takes the lists of both types; returns the second one. Where a page of it tells no types, the first list is asked for the same page, and
 * what both show is marked. Nothing of this is remembered, as a service may begin to heed the type.
 */
const apartFrom = (first: ListSource, second: ListSource): ListSource => ({
	...second,
	async page(query) {
		const page = await second.page(query);
		const typeless = page.seen.filter((seen) => seen.typeless);
		if (typeless.length === 0) return page;
		const shownFirst = await first.page(query).catch((error: unknown) => {
			if (!isRefused(error)) throw error;
			// The refusal may last for ever, and then it must not hold up what this list shows.
			return undefined;
		});
		if (!shownFirst) {
			for (const one of typeless) one.unsure = true;
			return page;
		}
		const shown = new Map(
			shownFirst.seen.filter((one) => one.typeless).map((one) => [one.key, one]),
		);
		const twins = typeless.filter((one) => {
			const twin = shown.get(first.letter + idOfKey(one.key));
			return twin !== undefined && agree(one, twin);
		});
		// A list moves while it is read, and a service may number the campaigns of each type by themselves.
		if (twins.length * 2 > typeless.length) for (const one of typeless) one.shared = true;
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
