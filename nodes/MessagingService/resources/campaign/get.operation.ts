import { checkId } from '../../../shared/validation';
import { RAW_OUTPUT, REQUESTS_IN_FLIGHT, RETRY_FOR, TIMEOUT } from '../../dispatch/commonOptions';
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
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get campaign',
		description: 'Get one SMS or RCS campaign by its ID',
	},
	fields: [
		{
			displayName: 'Campaign ID',
			name: 'campaignId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 1043',
			description: 'The ID that creating the campaign returned',
		},
		SIMPLIFY_CAMPAIGN,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				{
					displayName: 'Campaign Type',
					name: 'type',
					type: 'options',
					options: [
						{
							name: 'Any',
							value: 'any',
							description: 'Looks among both, which may take twice as many requests',
						},
						{ name: 'RCS', value: 'rcs' },
						{ name: 'SMS', value: 'sms' },
					],
					default: 'any',
					description: 'Which campaigns to look for the ID among',
				},
				RAW_OUTPUT,
				REQUESTS_IN_FLIGHT,
				RETRY_FOR,
				SEARCH_MONTHS_OPTION,
				TIMEOUT,
			],
		},
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
