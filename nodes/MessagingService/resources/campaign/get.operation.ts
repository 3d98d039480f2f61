import { choice, required } from '../../../shared/fields';
import { checkId } from '../../../shared/validation';
import { optionsField } from '../../operations/fields';
import { perItem } from '../../operations/item';
import type { Operation } from '../../operations/operation';
import {
	CAMPAIGN_LIST,
	campaignOutput,
	findCampaign,
	monthsOf,
	SEARCH_MONTHS_OPTION,
	SIMPLIFY_CAMPAIGN,
} from './campaigns';

/** Get one campaign through the list (4.10, filter[field] = taskname). */
export const get: Operation = {
	names: 'get: Get: Get one SMS or RCS campaign by its ID',
	action: 'Get campaign',
	fields: [
		required('campaignId: Campaign ID: The ID that creating the campaign returned', '1043'),
		SIMPLIFY_CAMPAIGN,
		optionsField([
			choice('type: Campaign Type', ['any', 'rcs: RCS', 'sms: SMS']),
			SEARCH_MONTHS_OPTION,
		]),
	],
	routing: perItem('GET', CAMPAIGN_LIST, async (item) => {
		const id = item.check(checkId(item.parameter('campaignId', ''), 'Campaign ID'));
		const type = item.parameter('options.type', 'any');
		const { records, fault } = await findCampaign(
			item,
			id,
			type === 'any' ? ['sms', 'rcs'] : [type],
		);
		if (fault) return item.fail(fault);
		if (records.length > 0) return records.map((record) => campaignOutput(record, item));
		return item.fail({
			kind: 'http',
			httpStatus: 404,
			message: `Campaign ${id} was not found`,
			description: `The account has none with this ID in the last ${monthsOf(item)} months. Check it; for an older one raise Search Back under Options.`,
			retryable: false,
			outcome: 'rejected',
		});
	}),
};
