/**
 * Campaign Status Changed, Campaign Finished, Campaign Progress: the campaigns of one or both message types, as the list of
 * campaigns (specification 4.10) shows them. An item holds the campaign as Campaign: Get gives it.
 */
import { hash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { normaliseCampaign } from '../../shared/reply';
import { CAMPAIGN_STATUSES } from '../../shared/spec';
import type { Observation } from './event';
import { asCount, asObject, asStatus, asText, asTime } from './reading';

export type CampaignType = 'sms' | 'rcs';

/** The first letter of a campaign's key, by type. */
export const CAMPAIGN_LETTERS: Readonly<Record<CampaignType, string>> = { sms: 's', rcs: 'r' };

/** What a campaign says of its type: not every service heeds the filter. Of a type that nobody knows it says nothing. */
function markOfType(
	{ message_type: name, mesage_type: misspelt }: Record<string, unknown>,
	type: CampaignType,
): Pick<Observation, 'other' | 'typeless'> {
	const named = asStatus(name ?? misspelt);
	if (!Object.hasOwn(CAMPAIGN_LETTERS, named)) return { typeless: true };
	return named === type ? {} : { other: true };
}

/** Takes a name; returns a short hash of it, as the state has little room. */
function markOfName(name: unknown): string {
	const text = asText(name).trim();
	return text && hash('sha256', text, 'base64url').slice(0, 8);
}

/** Takes a campaign as the service writes it, its type and the zone of the service; returns what is seen of it. */
export function seeCampaign(
	raw: Record<string, unknown>,
	type: CampaignType,
	zone: string,
): Observation {
	const status = asStatus(raw.status);
	const final = CAMPAIGN_STATUSES[status];
	// Most campaigns of a page are known and finished: only the others are read in full.
	let normalised: IDataObject | undefined;
	const recordOf = () => (normalised ??= normaliseCampaign(raw, zone));
	return {
		key: CAMPAIGN_LETTERS[type] + asText(raw.id),
		status,
		...(final === undefined && { strange: true }),
		...markOfType(raw, type),
		final: final === true,
		created: asTime(raw.created_at),
		finished: asText(raw.finished_at),
		sender: asText(raw.sender),
		get nameMark() {
			return markOfName(recordOf().name);
		},
		get counters() {
			const { statistics, alternative_channels: channels } = recordOf();
			const own = asObject(statistics);
			const sms = asObject(asObject(channels).sms);
			return [own.sent, own.delivered, sms.sent, sms.delivered].map(asCount);
		},
		get record() {
			return recordOf();
		},
	};
}
