import fc from 'fast-check';
import { blank, given, listed, page, query, segment } from './plain.mts';
import type { Case, Plain } from './plain.mts';
import { KINDS, recipients } from './values.mts';
import type { Kind, Value } from './values.mts';

/** The value of a query parameter in a path of the node; undefined where it holds none. */
const asked = (path: string, name: string): string | undefined =>
	new URLSearchParams(path.replace(/^[^?]*/, '')).get(name) ?? undefined;

/** Lists take any text where they look for one: a message is asked for, to judge an ID or a reference. */
const messageById = (id: Value): Plain => ({ method: 'GET', path: `/rest/sms/${segment(id)}` });
const messageByReference = (reference: Value): Plain => ({
	method: 'GET',
	path: `/rest/sms/reference/${segment(reference)}`,
});

const phones: Kind = {
	good: fc.oneof(
		KINDS.phone.good,
		fc.array(KINDS.phone.good, { minLength: 1, maxLength: 5 }),
		fc.array(KINDS.phone.good, { minLength: 1, maxLength: 3 }).map((several) => several.join('; ')),
	),
	limits: ['380501112233', 380_501_112_233, ['35312345678', '4915112345678']],
	edge: fc.oneof(KINDS.phone.edge, fc.array(KINDS.phone.edge, { maxLength: 3 }), recipients.edge),
};

const CHANNELS = ['rcs', 'sms', 'viber', 'whatsapp'];
const channels: Kind = {
	good: fc.subarray(CHANNELS, { minLength: 1 }),
	limits: [CHANNELS, ...CHANNELS.map((channel) => [channel])],
	edge: fc.array(fc.constantFrom<Value>(...CHANNELS, 'SMS', 'voice', '', null, 0), {
		maxLength: 5,
	}),
};

/** The stop list takes phones as numbers. */
const toListed = (phone: Value): Value =>
	typeof phone === 'string' && /^[1-9]\d{8,14}$/.test(phone) ? Number(phone) : phone;
const attach = (given: Value, types: Value = ['sms']): Plain => ({
	method: 'POST',
	path: '/api/stoplist/attach',
	body: { phones: listed(given, (entry) => entry).map(toListed), types },
});

/** A phone that was looked up is judged as if it were added, so that the next one to remove it finds it there. */
function judgeRemoval(path: string): Plain | undefined {
	const phone = asked(path, 'search[value]');
	return phone === undefined ? undefined : attach(phone);
}

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

/** Operations that not every service offers. */
export const EXTENSIONS: Case[] = [
	{
		id: 'campaign.getMessages',
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
			const reference = asked(path, 'filter[reference_id]');
			return reference === undefined ? undefined : messageByReference(reference);
		},
	},
	{
		id: 'sms.getAllReceived',
		fields: {
			'filters.from': KINDS.past,
			'filters.to': { good: fc.constant(undefined), edge: KINDS.past.edge },
			// Characters outside the basic plane are counted as two by both.
			'filters.sender': { ...KINDS.line(3, 15), limits: ['abc', 'x'.repeat(15), '👍'.repeat(7)] },
		},
		plain: (values) => {
			const now = Date.now();
			const stamp = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
			return {
				method: 'GET',
				path: `/rest/sms/2wayIncoming?${query({
					start_date: stamp(now - 86_400_000),
					end_date: stamp(now),
					...given({
						start_date: values['filters.from'],
						end_date: values['filters.to'],
						sender: values['filters.sender'],
					}),
				})}`,
			};
		},
	},
	{
		id: 'stopList.add',
		fields: { phones, channels },
		plain: (values) => attach(values.phones, values.channels),
	},
	{
		id: 'stopList.remove',
		fields: { phones, channels },
		plain: (values) => attach(values.phones, values.channels),
		judgedBy: judgeRemoval,
	},
	{
		id: 'stopList.getAll',
		// The service passes over a channel that it does not know: the choice is the node's own.
		fields: { limit: KINDS.count },
		optional: ['limit'],
		plain: ({ limit }) => ({
			method: 'GET',
			path: `/api/stoplist?${query({ 'page[limit]': page(limit) })}`,
		}),
	},
	{
		id: 'stopList.search',
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
			const list = asked(path, 'contact_group_id');
			return list === undefined ? undefined : messageById(list);
		},
	},
];
