import { failApi, failValidation, ok, type Answer } from '../../http/answers.mts';
import type { AccountCall } from '../../http/route.mts';
import { Complaints } from '../../judge/complaints.mts';
import { ID } from '../../judge/limits.mts';
import { TestData } from '../../testData.mts';
import type { Campaign, CampaignStatus } from '../../types.mts';
import { campaignView } from '../../views.mts';

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
export function answerChange(
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
