import { faultError } from '../../../shared/errors';
import { checkId } from '../../../shared/validation';
import { optionsField, requiredText, simplifyField } from '../../operations/fields';
import { perItem, wantsRaw } from '../../operations/item';
import type { Operation } from '../../operations/operation';
import { CAMPAIGN_LIST, campaignOutput, findCampaign, notFound, SEARCH_MONTHS, SEARCH_MONTHS_OPTION, type CampaignType } from './campaigns';

/** Get one campaign through the list (4.10, filter[field] = taskname). */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get campaign',
	description: 'Get one SMS or RCS campaign by its ID',
	fields: [
		requiredText('Campaign ID', 'campaignId', 'e.g. 1043', 'The ID that creating the campaign returned'),
		simplifyField('ID, name, sender, status, type, dates and counters'),
		optionsField([
			{
				displayName: 'Campaign Type',
				name: 'type',
				type: 'options',
				options: [
					{ name: 'Any', value: 'any' },
					{ name: 'RCS', value: 'rcs' },
					{ name: 'SMS', value: 'sms' },
				],
				default: 'any',
			},
			SEARCH_MONTHS_OPTION,
		]),
	],
	routing: {
		request: { method: 'GET', url: CAMPAIGN_LIST },
		operations: perItem(async (item) => {
			const id = item.check(checkId(item.parameter('campaignId', ''), 'Campaign ID'));
			const type = item.parameter<CampaignType | 'any'>('options.type', 'any');
			const months = item.parameter('options.searchMonths', SEARCH_MONTHS);
			const fetch = async (request: Parameters<typeof item.tryCall>[0]) => await item.tryCall(request, 'read');
			const { records, fault } = await findCampaign(fetch, id, type === 'any' ? ['sms', 'rcs'] : [type], months, item.zone);
			if (fault) throw faultError(item.ctx.node, fault, item.index);
			if (records.length === 0) throw faultError(item.ctx.node, notFound(`Campaign ${id}`, months), item.index);
			return records.map((record) =>
				campaignOutput(record, { raw: wantsRaw(item), simplify: item.parameter('simplify', true), zone: item.zone }),
			);
		}),
	},
};
