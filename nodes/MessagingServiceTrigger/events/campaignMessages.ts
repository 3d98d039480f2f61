/**
 * Campaign Message Finished and Campaign Message Status Changed: every recipient's message of chosen campaigns, as the list of messages
 * shows it, which is an extension. An item holds the message as Campaign: Get Messages gives it.
 */
import type { IDataObject } from 'n8n-workflow';
import { idOf, normaliseListedMessage } from '../../shared/reply';
import { MESSAGE_STATUSES } from '../../shared/spec';
import { campaignMessageKey } from '../state/packedEvents';
import type { Observation } from './event';
import { asStatus, asText } from './reading';

/** A campaign's message as it was seen. */
export interface SeenMessage extends Observation {
	/** Its ID in digits. */
	id: string;
	/** The campaign that the service says it belongs to; '' = it does not say. */
	campaign: string;
}

/** Takes a message as the list shows it, the campaign that was asked for and the zone of the service; returns what is seen of it. */
export function seeCampaignMessage(
	raw: Record<string, unknown>,
	campaign: string,
	zone: string,
): SeenMessage {
	const id = asText(raw.id);
	const status = asStatus(raw.status);
	const final = MESSAGE_STATUSES[status];
	// Most messages of a page are no news: only the others are read in full.
	let normalised: IDataObject | undefined;
	return {
		key: campaignMessageKey(campaign, id),
		id,
		campaign: asText(raw.campaign_id),
		status,
		...(final === undefined && { strange: true }),
		final: final === true,
		counters: [],
		get record() {
			return (normalised ??= { ...normaliseListedMessage(raw, zone), campaign_id: idOf(campaign) });
		},
	};
}
