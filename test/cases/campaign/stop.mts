import { segment } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every, from } from '../case.mts';
import type { OperationCases } from '../case.mts';

const byId = (value: string) => ({ smsCampaignId: { __rl: true, mode: 'id', value } });

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: byId(from('campaign sendSms in moderation', 'campaign_id')),
			check: (items) => every(items, 1, ({ status }) => status === 'stopped'),
		},
	],
	faults: [
		{
			path: /^\/api\/campaigns\/\d+\/stop$/,
			parameters: ({ planned }) => byId(String(planned)),
			// The service refuses a second one.
			effects: ({ store }, { planned }) => [
				store.campaigns.get(planned)?.status === 'stopped' ? 1 : 0,
			],
		},
	],
	inputs: [
		{
			fields: { smsCampaignId: KINDS.id },
			plain: ({ smsCampaignId }) => ({
				method: 'PATCH',
				path: `/api/campaigns/${segment(smsCampaignId)}/stop`,
			}),
		},
	],
};
