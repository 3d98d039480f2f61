import { RENEWABLE_CAMPAIGN_STATUS } from '../../../shared/spec';
import type { Operation } from '../../operations/operation';
import { SIMPLIFY_CAMPAIGN } from '../campaign/campaigns';
import { CHANGE_OPTIONS, changeRoute } from './change';

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
		},
		SIMPLIFY_CAMPAIGN,
		CHANGE_OPTIONS,
	],
	routing: changeRoute({
		path: '/api/campaigns/{id}/renew',
		done: 'renewed',
		from: [RENEWABLE_CAMPAIGN_STATUS],
		to: ['sending', 'done'],
		rule: 'Only a paused campaign can be renewed. A stopped campaign cannot be resumed: create a new one.',
	}),
};
