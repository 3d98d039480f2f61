import type { INodeProperties } from 'n8n-workflow';
import { campaignRow, normaliseCampaign, rcsCampaignRow } from '../../../shared/reply';
import type { Item } from '../../dispatch/item';
import type { Output } from '../../listing/records';

/** How far back campaigns are looked for, in months. */
export const monthsOf = (item: Item): number =>
	Number(item.parameter('options.searchMonths', 12)) || 12;

export const SEARCH_MONTHS_OPTION: INodeProperties = {
	displayName: 'Search Back (Months)',
	name: 'searchMonths',
	type: 'number',
	typeOptions: { minValue: 3, maxValue: 120 },
	default: 12,
	description:
		'How many months back to look for the campaign, from 3 to 120. One request covers almost three months, the newest first.',
};

export const SIMPLIFY_CAMPAIGN: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description:
		"Whether to return a simplified version of the response (ID, name, sender, status, type, dates, and how many messages were sent and delivered) instead of the service's own record. Once a campaign has ended, messages without a delivery report count as failed.",
};

/** The types of campaigns; the list has one at a time (4.10). */
export type CampaignType = 'sms' | 'rcs';

/** How campaigns come out (2.1). */
export const CAMPAIGN_OUTPUTS: Readonly<Record<CampaignType, Output>> = {
	sms: { read: normaliseCampaign, toRow: campaignRow },
	rcs: { read: normaliseCampaign, toRow: rcsCampaignRow },
};
