import fc from 'fast-check';
import { blank, page, query } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { some } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	runs: [
		{
			parameters: { type: 'sms', limit: 10 },
			after: ['campaign sendSms', 'campaign sendPersonalizedSms', 'campaign sendSmsToContactLists'],
			check: (items) => (items.length >= 3 ? undefined : `${items.length} campaigns instead of 3`),
		},
		{
			note: 'rcs',
			parameters: { type: 'rcs', returnAll: true },
			check: (items) => some(items, ({ status }) => status === 'paused'),
		},
	],
	faults: [{ parameters: () => ({ type: 'sms' }) }],
	inputs: [
		{
			fields: {
				type: KINDS.choice('sms', 'rcs'),
				limit: KINDS.count,
				'filters.from': KINDS.past,
				'filters.to': { good: fc.constant(undefined), edge: KINDS.past.edge },
				'filters.searchField': KINDS.choice('sender', 'taskname'),
				'filters.searchValue': KINDS.sender,
				'options.sort': KINDS.choice('id', 'date', 'sender', 'status', 'type'),
				'options.way': KINDS.choice('asc', 'desc'),
			},
			optional: ['type', 'limit'],
			plain: (values) => ({
				method: 'GET',
				path: `/api/campaign?${query({
					'filter[type]': values.type,
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
	],
};
