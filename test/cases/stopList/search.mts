import { STOPPED_PHONE } from '../../faults/seed.mts';
import { blank, messageById, page, query, queryValue } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import type { Value } from '../../property/values.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';

const SIGNS: Record<string, string> = {
	atLeast: '>=',
	atMost: '<=',
	contains: 'like',
	equals: '=',
	greaterThan: '>',
	lessThan: '<',
};

/** What is no text has no sign, and some objects cannot even be made one. */
const signOf = (operator: Value): Value =>
	typeof operator === 'string' ? (SIGNS[operator] ?? operator) : operator;

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { searchValue: '+380 99 700 10 60' },
			after: ['stopList add'],
			check: (items) => every(items, 1, ({ phone }) => phone === '380997001060'),
		},
	],
	faults: [
		{
			path: /^\/api\/stoplists?\/search/,
			parameters: () => ({ searchValue: '={{ $json.phone }}' }),
			items: [{ phone: STOPPED_PHONE }],
		},
	],
	inputs: [
		{
			fields: {
				searchField: KINDS.choice('created_at', 'id', 'phone'),
				operator: KINDS.choice(...Object.keys(SIGNS)),
				searchValue: KINDS.phone,
				limit: KINDS.count,
				'options.contactListId': KINDS.id,
				'options.sort': KINDS.choice('id', 'phone'),
				'options.way': KINDS.choice('asc', 'desc'),
			},
			optional: ['searchField', 'operator', 'limit'],
			plain: ({ 'options.contactListId': list, ...values }) => [
				{
					method: 'GET',
					path: `/api/stoplist/search?${query({
						'search[field]': blank(values.searchField) ? 'phone' : values.searchField,
						'search[operator]': blank(values.operator) ? '=' : signOf(values.operator),
						'search[value]': values.searchValue,
						'page[limit]': page(values.limit),
						sort: values['options.sort'],
						way: values['options.way'],
					})}`,
				},
				...(blank(list) ? [] : [messageById(list)]),
			],
			judgedBy: (path) => {
				const list = queryValue(path, 'contact_group_id');
				return list === undefined ? undefined : messageById(list);
			},
		},
	],
};
