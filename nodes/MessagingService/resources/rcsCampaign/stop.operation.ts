import { ENDPOINTS, STOPPABLE_CAMPAIGN_STATUSES } from '../../../shared/spec';
import type { Operation } from '../../dispatch/operation';
import { toChangedCampaign } from '../campaign/campaigns';
import { changeFields, changeState } from './change';

/** Cancel an RCS campaign (4.11). */
export const stop: Operation = {
	option: {
		name: 'Stop',
		value: 'stop',
		action: 'Stop RCS campaign',
		description: 'Stop an RCS campaign for good',
	},
	fields: changeFields(
		'The RCS campaign to stop. It cannot be resumed afterwards.',
		'searchStoppableCampaigns',
	),
	routing: {
		request: { method: 'PUT', url: ENDPOINTS.stopCampaign.path },
		output: { postReceive: [toChangedCampaign] },
		operations: {
			pagination: changeState({
				done: 'stopped',
				from: STOPPABLE_CAMPAIGN_STATUSES,
				to: 'stopped',
				rule: 'Only a campaign that is in moderation, scheduled, sending or paused can be stopped; done is final.',
			}),
		},
	},
};
