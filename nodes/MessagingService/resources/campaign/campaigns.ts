import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { normaliseCampaign } from '../../../shared/reply';
import type { Item } from '../../dispatch/item';
import { confirmedBy, picker, toRecord, toRecords } from '../../listing/records';

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
		'How many months back to look for the campaign, from 3 to 120. One request covers three months, the newest first.',
};

export const SIMPLIFY_CAMPAIGN: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description:
		'Whether to return a simplified version of the response (ID, name, sender, status, type, dates, and how many messages were sent and delivered) instead of all fields',
};

const mainFields = picker(
	'id',
	'name',
	'sender',
	'status',
	'message_type',
	'created_at',
	'start_at',
	'finished_at',
);

/** What Simplify leaves of a campaign: its main fields, and its counters beside them. */
function simplified(campaign: IDataObject): IDataObject {
	const { sent = null, delivered = null } = Object(campaign.statistics) as IDataObject;
	return { ...mainFields(campaign), sent, delivered };
}

/** The postReceive action that makes the output of campaigns (2.1). */
export const toCampaigns = toRecords(normaliseCampaign, simplified);

/** The same of the one campaign that was changed, and whether the reply or its record showed that it was. */
export const toChangedCampaign = toRecord(normaliseCampaign, simplified, confirmedBy);
