import { segment } from '../property/plain.mts';
import { KINDS } from '../property/values.mts';
import { byId, every, fromItemWith } from './case.mts';
import type { OperationCases } from './case.mts';

interface Change {
	/** The last part of its path. */
	verb: 'renew' | 'stop';
	/** The status of a campaign that it changes. */
	from: 'paused' | 'scheduled';
	/** The status that the campaign has then. */
	to: string;
	/** Whether its answer shows that. */
	isDone(status: unknown): boolean;
}

/** The cases of an operation that changes the status of an RCS campaign. */
export function rcsChange({ verb, from, to, isDone }: Change): OperationCases {
	const path = new RegExp(String.raw`^/api/campaigns/\d+/${verb}$`);
	return {
		runs: [
			{
				parameters: byId(fromItemWith(from, 'rcsCampaign getAll', 'campaign_id')),
				check: (items) => every(items, 1, ({ status }) => isDone(status)),
			},
		],
		faults: [
			{
				path,
				parameters: (seeded) => byId(String(seeded[from])),
				// The service refuses a second one.
				effects: ({ store }, seeded) => [store.campaigns.get(seeded[from])?.status === to ? 1 : 0],
			},
		],
		inputs: [
			{
				fields: { rcsCampaignId: KINDS.id },
				plain: ({ rcsCampaignId }) => ({
					method: 'PUT',
					path: `/api/campaigns/${segment(rcsCampaignId)}/${verb}`,
				}),
			},
		],
	};
}
