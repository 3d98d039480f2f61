import fc from 'fast-check';
import { blank, messageByReference, page, query, queryValue } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every, from } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { filters: { campaignId: from('campaign sendSms', 'campaign_id') } },
			check: (items) =>
				every(items, 2, (item) => Number(item.message_id) > 0 && Number(item.campaign_id) > 0),
		},
	],
	faults: [{ parameters: ({ campaignId }) => ({ filters: { campaignId: String(campaignId) } }) }],
	inputs: [
		{
			fields: {
				limit: KINDS.count,
				'filters.campaignId': KINDS.id,
				'filters.messageId': KINDS.id,
				'filters.reference': KINDS.lookup,
				'filters.from': KINDS.past,
				'filters.to': { good: fc.constant(undefined), edge: KINDS.past.edge },
				'options.sort': KINDS.choice('id', 'phone', 'delivered'),
				'options.way': KINDS.choice('asc', 'desc'),
			},
			optional: ['limit'],
			plain: ({ 'filters.reference': reference, ...values }) => [
				{
					method: 'GET',
					path: `/api/messages?${query({
						'page[limit]': page(values.limit),
						'filter[campaign_id]': values['filters.campaignId'],
						'filter[id]': values['filters.messageId'],
						'filter[from]': values['filters.from'],
						'filter[to]': values['filters.to'],
						sort: values['options.sort'],
						way: values['options.way'],
					})}`,
				},
				...(blank(reference) ? [] : [messageByReference(reference)]),
			],
			judgedBy: (path) => {
				const reference = queryValue(path, 'filter[reference_id]');
				return reference === undefined ? undefined : messageByReference(reference);
			},
		},
	],
};
