import { getCampaign } from './oneCampaign';

/** Get one SMS campaign (4.10). */
export const get = getCampaign('sms', {
	name: 'Get',
	value: 'get',
	action: 'Get campaign',
	description: 'Get one SMS campaign by its ID',
});
