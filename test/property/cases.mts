import fc from 'fast-check';
import { EXTENSIONS } from './extensionCases.mts';
import { bare, blank, dayOf, given, listed, number, page, query, segment } from './plain.mts';
import type { Case, Values } from './plain.mts';
import { KINDS, messageIds, recipients } from './values.mts';
import type { Kind, Value } from './values.mts';

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
/** The user's own reference, which must be there where Message Reference asks for it. */
const OWN = 'options.reference';
const CUSTOM = { 'options.referenceMode': 'custom' };
const EACH = { ...CUSTOM, recipientSource: 'item' };
const LIST = {
	recipientSource: 'list',
	'options.referenceMode': 'automatic',
	phoneField: 'phone',
};
const LEGACY = '/rest/sms/create';

/** Sends: one recipient of the item's own fields, or a list. */
const SENDS: Case[] = [
	{
		id: 'sms.send',
		fixed: CUSTOM,
		required: [OWN],
		fields: {
			phone: KINDS.phone,
			sender: KINDS.originator,
			text: KINDS.text,
			[OWN]: KINDS.reference,
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
				reference: bare(values[OWN]) ?? '',
			},
		}),
	},
	{
		id: 'sms.sendAndWait',
		// How long its text may be is the node's own rule: its link goes with it, and is paid for.
		fixed: {
			message: 'Approve?',
			formFields: { values: [{ fieldLabel: 'Name' }] },
		},
		fields: { phone: KINDS.phone, sender: KINDS.originator, ...TERMS },
		plain: (values) => ({
			method: 'POST',
			path: LEGACY,
			body: {
				destination: 'phone',
				body: 'Approve?',
				...given({
					msisdn: bare(values.phone),
					originator: bare(values.sender),
					...legacyTerms(values),
				}),
			},
		}),
	},
	...(['sendBulk', 'sendIndividual'] as const).map(
		(operation): Case => ({
			id: `sms.${operation}`,
			fixed: EACH,
			required: [OWN],
			fields: {
				phone: KINDS.phone,
				sender: KINDS.originator,
				text: KINDS.text,
				[OWN]: KINDS.reference,
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
						{ ...given({ msisdn: bare(values.phone) }), reference: bare(values[OWN]) ?? '' },
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
		required: [OWN],
		fields: {
			phone: KINDS.phone,
			sender: KINDS.sender,
			text: KINDS.text,
			[OWN]: KINDS.reference,
			...TERMS,
			'options.startAt': KINDS.start,
		},
		plain: (values) => ({
			method: 'POST',
			path: '/api/campaigns/sms/send',
			body: {
				...given({ sender: bare(values.sender), text: values.text }),
				phones: [
					{ ...given({ number: bare(values.phone) }), reference_id: bare(values[OWN]) ?? '' },
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
		required: [OWN],
		fields: {
			phone: KINDS.phone,
			sender: KINDS.sender,
			text: KINDS.text,
			[OWN]: KINDS.reference,
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
						reference_id: bare(values[OWN]) ?? '',
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
export const CASES: Case[] = [...SENDS, ...OTHERS, ...EXTENSIONS];
