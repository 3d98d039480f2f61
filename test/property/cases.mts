import fc from 'fast-check';
import { KINDS, messageIds, recipients } from './values.mts';
import type { Kind, Value } from './values.mts';

type Values = Record<string, Value>;

/** The request that a user means by his values, made without any check. */
export interface Plain {
	method: string;
	path: string;
	body?: unknown;
}

/** One operation with the parameters that are tried. */
export interface Case {
	/** resource.operation, and in brackets which way of it. */
	id: string;
	fields: Record<string, Kind>;
	/** Parameters that stay. */
	fixed?: Values;
	/** Parameters that may be left out, besides those under options and filters. */
	optional?: readonly string[];
	/** Several where no single request shows all values to the service. */
	plain(values: Values): Plain | Plain[];
	/** Takes the path of a request of the node; returns the request by which the service judges what it takes there unjudged. */
	judgedBy?: (path: string) => Plain;
}

/** Blanks around a value of one line mean nothing; nothing but blanks is no value left out. */
const bare = (value: Value): Value => (typeof value === 'string' ? value.trim() || value : value);
const blank = (value: Value): boolean => value === undefined || value === null || value === '';
const given = (entries: Record<string, Value>): Record<string, Value> =>
	Object.fromEntries(Object.entries(entries).filter(([, value]) => !blank(value)));
/** What an address cannot carry: objects, numbers that have lost digits, halves of characters, nothing but blanks. */
const unwritable = (value: Value): boolean =>
	typeof value === 'object' ||
	typeof value === 'boolean' ||
	(typeof value === 'number' && !(Number.isSafeInteger(value) && value >= 0)) ||
	/\p{Surrogate}|^\s+$/u.test(String(value));
/** A part of a path; a lone % is none. */
const segment = (value: Value): string =>
	blank(value) ? '' : unwritable(bare(value)) ? '%' : encodeURIComponent(String(bare(value)));
const query = (entries: Record<string, Value>): string =>
	Object.values(given(entries)).some(unwritable)
		? 'page[limit]=x'
		: new URLSearchParams(
				Object.entries(given(entries)).map(([key, value]): [string, string] => [
					key,
					String(value),
				]),
			).toString();
const number = (value: Value): Value =>
	typeof value === 'string' && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : value;

/** A limit above the service's largest page is read in several. */
const page = (limit: Value): Value =>
	typeof limit === 'number' && Number.isInteger(limit) ? Math.min(limit, 500) : limit;
/** The day of a time in the service's form. */
const dayOf = (value: Value): Value =>
	typeof value === 'string'
		? value.replace(/^(\d{4}-\d{2}-\d{2}) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, '$1')
		: value;

const TERMS = { 'options.validity': KINDS.hours, 'options.tariff': KINDS.tariff };
/** 2WAY only where it is no true: of that the service judges the sender first, and then nothing else. */
const legacyTerms = (values: Values): Values => ({
	validity: bare(values['options.validity']),
	tariff: bare(values['options.tariff']),
	'2way': values['options.twoWay'] !== true && values['options.twoWay'],
});
const campaignTerms = (values: Values): Values =>
	given({
		validity: number(values['options.validity']),
		tariff_code: number(values['options.tariff']),
		start_at: bare(values['options.startAt']),
	});
/**
 * The service takes any digits for a number; the node's numbering plans, which it knows nothing of, have a test of their own
 * (npm run test:numbers).
 */
const ANY_NUMBER = { 'options.numberCheck': 'off' };
const CUSTOM = { 'options.referenceMode': 'custom', ...ANY_NUMBER };
const EACH = { ...CUSTOM, recipientSource: 'item' };
const LIST = {
	recipientSource: 'list',
	'options.referenceMode': 'none',
	phoneField: 'phone',
	...ANY_NUMBER,
};
const LEGACY = '/rest/sms/create';

const phoneOf = (entry: unknown): unknown =>
	typeof entry === 'object' && entry !== null
		? Object.hasOwn(entry, 'phone')
			? (entry as { phone: Value }).phone
			: undefined
		: entry;

const listed = (value: Value, read = phoneOf): unknown[] => {
	const entries = Array.isArray(value)
		? (value as unknown[])
		: typeof value === 'string'
			? value
					.split(/[,;\r\n]+/)
					.map((part) => part.trim())
					.filter((part) => part !== '')
			: blank(value)
				? []
				: [value];
	return entries.map((entry) => bare(read(entry)));
};

