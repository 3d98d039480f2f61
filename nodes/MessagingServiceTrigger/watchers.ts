/** Which watcher the chosen event takes. */
import type { Parameters } from './triggerParameters';
import { APPLICATIONS, campaignList, type Watcher } from './watching/asking';
import { watcherOfCampaignMessages } from './watching/campaignMessages';
import { watcherOfClicks } from './watching/clicks';
import { watcherOfLists } from './watching/lists';
import { watcherOfNamed } from './watching/named';
import { watcherOfReplies } from './watching/replies';

/** The watcher for what the user asked for. @param zone the service's */
export function watcherOf(
	{ kind, campaignTypes, keys, received, clicked, rule }: Parameters,
	zone: string,
): Watcher {
	const campaigns = campaignTypes.map(campaignList);
	switch (kind) {
		case 'campaign':
			return watcherOfLists(campaigns, rule);
		case 'campaignMessage':
			return watcherOfCampaignMessages(campaigns, rule);
		case 'received':
			return watcherOfReplies(received, zone, rule);
		case 'clicked':
			return watcherOfClicks(clicked, zone);
		case 'application':
			return watcherOfLists([APPLICATIONS], rule);
		case 'task':
		case 'message':
			return watcherOfNamed(keys);
	}
}
