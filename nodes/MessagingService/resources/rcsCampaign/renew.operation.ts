import { ENDPOINTS, RENEWABLE_CAMPAIGN_STATUS } from '../../../shared/spec';
import { checkId } from '../../../shared/validation';
import { inPath } from '../../dispatch/checks';
import type { Operation } from '../../dispatch/operation';
import { SIMPLIFY_CAMPAIGN, toChangedCampaign } from '../campaign/campaigns';
import { CHANGE_OPTIONS, changeState } from './change';

/** Renew an RCS campaign (4.12). */
export const renew: Operation = {
	option: {
		name: 'Renew',
		value: 'renew',
		action: 'Renew RCS campaign',
		description: 'Resume an RCS campaign that was paused for lack of funds',
	},
	fields: [
		{
			displayName: 'Campaign',
			name: 'campaignId',
			type: 'resourceLocator',
			required: true,
			default: { mode: 'list', value: '' },
			description: 'The RCS campaign to resume. Only a paused campaign can be resumed.',
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					placeholder: 'Select a campaign',
					typeOptions: { searchListMethod: 'searchPausedCampaigns', searchable: true },
				},
				{
					displayName: 'By ID',
					name: 'id',
					type: 'string',
					placeholder: 'e.g. 1043',
				},
			],
			routing: {
				send: { preSend: [inPath('id', 'campaignId', (value) => checkId(value, 'Campaign'))] },
			},
		},
		SIMPLIFY_CAMPAIGN,
		CHANGE_OPTIONS,
	],
	routing: {
		request: { method: 'PUT', url: ENDPOINTS.renewCampaign.path },
		output: { postReceive: [toChangedCampaign] },
		operations: {
			pagination: changeState({
				done: 'renewed',
				from: [RENEWABLE_CAMPAIGN_STATUS],
				// One that is done may have been so before: that it was renewed cannot be seen.
				to: 'sending',
				not: [RENEWABLE_CAMPAIGN_STATUS, 'stopped'],
				rule: 'Only a paused campaign can be renewed. A stopped campaign cannot be resumed: create a new one.',
			}),
		},
	},
};
