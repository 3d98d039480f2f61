import { getCampaign } from '../campaign/oneCampaign';

/** Get one RCS campaign (4.10). */
export const get = getCampaign('rcs', {
	name: 'Get',
	value: 'get',
	action: 'Get RCS campaign',
	description:
		'Get one RCS campaign by its ID, with what went out by RCS and what by SMS in its place',
});
