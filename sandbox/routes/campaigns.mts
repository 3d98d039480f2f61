import { failApi, failUnsupported, failValidation, ok } from '../http/answers.mts';
import type { Answer } from '../http/answers.mts';
import type { AccountCall, AccountRoute } from '../http/route.mts';
import { Complaints } from '../judge/complaints.mts';
import { ID } from '../judge/limits.mts';
import { judgeCampaignFilter, judgeMessageFilter, judgePaging } from '../judge/listing.mts';
import type { CampaignFilter, MessageFilter } from '../judge/listing.mts';
import { isListed } from '../references.mts';
import { TestData } from '../testData.mts';
import type { Campaign, CampaignStatus, Message } from '../types.mts';
import { campaignDetailView, campaignView, listedMessageView } from '../views.mts';

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
		const { dialect } = service.config;
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
		const filter = judgeCampaignFilter(query, service.clock.ms(), service.config, complaints);
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

/** One campaign; an extension that the SDKs call (extensions notes, section 1). */
export const getCampaign: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/campaigns/:id',
	answer({ service, params }) {
		const { id = '' } = params;
		const campaign = ID.test(id) ? service.store.campaigns.get(Number(id)) : undefined;
		return campaign
			? ok({ data: campaignView(service, campaign) })
			: failApi(404, 'Campaign not found');
	},
};

/** A campaign with its counters in full; an extension (extensions notes, section 1). */
export const campaignDetail: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/campaigns/:id/detail',
	answer({ service, params }) {
		const { id = '' } = params;
		const campaign = ID.test(id) ? service.store.campaigns.get(Number(id)) : undefined;
		return campaign
			? ok({ data: campaignDetailView(service, campaign) })
			: failApi(404, 'Campaign not found');
	},
};

function isSought(message: Message, filter: MessageFilter): boolean {
	return (
		(filter.id === undefined || message.id === filter.id) &&
		(filter.campaignId === undefined || message.campaignId === filter.campaignId) &&
		(filter.reference === undefined || message.reference === filter.reference) &&
		message.sendMs >= filter.fromMs &&
		message.sendMs <= filter.toMs
	);
}

function messagesOf({ service, caller, url }: AccountCall, filter: MessageFilter): Message[] {
	if (caller.testKey) return [new TestData(service, url).message({ reference: filter.reference })];
	return [...service.store.messages.values()].filter(
		(message) => isSought(message, filter) && isListed(service, message),
	);
}

/** A page of the messages; an extension (extensions notes, section 1). */
export const listMessages: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/messages',
	answer(call) {
		const { service, query, url } = call;
		const { dialect } = service.config;
		if (dialect.messageList === 'never') return failUnsupported(service, url);
		const complaints = new Complaints();
		const { sort, descending, offset, limit } = judgePaging(
			query,
			['id', 'phone', 'delivered'],
			dialect,
			complaints,
		);
		const filter = judgeMessageFilter(query, service.config, complaints);
		if (complaints.any) return failValidation(service, complaints);
		const value = (message: Message): number =>
			sort === 'phone'
				? Number(message.msisdn)
				: sort === 'delivered'
					? (message.reportMs ?? 0)
					: message.id;
		const found = messagesOf(call, filter).sort(
			(one, other) => value(one) - value(other) || one.id - other.id,
		);
		if (descending) found.reverse();
		return ok({
			data: found
				.slice(offset, offset + limit)
				.map((message) => listedMessageView(service, message)),
			meta: { page: { total: found.length, limit, offset } },
		});
	},
};

// What the routes have in common that stop or renew a campaign.

/** 3.2: Moderation, Paused, Sending or Planned. Moderation covers a campaign being checked and one that has not passed. */
const STOPPABLE: readonly CampaignStatus[] = [
	'creation',
	'moderation',
	'spam',
	'paused',
	'sending',
	'scheduled',
];

function refuse(call: AccountCall, campaign: Campaign, done: 'stopped' | 'renewed'): Answer {
	const complaints = new Complaints();
	complaints.add('status', `A campaign in status ${campaign.status} cannot be ${done}.`);
	return failValidation(call.service, complaints, `The campaign cannot be ${done}.`);
}

/** Stops or renews the campaign that the path names, if it is of one of the types and in a status that allows it. */
function answerChange(
	call: AccountCall,
	types: ReadonlyArray<Campaign['type']>,
	action: 'stop' | 'renew',
): Answer {
	const { service, caller, params, url } = call;
	const { id = '' } = params;
	if (!ID.test(id)) return failApi(404, 'Campaign not found');
	if (caller.testKey) {
		const status = action === 'stop' ? 'stopped' : 'sending';
		const campaign = new TestData(service, url).campaign({
			id: Number(id),
			type: types[0],
			status,
		});
		return ok({ data: campaignView(service, campaign) });
	}
	const campaign = service.store.campaigns.get(Number(id));
	if (!campaign || !types.includes(campaign.type)) return failApi(404, 'Campaign not found');
	if (action === 'stop') {
		if (!STOPPABLE.includes(campaign.status)) return refuse(call, campaign, 'stopped');
		service.lifecycle.stopCampaign(campaign);
	} else {
		if (campaign.status !== 'paused') return refuse(call, campaign, 'renewed');
		service.lifecycle.renewCampaign(campaign);
	}
	service.ledger.change(action, campaign.id);
	return ok({ data: campaignView(service, campaign) });
}

/** Stops an RCS campaign (specification 4.11). */
export const stopRcsCampaign: AccountRoute = {
	method: 'PUT',
	path: '/api/campaigns/:id/stop',
	answer: (call) => answerChange(call, ['rcs'], 'stop'),
};

/** Renews a paused RCS campaign (specification 4.12). */
export const renewRcsCampaign: AccountRoute = {
	method: 'PUT',
	path: '/api/campaigns/:id/renew',
	answer: (call) => answerChange(call, ['rcs'], 'renew'),
};

/** Stops a campaign of any type, by the method that the SDKs use; an extension (extensions notes, section 12). */
export const stopCampaign: AccountRoute = {
	extension: true,
	method: 'PATCH',
	path: '/api/campaigns/:id/stop',
	answer: (call) => answerChange(call, ['sms', 'rcs'], 'stop'),
};
