import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ServiceFault } from '../../../shared/errors';
import { normaliseCampaign } from '../../../shared/reply';
import { LIMITS } from '../../../shared/spec';
import { formatServiceTime, monthsBefore } from '../../../shared/time';
import { readPages, type Fetch, type Listed } from '../../operations/paging';

/** The campaign list (4.10); the host of /api serves it. */
export const CAMPAIGN_LIST = '/api/campaign';

export type CampaignType = 'sms' | 'rcs';

/** How far back a campaign is looked for by its id unless the user says otherwise, in months. */
export const SEARCH_MONTHS = 12;

/** Where some services have it instead (wire notes, "Campaign list"). */
const CLIENT_LIST = '/api/campaigns';

/** Reads campaigns as the service sends them. */
export async function listCampaigns(fetch: Fetch, query: IDataObject, limit: number): Promise<Listed> {
	const listed = await readPages(fetch, CAMPAIGN_LIST, query, limit);
	return listed.fault?.httpStatus === 404 ? await readPages(fetch, CLIENT_LIST, query, limit) : listed;
}

/**
 * Looks a campaign up through the list, which has no other way to it: the last three months first (the most that one request may
 * span), then further back up to `months`.
 * @returns the campaign as the service sent it in `records`, none when it is not there, or the fault
 */
export async function findCampaign(fetch: Fetch, id: string, types: CampaignType[], months: number, zone: string): Promise<Listed> {
	const now = Date.now();
	for (let past = 0; past < months; past += LIMITS.campaignListMonths) {
		const stamp = (monthsAgo: number) => formatServiceTime(monthsBefore(now, Math.min(monthsAgo, months), zone), zone);
		// The first span is left to the service, whose clock may differ from ours.
		const span = past === 0 ? {} : { 'filter[from]': stamp(past + LIMITS.campaignListMonths), 'filter[to]': stamp(past) };
		for (const type of types) {
			const query = { 'filter[type]': type, 'filter[field]': 'taskname', 'filter[value]': id, ...span };
			const { records, fault } = await listCampaigns(fetch, query, LIMITS.page.limit);
			if (fault) return { records: [], fault };
			const found = records.find((record) => String(record.id) === id);
			if (found) return { records: [found] };
		}
	}
	return { records: [] };
}

/** The fault of a campaign that the list does not hold. */
export function notFound(what: string, months: number): ServiceFault {
	return {
		kind: 'http',
		httpStatus: 404,
		message: `${what} was not found`,
		description: `The account has none with this ID in the last ${months} months. Check the ID; for an older one raise Search Back under Options.`,
		retryable: false,
		outcome: 'rejected',
	};
}

/** The simplified form of a normalised campaign. */
export function simpleCampaign({ id, name, sender, status, message_type, created_at, start_at, finished_at, statistics }: IDataObject): IDataObject {
	const { sent = null, delivered = null } = Object(statistics) as IDataObject;
	return { id, name, sender, status, message_type, created_at, start_at, finished_at, sent, delivered };
}

/** A campaign in the form the user asked for. */
export function campaignOutput(record: IDataObject, { raw, simplify, zone }: { raw: boolean; simplify: boolean; zone: string }): IDataObject {
	if (raw) return record;
	const campaign = normaliseCampaign(record, zone);
	return simplify ? simpleCampaign(campaign) : campaign;
}

export const SEARCH_MONTHS_OPTION: INodeProperties = {
	displayName: 'Search Back (Months)',
	name: 'searchMonths',
	type: 'number',
	typeOptions: { minValue: 3, maxValue: 120 },
	default: 12,
	description: 'How far back to look for the campaign; one request covers three months',
};