/** Sends: one recipient of the item's own fields, or a list. */
const SENDS: Case[] = [
	{
		id: 'sms.send',
		fixed: CUSTOM,
		fields: {
			phone: KINDS.phone,
			sender: KINDS.originator,
			text: KINDS.text,
			reference: KINDS.reference,
			...TERMS,
			'options.twoWay': KINDS.bool,
		},
		plain: (values) => ({
			method: 'POST',
			path: LEGACY,
			body: {
				destination: 'phone',
				...given({
					msisdn: bare(values.phone),
					originator: bare(values.sender),
					body: values.text,
					...legacyTerms(values),
				}),
				reference: bare(values.reference) ?? '',
			},
		}),
	},
	...(['sendBulk', 'sendIndividual'] as const).map(
		(operation): Case => ({
			id: `sms.${operation}`,
			fixed: EACH,
			fields: {
				phone: KINDS.phone,
				sender: KINDS.originator,
				text: KINDS.text,
				reference: KINDS.reference,
				...TERMS,
				'options.twoWay': KINDS.bool,
			},
			plain: (values) => ({
				method: 'POST',
				path: LEGACY,
				body: {
					destination: operation === 'sendBulk' ? 'phones' : 'individual',
					...given({ originator: bare(values.sender), body: values.text, ...legacyTerms(values) }),
					phones: [
						{ ...given({ msisdn: bare(values.phone) }), reference: bare(values.reference) ?? '' },
					],
				},
			}),
		}),
	),
	{
		id: 'sms.sendBulk (list)',
		fixed: LIST,
		fields: { recipients, sender: KINDS.originator, text: KINDS.text, ...TERMS },
		plain: (values) => ({
			method: 'POST',
			path: LEGACY,
			body: {
				destination: 'phones',
				...given({ originator: bare(values.sender), body: values.text, ...legacyTerms(values) }),
				phones: listed(values.recipients).map((msisdn) => given({ msisdn })),
			},
		}),
	},
	{
		id: 'sms.sendIndividual (list)',
		fixed: LIST,
		fields: { recipients, sender: KINDS.originator, text: KINDS.text, ...TERMS },
		plain: (values) => ({
			method: 'POST',
			path: LEGACY,
			body: {
				destination: 'individual',
				...given({ originator: bare(values.sender), body: values.text, ...legacyTerms(values) }),
				phones: listed(values.recipients).map((msisdn) => given({ msisdn })),
			},
		}),
	},
	{
		id: 'campaign.sendSms',
		fixed: EACH,
		fields: {
			phone: KINDS.phone,
			sender: KINDS.sender,
			text: KINDS.text,
			reference: KINDS.reference,
			...TERMS,
			'options.startAt': KINDS.start,
		},
		plain: (values) => ({
			method: 'POST',
			path: '/api/campaigns/sms/send',
			body: {
				...given({ sender: bare(values.sender), text: values.text }),
				phones: [
					{ ...given({ number: bare(values.phone) }), reference_id: bare(values.reference) ?? '' },
				],
				...campaignTerms(values),
			},
		}),
	},
	{
		id: 'campaign.sendSms (list)',
		fixed: LIST,
		fields: { recipients, sender: KINDS.sender, text: KINDS.text, ...TERMS },
		plain: (values) => ({
			method: 'POST',
			path: '/api/campaigns/sms/send',
			body: {
				...given({ sender: bare(values.sender), text: values.text }),
				phones: listed(values.recipients).map((phone) => given({ number: phone })),
				...campaignTerms(values),
			},
		}),
	},
	{
		id: 'campaign.sendPersonalizedSms',
		fixed: EACH,
		fields: {
			phone: KINDS.phone,
			sender: KINDS.sender,
			text: KINDS.text,
			reference: KINDS.reference,
			...TERMS,
			'options.startAt': KINDS.start,
		},
		plain: (values) => ({
			method: 'POST',
			path: '/api/campaigns/sms/send-individual',
			body: {
				messages: [
					{
						...given({ phone: bare(values.phone), sender: bare(values.sender), text: values.text }),
						reference_id: bare(values.reference) ?? '',
					},
				],
				...campaignTerms(values),
			},
		}),
	},
	{
		id: 'campaign.sendPersonalizedSms (list)',
		fixed: LIST,
		fields: { recipients, sender: KINDS.sender, text: KINDS.text, ...TERMS },
		plain: (values) => ({
			method: 'POST',
			path: '/api/campaigns/sms/send-individual',
			body: {
				messages: listed(values.recipients).map((phone) =>
					given({ phone, sender: bare(values.sender), text: values.text }),
				),
				...campaignTerms(values),
			},
		}),
	},
	{
		id: 'campaign.sendSmsToContactLists',
		fields: {
			groups: KINDS.groups,
			sender: KINDS.sender,
			text: KINDS.text,
			...TERMS,
			'options.startAt': KINDS.start,
		},
		plain: (values) => ({
			method: 'POST',
			path: '/api/campaigns/sms/send-groups',
			body: {
				...given({ groups: values.groups, sender: bare(values.sender), text: values.text }),
				...campaignTerms(values),
			},
		}),
	},
];

