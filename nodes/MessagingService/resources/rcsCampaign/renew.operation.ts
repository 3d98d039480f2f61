import { ENDPOINTS, RENEWABLE_CAMPAIGN_STATUS } from '../../../shared/spec';
import { changeState } from '../campaign/changeState';

/** Renew an RCS campaign (4.12). */
export const renew = changeState({
	option: {
		name: 'Renew',
		value: 'renew',
		action: 'Renew RCS campaign',
		description: 'Resume an RCS campaign paused for lack of funds',
	},
	type: 'rcs',
	parameter: 'rcsCampaignId',
	endpoint: ENDPOINTS.renewCampaign,
	description: 'The RCS campaign to resume. Only a paused campaign can be resumed.',
	searchListMethod: 'searchPausedCampaigns',
	done: 'renewed',
	from: [RENEWABLE_CAMPAIGN_STATUS],
	// One that is done may have been so before: that it was renewed cannot be seen.
	to: 'sending',
	rule: 'Only a paused campaign can be renewed. A stopped campaign cannot be resumed: create a new one.',
});
