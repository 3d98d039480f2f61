import { rejected } from '../../../shared/errors';
import { findCampaign, type RequestParts } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import type { CallOutcome } from '../../../shared/transport';
import { checkId } from '../../../shared/validation';
import { foundReply } from '../../dispatch/declared';
import type { Item } from '../../dispatch/item';
import type { Operation } from '../../dispatch/operation';
import { toQuery } from '../../dispatch/places';
import { getOne } from '../builders';
import {
	monthsOf,
	CAMPAIGN_OUTPUTS,
	SEARCH_MONTHS_OPTION,
	SIMPLIFY_CAMPAIGN,
	type CampaignType,
} from './campaigns';

/** Looks for the campaign, further and further back, because the list shows at most three months at a time. */
async function callCampaignById(
	item: Item,
	{ qs = {} }: RequestParts,
	type: CampaignType,
): Promise<CallOutcome> {
	const id = String(qs['filter[value]']);
	const months = monthsOf(item);
	const { records, fault } = await findCampaign(item.service, { id, types: [type], months });
	const [campaign] = records;
	if (campaign) return { reply: foundReply(campaign) };
	const [own, other] = type === 'sms' ? ['SMS', 'RCS Campaign: Get'] : ['RCS', 'Campaign: Get'];
	return {
		fault: fault ?? {
			...rejected(
				`${own} campaign ${id} was not found`,
				`The account has none with this ID in the last ${months} months. Check it; for an older one raise Search Back under Options. ${other} knows those of the other type.`,
			),
			httpStatus: 404,
		},
	};
}

/** Gets one campaign of a type through the list (4.10, filter[field] = taskname). */
export const getCampaign = (type: CampaignType, option: Operation['option']): Operation =>
	getOne({
		option,
		endpoint: ENDPOINTS.listCampaigns,
		fixed: { qs: { 'filter[field]': 'taskname', 'filter[type]': type } },
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
		options: [SEARCH_MONTHS_OPTION],
		ask: async (item, request) => await callCampaignById(item, request, type),
		output: CAMPAIGN_OUTPUTS[type],
	});