const APPLICATION: ReadonlyArray<[parameter: string, name: string, kind: Kind]> = [
	['sender', 'sender', KINDS.registrable],
	['countryCode', 'country_code', KINDS.country],
	['companyCode', 'code_of_company', KINDS.company],
	['legalName', 'legal_name', KINDS.line(3, 100)],
	['address', 'address', KINDS.line(3, 200)],
	['taxNumber', 'tax_number', KINDS.line(1, 20)],
	['serviceDescription', 'description', KINDS.line(1, 1000)],
	['informingPurpose', 'informing_purpose', KINDS.line(1, 1000)],
	['options.siteUrl', 'site_url', KINDS.line(0, 150)],
	['options.comment', 'comment', KINDS.line(0, 1000)],
];

const OTHERS: Case[] = [
	{
		id: 'sender.register',
		fields: Object.fromEntries(APPLICATION.map(([parameter, , kind]) => [parameter, kind])),
		plain: (values) => ({
			method: 'POST',
			path: '/api/senders/requests/legal',
			body: {
				type: 'sms',
				...given(
					Object.fromEntries(
						APPLICATION.map(([parameter, name]) => [name, bare(values[parameter])]),
					),
				),
			},
		}),
	},
	{
		id: 'contact.update',
		fixed: ANY_NUMBER,
		fields: {
			contactId: KINDS.id,
			phone: KINDS.phone,
			'updateFields.groups': KINDS.groups,
			'updateFields.fields.field': KINDS.contactFields,
		},
		plain: (values) => ({
			method: 'PUT',
			path: `/api/contacts/${segment(values.contactId)}`,
			body: given({
				phone: bare(values.phone),
				groups: values['updateFields.groups'],
				fields: values['updateFields.fields.field'],
			}),
		}),
	},
	{
		id: 'sms.get',
		fields: { messageId: KINDS.id },
		plain: (values) => ({ method: 'GET', path: `/rest/sms/${segment(values.messageId)}` }),
	},
	{
		id: 'sms.getByReference',
		fields: { reference: KINDS.lookup },
		plain: (values) => ({
			method: 'GET',
			path: `/rest/sms/reference/${segment(values.reference)}`,
		}),
	},
	{
		id: 'sms.waitForDelivery',
		fixed: { identifyBy: 'reference', waitMinutes: 0, outputMode: 'single' },
		fields: { reference: KINDS.lookup },
		plain: (values) => ({
			method: 'GET',
			path: `/rest/sms/reference/${segment(values.reference)}`,
		}),
	},
	{
		id: 'sms.waitForDelivery (id)',
		fixed: { identifyBy: 'id', waitMinutes: 0, outputMode: 'single' },
		fields: { messageId: KINDS.id },
		plain: (values) => ({ method: 'GET', path: `/rest/sms/${segment(values.messageId)}` }),
	},
	{
		id: 'bulkTask.get',
		fields: { taskId: KINDS.id },
		plain: (values) => ({ method: 'GET', path: `/rest/sms/${segment(values.taskId)}` }),
	},
	{
		id: 'rcsCampaign.stop',
		fields: { campaignId: KINDS.id },
		plain: (values) => ({
			method: 'PUT',
			path: `/api/campaigns/${segment(values.campaignId)}/stop`,
		}),
	},
	{
		id: 'rcsCampaign.renew',
		fields: { campaignId: KINDS.id },
		plain: (values) => ({
			method: 'PUT',
			path: `/api/campaigns/${segment(values.campaignId)}/renew`,
		}),
	},
	{
		id: 'campaign.get',
		fields: { campaignId: KINDS.id, 'options.type': KINDS.choice('any', 'sms', 'rcs') },
		// As a search value the service takes any text; what an ID of a campaign is, it judges where one is stopped.
		plain: (values) => [
			{
				method: 'GET',
				path: `/api/campaign?${query({ 'filter[type]': values['options.type'] === 'any' ? 'sms' : values['options.type'], 'filter[field]': 'taskname' })}`,
			},
			{ method: 'PUT', path: `/api/campaigns/${segment(values.campaignId)}/stop` },
		],
		judgedBy: (path) => ({
			method: 'PUT',
			path: `/api/campaigns/${segment(new URLSearchParams(path.replace(/^[^?]*/, '')).get('filter[value]'))}/stop`,
		}),
	},
	{
		id: 'campaign.getAll',
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
	{
		id: 'sender.getAll',
		fields: {
			limit: KINDS.count,
			'filters.status': KINDS.choice(
				'new',
				'accepted',
				'in progress',
				'registration completed',
				'rejected',
			),
			'filters.id': KINDS.id,
			'filters.country_code': KINDS.country,
			'filters.sender': KINDS.line(1, 15),
			'filters.created_at': KINDS.past,
			'options.sort': KINDS.choice('id', 'sender', 'status', 'country_code', 'created at'),
			'options.way': KINDS.choice('asc', 'desc'),
		},
		optional: ['limit'],
		plain: (values) => ({
			method: 'GET',
			path: `/api/senders/requests/sms?${query({
				'page[limit]': page(values.limit),
				'filter[status]': values['filters.status'],
				'filter[id]': bare(values['filters.id']),
				'filter[country_code]': bare(values['filters.country_code']),
				'filter[sender]': bare(values['filters.sender']),
				'filter[created_at]': dayOf(values['filters.created_at']),
				sort: values['options.sort'],
				way: values['options.way'],
			})}`,
		}),
	},
	{
		id: 'report.download',
		fields: { fileKey: KINDS.fileKey, format: KINDS.choice('json', 'xml', 'csv') },
		optional: ['format'],
		plain: (values) => ({
			method: 'GET',
			path: `/rest/stat/file/id/${segment(values.fileKey)}/format/${blank(values.format) ? 'json' : segment(values.format)}`,
		}),
	},
	{
		id: 'report.request',
		fixed: { selectBy: 'period', wait: false },
		fields: {
			timeFrom: { ...KINDS.past, good: KINDS.past.good.map(() => '2026-01-01 00:00:00') },
			timeTo: KINDS.start,
			messageType: KINDS.choice('sms', 'viber', 'hlr'),
			'filters.phones': {
				good: fc.array(KINDS.phone.good, { minLength: 1, maxLength: 3 }),
				edge: recipients.edge,
			},
			'filters.originator': KINDS.line(0, 40),
			'filters.sourceType': KINDS.line(0, 40),
			'filters.countryId': KINDS.id,
		},
		optional: ['messageType'],
		plain: (values) => ({
			method: 'POST',
			path: '/rest/stat/create',
			body: given({
				time_in_from: bare(values.timeFrom),
				time_in_to: bare(values.timeTo),
				message_type: values.messageType,
				originator: bare(values['filters.originator']),
				source_type: bare(values['filters.sourceType']),
				country_id: bare(values['filters.countryId']),
				msisdn: blank(values['filters.phones'])
					? undefined
					: listed(values['filters.phones'], (entry) => entry),
			}),
		}),
	},
	{
		id: 'report.request (ids)',
		fixed: { selectBy: 'messageIds', wait: false },
		fields: { messageIds },
		plain: (values) => ({
			method: 'POST',
			path: '/rest/stat/create',
			body: {
				message_id: Array.isArray(values.messageIds)
					? (values.messageIds as Value[]).map(bare)
					: typeof values.messageIds === 'string'
						? values.messageIds
								.split(/[,;\r\n]+/)
								.map((id) => id.trim())
								.filter(Boolean)
						: [values.messageIds],
			},
		}),
	},
];

/** Every operation of the node. */
export const CASES: Case[] = [...SENDS, ...OTHERS];
