import { ENDPOINTS, STOPPABLE_CAMPAIGN_STATUSES } from '../../../shared/spec';
import { changeState } from '../campaign/changeState';

/** Cancel an RCS campaign (4.11). */
export const stop = changeState({
	option: {
		name: 'Stop',
		value: 'stop',
		action: 'Stop RCS campaign',
		description: 'Stop an RCS campaign for good',
	},
	type: 'rcs',
	parameter: 'rcsCampaignId',
	endpoint: ENDPOINTS.stopCampaign,
	description: 'The RCS campaign to stop. It cannot be resumed afterwards.',
	searchListMethod: 'searchStoppableCampaigns',
	done: 'stopped',
	from: STOPPABLE_CAMPAIGN_STATUSES,
	to: 'stopped',
	rule: 'Only a campaign that is in moderation, scheduled, sending or paused can be stopped; done is final.',
});
