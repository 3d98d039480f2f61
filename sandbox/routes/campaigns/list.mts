import { failApi, failValidation, ok } from '../../http/answers.mts';
import type { AccountCall, AccountRoute } from '../../http/route.mts';
import { Complaints } from '../../judge/complaints.mts';
import { judgeCampaignFilter, judgePaging, type CampaignFilter } from '../../judge/listing.mts';
import { TestData } from '../../testData.mts';
import type { Campaign } from '../../types.mts';
import { campaignView } from '../../views.mts';

const SORTS = ['id', 'sender', 'type', 'date', 'status'] as const;

/** What a campaign is sorted by. */
function sortValue(campaign: Campaign, sort: string): string | number {
	if (sort === 'sender' || sort === 'type' || sort === 'status') return campaign[sort];
	return sort === 'date' ? campaign.createdMs : campaign.id;
}

/** Sorts by a value, and campaigns of the same value by their ID. */
function sortCampaigns(campaigns: Campaign[], sort: string): void {
	// IDs nearly always ascend as the campaigns were made: then there is nothing to sort among thousands.
	const isSorted =
		sort === 'id' &&
		campaigns.every(({ id }, index) => index === 0 || id >= (campaigns[index - 1]?.id ?? 0));
	if (isSorted) return;
	campaigns.sort((one, other) => {
		const left = sortValue(one, sort);
		const right = sortValue(other, sort);
		return left < right ? -1 : left > right ? 1 : one.id - other.id;
	});
}

/** Whether a campaign passes the filters of 4.10: the sender contains the value in any case, the task name is the ID. */
function passes(campaign: Campaign, { type, fromMs, toMs, field, value }: CampaignFilter): boolean {
	if (campaign.type !== type) return false;
	if (campaign.createdMs < fromMs || campaign.createdMs > toMs) return false;
	if (value === undefined) return true;
	const wanted = value.toLowerCase();
	if (field === 'taskname') return String(campaign.id) === wanted;
	return campaign.sender.toLowerCase().includes(wanted);
}

function campaignsOf({ service, caller, url }: AccountCall, filter: CampaignFilter): Campaign[] {
	if (caller.testKey) {
		const data = new TestData(service, url);
		return Array.from({ length: data.random.integer(1, 5) }, () =>
			data.campaign({ type: filter.type }),
		);
	}
	const found: Campaign[] = [];
	for (const campaign of service.store.campaigns.values())
		if (passes(campaign, filter)) found.push(campaign);
	return found;
}

/** A page of the campaigns (specification 4.10). The specification writes `campaign`, the public clients `campaigns`. */
export const listCampaigns: AccountRoute = {
	method: 'GET',
	path: ['/api/campaign', '/api/campaigns'],
	answer(call) {
		const { service, query, url } = call;
		const { dialect, timeZone } = service.config;
		const name = url.startsWith('/api/campaigns') ? 'campaigns' : 'campaign';
		if (dialect.campaignPath !== 'both' && dialect.campaignPath !== name)
			return failApi(404, 'Not found');
		const complaints = new Complaints();
		const { sort, descending, offset, limit } = judgePaging(
			query,
			SORTS,
			dialect,
			complaints,
			true,
		);
		const filter = judgeCampaignFilter(query, service.clock.ms(), timeZone, complaints);
		if (complaints.any) return failValidation(service, complaints);
		const found = campaignsOf(call, filter);
		sortCampaigns(found, sort);
		if (descending) found.reverse();
		return ok({
			data: found.slice(offset, offset + limit).map((campaign) => campaignView(service, campaign)),
			meta: { page: { total: found.length, limit, offset } },
		});
	},
};
