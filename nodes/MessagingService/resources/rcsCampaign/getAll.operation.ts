import { getCampaigns } from '../campaign/manyCampaigns';

/** List RCS campaigns (4.10). */
export const getAll = getCampaigns('rcs', {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many RCS campaigns',
	description: 'List RCS campaigns, with what went out by RCS and what by SMS in its place',
});
