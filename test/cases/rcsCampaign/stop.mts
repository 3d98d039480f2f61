import { handled } from '../../faults/seed.mts';
import { segment } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { byId, every, fromItemWith } from '../case.mts';
import type { OperationCases } from '../case.mts';

const path = /^\/api\/campaigns\/\d+\/stop$/;

export const cases: OperationCases = {
	runs: [
		{
			parameters: byId(fromItemWith('scheduled', 'campaign getAll rcs', 'campaign_id')),
			check: (items) => every(items, 1, ({ status }) => status === 'stopped'),
		},
	],
	faults: [
		{
			path,
			parameters: (seeded) => byId(String(seeded.scheduled)),
			effects: (sandbox, seeded) => [
				sandbox.store.campaigns.get(seeded.scheduled)?.status === 'stopped'
					? handled(sandbox, 'PUT', path).length
					: 0,
			],
		},
	],
	inputs: [
		{
			fields: { campaignId: KINDS.id },
			plain: ({ campaignId }) => ({
				method: 'PUT',
				path: `/api/campaigns/${segment(campaignId)}/stop`,
			}),
		},
	],
};
