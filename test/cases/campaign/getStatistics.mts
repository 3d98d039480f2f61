import { segment } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every, from } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { campaignId: from('campaign sendSms', 'campaign_id') },
			check: (items) => every(items, 1, ({ messages, price }) => messages === 2 && price === 0.06),
		},
	],
	faults: [
		{
			parameters: ({ campaignId }) => ({ campaignId: String(campaignId) }),
			path: /^\/api\/campaigns\/\d+\/detail$/,
		},
	],
	inputs: [
		{
			fields: { campaignId: KINDS.id },
			plain: ({ campaignId }) => ({
				method: 'GET',
				path: `/api/campaigns/${segment(campaignId)}/detail`,
			}),
		},
	],
};
