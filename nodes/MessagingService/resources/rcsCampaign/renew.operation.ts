import { ENDPOINTS, RENEWABLE_CAMPAIGN_STATUS } from '../../../shared/spec';
import type { Operation } from '../../dispatch/operation';
import { toChangedCampaign } from '../campaign/campaigns';
import { changeFields, changeState } from './change';

/** Renew an RCS campaign (4.12). */
export const renew: Operation = {
	option: {
		name: 'Renew',
		value: 'renew',
		action: 'Renew RCS campaign',
		description: 'Resume an RCS campaign paused for lack of funds',
	},
	fields: changeFields(
		'The RCS campaign to resume. Only a paused campaign can be resumed.',
		'searchPausedCampaigns',
	),
	routing: {
		request: { method: 'PUT', url: ENDPOINTS.renewCampaign.path },
		output: { postReceive: [toChangedCampaign] },
		operations: {
			pagination: changeState({
				done: 'renewed',
				from: [RENEWABLE_CAMPAIGN_STATUS],
				// One that is done may have been so before: that it was renewed cannot be seen.
				to: 'sending',
				rule: 'Only a paused campaign can be renewed. A stopped campaign cannot be resumed: create a new one.',
			}),
		},
	},
};
