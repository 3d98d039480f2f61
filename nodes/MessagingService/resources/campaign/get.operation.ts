import { rejected } from '../../../shared/errors';
import { findCampaign, type RequestParts } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import type { CallOutcome } from '../../../shared/transport';
import { checkId } from '../../../shared/validation';
import { toQuery } from '../../dispatch/places';
import { replyOf } from '../../dispatch/declared';
import type { Item } from '../../dispatch/item';
import { getOne } from '../builders';
import { CAMPAIGN_OUTPUT, monthsOf, SEARCH_MONTHS_OPTION, SIMPLIFY_CAMPAIGN } from './campaigns';

/** The list has one type at a time (4.10): both are asked, one after the other. */
const ANY_TYPE = 'any';

/** Looks for the campaign, further and further back, because the list shows at most three months at a time. */
async function callCampaignById(item: Item, { qs = {} }: RequestParts): Promise<CallOutcome> {
	const id = String(qs['filter[value]']);
	const type = String(qs['filter[type]'] ?? '') || ANY_TYPE;
	const months = monthsOf(item);
	const types = type === ANY_TYPE ? ['sms', 'rcs'] : [type];
	const { records, fault } = await findCampaign(item.service, { id, types, months });
	const [campaign] = records;
	if (campaign) return { reply: replyOf(campaign) };
	return {
		fault: fault ?? {
			...rejected(
				`Campaign ${id} was not found`,
				`The account has none with this ID in the last ${months} months. Check it; for an older one raise Search Back under Options.`,
			),
			httpStatus: 404,
		},
	};
}

/** Get one campaign through the list (4.10, filter[field] = taskname). */
export const get = getOne({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get campaign',
		description: 'Get one SMS or RCS campaign by its ID',
	},
	endpoint: ENDPOINTS.listCampaigns,
	fixed: { qs: { 'filter[field]': 'taskname', 'filter[type]': ANY_TYPE } },
	fields: [
		{
			displayName: 'Campaign ID',
			name: 'campaignId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 1043',
			description: 'The ID that creating the campaign returned',
			routing: toQuery('filter[value]', (value) => checkId(value, 'Campaign ID'), {
				required: true,
			}),
		},
		SIMPLIFY_CAMPAIGN,
	],
	options: [
		{
			displayName: 'Campaign Type',
			name: 'type',
			type: 'options',
			options: [
				{
					name: 'Any',
					value: ANY_TYPE,
					description: 'Searches both, which may take twice as many requests',
				},
				{ name: 'RCS', value: 'rcs' },
				{ name: 'SMS', value: 'sms' },
			],
			default: ANY_TYPE,
			description: 'Which campaigns to search for the ID',
			routing: toQuery('filter[type]'),
		},
		SEARCH_MONTHS_OPTION,
	],
	ask: callCampaignById,
	output: CAMPAIGN_OUTPUT,
});
