import { ENDPOINTS, STOPPABLE_CAMPAIGN_STATUSES } from '../../../shared/spec';
import { checkId } from '../../../shared/validation';
import { inPath } from '../../dispatch/checks';
import type { Operation } from '../../dispatch/operation';
import { SIMPLIFY_CAMPAIGN, toChangedCampaign } from '../campaign/campaigns';
import { CHANGE_OPTIONS, changeState } from './change';

/** Cancel an RCS campaign (4.11). */
export const stop: Operation = {
	option: {
		name: 'Stop',
		value: 'stop',
		action: 'Stop RCS campaign',
		description: 'Stop an RCS campaign for good',
	},
	fields: [
		{
			displayName: 'Campaign',
			name: 'campaignId',
			type: 'resourceLocator',
			required: true,
			default: { mode: 'list', value: '' },
			description: 'The RCS campaign to stop. It cannot be resumed afterwards.',
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					placeholder: 'Select a campaign',
					typeOptions: { searchListMethod: 'searchStoppableCampaigns', searchable: true },
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
		request: { method: 'PUT', url: ENDPOINTS.stopCampaign.path },
		output: { postReceive: [toChangedCampaign] },
		operations: {
			pagination: changeState({
				done: 'stopped',
				from: STOPPABLE_CAMPAIGN_STATUSES,
				to: 'stopped',
				mayBeSo: true,
				not: [...STOPPABLE_CAMPAIGN_STATUSES, 'done'],
				rule: 'Only a campaign that is in moderation, scheduled, sending or paused can be stopped; done is final.',
			}),
		},
	},
};
