import { campaignById } from '../campaigns.mts';
import { every, fromItemWith } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	runs: [
		{
			parameters: { campaignId: fromItemWith('paused', 'rcsCampaign getAll', 'campaign_id') },
			check: (items) => every(items, 1, ({ message_type }) => message_type === 'rcs'),
		},
	],
	faults: [{ parameters: ({ paused }) => ({ campaignId: String(paused) }) }],
	inputs: campaignById('rcs'),
};
