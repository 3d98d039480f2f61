import fc from 'fast-check';
import { blank, page, query, segment } from '../property/plain.mts';
import { KINDS } from '../property/values.mts';
import type { Inputs } from './case.mts';

// What the cases of SMS and RCS campaigns have in common.

/** One campaign, by its ID. */
export const campaignById = (type: 'sms' | 'rcs'): Inputs[] => [
	{
		fields: { campaignId: KINDS.id },
		// As a search value the service takes any text; what an ID of a campaign is, it judges where one is stopped.
		plain: (values) => [
			{
				method: 'GET',
				path: `/api/campaign?${query({ 'filter[type]': type, 'filter[field]': 'taskname' })}`,
			},
			{ method: 'PUT', path: `/api/campaigns/${segment(values.campaignId)}/stop` },
		],
		judgedBy: (path) => ({
			method: 'PUT',
			path: `/api/campaigns/${segment(new URLSearchParams(path.replace(/^[^?]*/, '')).get('filter[value]'))}/stop`,
		}),
	},
];

/** A list of campaigns. */
export const campaignList = (type: 'sms' | 'rcs'): Inputs[] => [
	{
		fields: {
			limit: KINDS.count,
			'filters.from': KINDS.past,
			'filters.to': { good: fc.constant(undefined), edge: KINDS.past.edge },
			'filters.searchField': KINDS.choice('sender', 'taskname'),
			'filters.searchValue': KINDS.sender,
			'options.sort': KINDS.choice('id', 'date', 'sender', 'status'),
			'options.way': KINDS.choice('asc', 'desc'),
		},
		optional: ['limit'],
		plain: (values) => ({
			method: 'GET',
			path: `/api/campaign?${query({
				'filter[type]': type,
				'page[limit]': page(values.limit),
				'filter[from]': values['filters.from'],
				'filter[to]': values['filters.to'],
				'filter[field]': blank(values['filters.searchField'])
					? blank(values['filters.searchValue'])
						? undefined
						: 'sender'
					: values['filters.searchField'],
				'filter[value]': values['filters.searchValue'],
				sort: values['options.sort'],
				way: values['options.way'],
			})}`,
		}),
	},
];
