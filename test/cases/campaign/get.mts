import { campaignById } from '../campaigns.mts';
import { every, from } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	runs: [
		{
			parameters: { campaignId: from('campaign sendSms', 'campaign_id') },
			check: (items) => every(items, 1, ({ campaign_id }) => Number(campaign_id) > 0),
		},
	],
	faults: [{ parameters: ({ campaignId }) => ({ campaignId: String(campaignId) }) }],
	inputs: campaignById('sms'),
};
