import { STOPPABLE_CAMPAIGN_STATUSES } from '../../../shared/spec';
import type { Operation } from '../../operations/operation';
import { SIMPLIFY_CAMPAIGN } from '../campaign/campaigns';
import { CHANGE_OPTIONS, changeRoute } from './change';

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
		},
		SIMPLIFY_CAMPAIGN,
		CHANGE_OPTIONS,
	],
	routing: changeRoute({
		path: '/api/campaigns/{id}/stop',
		done: 'stopped',
		from: STOPPABLE_CAMPAIGN_STATUSES,
		to: ['stopped'],
		rule: `Only a campaign that is in moderation, planned, sending or paused can be stopped; stopped and done are final.`,
	}),
};
