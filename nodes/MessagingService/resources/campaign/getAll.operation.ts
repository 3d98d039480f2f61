import { getCampaigns } from './manyCampaigns';

/** List SMS campaigns (4.10). */
export const getAll = getCampaigns('sms', {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many campaigns',
	description: 'List SMS campaigns',
});
