import type { IDataObject } from 'n8n-workflow';
import { ENDPOINTS, LIMITS } from '../spec';
import { formatServiceTime, monthsBefore } from '../time';
import type { CallOutcome } from '../transport';
import { readPages, type Listed } from './paging';
import { readAtEither, sameName, type Service } from './service';

/** Sends one request to the campaign list (4.10), on either path that services have (wire notes, "Campaign list"). */
export async function callCampaignList(service: Service, query: IDataObject): Promise<CallOutcome> {
	return await readAtEither(service, ENDPOINTS.listCampaigns, query);
}

/** Reads up to `limit` campaigns as the service sends them; `query` holds the filters and the order of 4.10. */
export async function listCampaigns(
	service: Service,
	query: IDataObject,
	limit: number,
): Promise<Listed> {
	return await readPages(
		async (page) => await callCampaignList(service, page),
		query,
		limit,
		service,
	);
}

const NEWEST_SMS = { 'filter[type]': 'sms', sort: 'id', way: 'desc' };

/** Reads up to `limit` of the newest SMS campaigns, of all senders (4.10). */
export async function listNewestCampaigns(service: Service, limit: number): Promise<Listed> {
	return await listCampaigns(service, NEWEST_SMS, limit);
}

/** Reads up to `limit` of the newest SMS campaigns in which the service finds a sender (4.10). */
export async function listCampaignsOfSender(
	service: Service,
	sender: string,
	limit: number,
): Promise<Listed> {
	const query = { ...NEWEST_SMS, 'filter[field]': 'sender', 'filter[value]': sender };
	return await listCampaigns(service, query, limit);
}

const SPAN_MS = LIMITS.listDays * 86_400_000;

/** Where a campaign is looked for. */
export interface CampaignSearch {
	id: string;
	/** 'sms', 'rcs' or both, in the order in which they are asked. */
	types: readonly string[];
	/** How far back, in months. */
	months: number;
}

/**
 * Looks a campaign up through the list, which has no other way to it: what the service lists by itself first, which are the last three
 * months however it counts them, then further back, in spans that are short enough for any way of counting.
 * @returns the campaign as the service sent it in `records`, none when it is not there, or the fault
 */
export async function findCampaign(
	service: Service,
	{ id, types, months }: CampaignSearch,
): Promise<Listed> {
	const { timeZone } = service;
	const now = Date.now();
	const oldest = monthsBefore(now, months, timeZone);
	const timeOf = (instant: number) => formatServiceTime(Math.max(instant, oldest), timeZone);
	for (let end = now; end > oldest; end -= SPAN_MS) {
		// The first span is left to the service, whose clock may differ from ours.
		const span =
			end === now ? {} : { 'filter[from]': timeOf(end - SPAN_MS), 'filter[to]': timeOf(end) };
		for (const type of types) {
			const query = {
				'filter[type]': type,
				'filter[field]': 'taskname',
				'filter[value]': id,
				...span,
			};
			const { records, fault } = await listCampaigns(service, query, LIMITS.page.limit);
			if (fault) return { records: [], fault };
			// The search may also find IDs that hold this one.
			const campaign = records.find((record) => sameName(id, record.id));
			if (campaign) return { records: [campaign] };
		}
	}
	return { records: [] };
}
