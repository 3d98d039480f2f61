import { query, segment } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
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
	inputs: [
		{
			fields: { campaignId: KINDS.id, 'options.type': KINDS.choice('any', 'sms', 'rcs') },
			// As a search value the service takes any text; what an ID of a campaign is, it judges where one is stopped.
			plain: (values) => [
				{
					method: 'GET',
					path: `/api/campaign?${query({ 'filter[type]': values['options.type'] === 'any' ? 'sms' : values['options.type'], 'filter[field]': 'taskname' })}`,
				},
				{ method: 'PUT', path: `/api/campaigns/${segment(values.campaignId)}/stop` },
			],
			judgedBy: (path) => ({
				method: 'PUT',
				path: `/api/campaigns/${segment(new URLSearchParams(path.replace(/^[^?]*/, '')).get('filter[value]'))}/stop`,
			}),
		},
	],
};
