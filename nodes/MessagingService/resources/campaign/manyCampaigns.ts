import type { IDataObject } from 'n8n-workflow';
import { listCampaigns } from '../../../shared/service';
import { CAMPAIGN_STATUSES, ENDPOINTS } from '../../../shared/spec';
import { asSeen } from '../../../shared/text';
import { accept, kindOf, refuseAs, type Checked } from '../../../shared/validation';
import { inServiceTime } from '../../dispatch/checks';
import type { Operation } from '../../dispatch/operation';
import { toQuery } from '../../dispatch/places';
import { onlyWithStatus } from '../../listing/fields';
import { getMany } from '../builders';
import { CAMPAIGN_OUTPUTS, SIMPLIFY_CAMPAIGN, type CampaignType } from './campaigns';
import { callInSpans } from './period';

/** A list or an object would go out as parameters that the service does not know, and it would list everything. */
function checkSearch(value: unknown): Checked<string | undefined> {
	if (typeof value !== 'string' && typeof value !== 'number') {
		return refuseAs('Search For', `is ${kindOf(value)}`, 'Use text or an ID.');
	}
	return accept(asSeen(String(value)) || undefined);
}

/** The field that is searched in goes with a value to search for, and is the sender unless the user says otherwise. */
function withSearch({ 'filter[field]': field, ...query }: IDataObject): IDataObject {
	return query['filter[value]'] ? { ...query, 'filter[field]': field || 'sender' } : query;
}

/** Lists the campaigns of a type (4.10). */
export const getCampaigns = (type: CampaignType, option: Operation['option']): Operation =>
	getMany({
		option,
		endpoint: ENDPOINTS.listCampaigns,
		fixed: { qs: { 'filter[type]': type } },
		simplify: SIMPLIFY_CAMPAIGN,
		filters: [
			{
				displayName: 'Created After',
				name: 'from',
				type: 'dateTime',
				default: '',
				description:
					'The start of the period in which the campaigns were created. By default it lies three months before the end. A longer period takes one request for every 88 days.',
				routing: toQuery('filter[from]', inServiceTime('Created After')),
			},
			{
				displayName: 'Created Before',
				name: 'to',
				type: 'dateTime',
				default: '',
				description:
					'The end of the period in which the campaigns were created. By default it is the current time.',
				routing: toQuery('filter[to]', inServiceTime('Created Before')),
			},
			onlyWithStatus(
				Object.keys(CAMPAIGN_STATUSES),
				'Which campaigns to return, by their status. The service has no such filter: the node reads all campaigns of the period and keeps these.',
			),
			{
				displayName: 'Search By',
				name: 'searchField',
				type: 'options',
				options: [
					{ name: 'Campaign ID', value: 'taskname' },
					{ name: 'Sender', value: 'sender' },
				],
				default: 'sender',
				description: 'What Search For is compared with',
				routing: toQuery('filter[field]'),
			},
			{
				displayName: 'Search For',
				name: 'searchValue',
				type: 'string',
				default: '',
				placeholder: 'e.g. Shop',
				description: 'The sender or the campaign ID to look for, as Search By says',
				routing: toQuery('filter[value]', checkSearch),
			},
		],
		sort: [
			'campaigns',
			[
				{ name: 'Creation Date', value: 'date' },
				{ name: 'ID', value: 'id' },
				{ name: 'Sender', value: 'sender' },
				{ name: 'Status', value: 'status' },
			],
		],
		ask: async (item, { qs = {} }) =>
			await callInSpans(item, withSearch(qs), {
				list: listCampaigns,
				ordersByTime: ['id', 'date'],
				fields: {},
				names: ['Created After', 'Created Before'],
			}),
		output: CAMPAIGN_OUTPUTS[type],
	});
