import type { IDataObject } from 'n8n-workflow';
import { numberOf, unwrap } from '../reply';
import { ENDPOINTS, LIMITS } from '../spec';
import { formatServiceTime, monthsBefore } from '../time';
import { listCampaigns, NEWEST_FIRST } from './lists';
import type { Listed } from './paging';
import { sameName, type Answer, type Service } from './service';

/** Reads up to `limit` of the newest campaigns of a channel in which the service finds a sender (4.10). */
export async function listCampaignsOfSender(
	service: Service,
	type: string,
	sender: string,
	limit: number,
): Promise<Listed> {
	const query = {
		'filter[type]': type,
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

/**
 * Asks what an SMS campaign would cost, an extension (extensions notes, section 6): for up to 10,000 recipients with a question, whose
 * prices are summed. A price that the service does not know is null, and so is the sum then.
 * @param body sender, text, tariff, and `messages` or `groups`
 */
export async function getCampaignPrice(
	service: Service,
	{ messages, ...body }: IDataObject,
): Promise<Answer<IDataObject>> {
	const { method, path } = ENDPOINTS.getCampaignPrice;
	const all = (messages ?? []) as IDataObject[];
	const most = LIMITS.recipientsPerCampaign;
	let total: number | null = 0;
	for (let at = 0; ; at += most) {
		const part = messages && { messages: all.slice(at, at + most) };
		const { reply, fault } = await service.call(
			{ method, path, body: { ...body, ...part } },
			{ kind: 'read' },
		);
		if (fault) return { fault };
		const { price, currency } = unwrap(reply.body);
		const one: number | null = numberOf(price);
		total = total === null || one === null ? null : total + one;
		if (at + most < all.length) continue;
		// Cents of several sums, as a price has four decimals at most.
		const sum = total === null ? null : Number(total.toFixed(6));
		return { value: { price: sum, currency: currency as string }, reply };
	}
}
