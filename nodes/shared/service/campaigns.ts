import { LIMITS } from '../spec';
import { formatServiceTime, monthsBefore } from '../time';
import { listCampaigns, NEWEST_FIRST } from './lists';
import type { Listed } from './paging';
import { sameName, type Service } from './service';

/** Reads up to `limit` of the newest SMS campaigns in which the service finds a sender (4.10). */
export async function listCampaignsOfSender(
	service: Service,
	sender: string,
	limit: number,
): Promise<Listed> {
	const query = {
		'filter[type]': 'sms',
		'filter[field]': 'sender',
		'filter[value]': sender,
		...NEWEST_FIRST,
	};
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
