import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { normaliseCampaign } from '../../../shared/reply';
import { LIMITS } from '../../../shared/spec';
import { formatServiceTime, monthsBefore } from '../../../shared/time';
import { picker, wantsRaw, type Item } from '../../operations/item';
import { readPages, type Fetch, type Listed } from '../../operations/paging';

/** The campaign list (4.10); the host of /api serves it. */
export const CAMPAIGN_LIST = '/api/campaign';

/** Where some services have it instead (wire notes, "Campaign list"). */
const CLIENT_LIST = '/api/campaigns';

/** Reads campaigns as the service sends them. */
export async function listCampaigns(
	fetch: Fetch,
	query: IDataObject,
	limit: number,
): Promise<Listed> {
	const listed = await readPages(fetch, CAMPAIGN_LIST, query, limit);
	return listed.fault?.httpStatus === 404
		? await readPages(fetch, CLIENT_LIST, query, limit)
		: listed;
}

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

/**
 * Looks a campaign up through the list, which has no other way to it: the last three months first (the most that one request may
 * span), then further back up to Search Back.
 * @returns the campaign as the service sent it in `records`, none when it is not there, or the fault
 */
export async function findCampaign(item: Item, id: string, types: string[]): Promise<Listed> {
	const { zone } = item;
	const now = Date.now();
	const months = monthsOf(item);
	for (let past = 0; past < months; past += LIMITS.campaignListMonths) {
		const stamp = (monthsAgo: number) =>
			formatServiceTime(monthsBefore(now, Math.min(monthsAgo, months), zone), zone);
		// The first span is left to the service, whose clock may differ from ours.
		const span = past > 0 && {
			'filter[from]': stamp(past + LIMITS.campaignListMonths),
			'filter[to]': stamp(past),
		};
		for (const type of types) {
			const query = {
				'filter[type]': type,
				'filter[field]': 'taskname',
				'filter[value]': id,
				...span,
			};
			const { records, fault } = await listCampaigns(item.tryCall, query, LIMITS.page.limit);
			const found = records.filter((record) => String(record.id) === id);
			if (fault || found.length > 0) return { records: found, fault };
		}
	}
	return { records: [] };
}

export const SIMPLIFY_CAMPAIGN: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description:
		'Whether to return a simplified version of the response (ID, name, sender, status, type, dates, and how many messages were sent and delivered) instead of all fields',
};

const simple = picker('id name sender status message_type created_at start_at finished_at');

/** A campaign in the form the user asked for. */
export function campaignOutput(record: IDataObject, item: Item): IDataObject {
	if (wantsRaw(item)) return record;
	const campaign = normaliseCampaign(record, item.zone);
	if (!item.parameter('simplify', true)) return campaign;
	const { sent = null, delivered = null } = Object(campaign.statistics) as IDataObject;
	return { ...simple(campaign), sent, delivered };
}
