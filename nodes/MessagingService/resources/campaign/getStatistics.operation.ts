import type { ServiceFault } from '../../../shared/errors';
import { campaignStatisticsRow, normaliseCampaignStatistics } from '../../../shared/reply';
import { findCampaign, type RequestParts } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { checkId } from '../../../shared/validation';
import type { Item } from '../../dispatch/item';
import { toPath } from '../../dispatch/places';
import { getOne, nameIn } from '../builders';
import { monthsOf, SEARCH_MONTHS_OPTION } from './campaigns';

/** A 404 may be about the campaign or about the endpoint: the list of campaigns, which every service has, shows which. */
async function whichIsMissing(
	item: Item,
	request: RequestParts,
	fault: ServiceFault,
): Promise<ServiceFault> {
	if (fault.httpStatus !== 404) return fault;
	const id = nameIn(ENDPOINTS.getCampaignDetail, request);
	const months = monthsOf(item);
	const found = await findCampaign(item.service, { id, types: ['sms', 'rcs'], months });
	if (found.fault || found.records.length > 0) return fault;
	return {
		...fault,
		// Not that of an endpoint that is missing.
		httpStatus: 422,
		message: `Campaign ${id} was not found`,
		description: `The account has none with this ID in the last ${months} months. Check it; for an older one raise Search Back under Options.`,
	};
}

/** Get the counters of a campaign by status, an extension (extensions notes, section 1). */
export const getStatistics = getOne({
	option: {
		name: 'Get Statistics',
		value: 'getStatistics',
		action: 'Get statistics of campaign',
		description:
			'Count the messages of an SMS or RCS campaign by status, with their price. Not every service offers this.',
	},
	endpoint: ENDPOINTS.getCampaignDetail,
	fields: [
		{
			displayName: 'Campaign ID',
			name: 'campaignId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 1043',
			description: 'The ID that creating the campaign returned, of an SMS or RCS campaign',
			routing: toPath('id', 'campaignId', (value) => checkId(value, 'Campaign ID')),
		},
	],
	options: [SEARCH_MONTHS_OPTION],
	output: { read: normaliseCampaignStatistics, toRow: campaignStatisticsRow },
	explain: whichIsMissing,
	extension: {
		what: 'statistics of campaigns',
		cure: 'Campaign: Get counts what was sent and delivered, and Campaign: Get Messages lists each message.',
	},
});
