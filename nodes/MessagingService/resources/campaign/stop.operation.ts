import { ENDPOINTS, STOPPABLE_CAMPAIGN_STATUSES } from '../../../shared/spec';
import { changeState } from './changeState';

/** Stop an SMS campaign, an extension (extensions notes, section 12). */
export const stop = changeState({
	option: {
		name: 'Stop',
		value: 'stop',
		action: 'Stop campaign',
		description: 'Stop an SMS campaign for good. Not every service offers this.',
	},
	type: 'sms',
	parameter: 'smsCampaignId',
	endpoint: ENDPOINTS.stopSmsCampaign,
	description: 'The SMS campaign to stop. What has not gone out by then never will.',
	searchListMethod: 'searchStoppableSmsCampaigns',
	done: 'stopped',
	from: STOPPABLE_CAMPAIGN_STATUSES,
	to: 'stopped',
	rule: 'Only a campaign that is in moderation, scheduled, sending or paused can be stopped; done is final.',
	extension: {
		what: 'a way to stop SMS campaigns',
		cure: 'Ask the service to stop it; your account may show a button for it.',
	},
});
