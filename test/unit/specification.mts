/**
 * The endpoints of the interface specification (section 4) and the parameters of their requests, as data: what the node's
 * declarations and requests are compared with. Lists of objects are written as the specification does: `phones[].number`.
 */
export interface SpecifiedEndpoint {
	section: string;
	/** Method and path. */
	endpoint: string;
	path?: string[];
	query?: string[];
	body?: string[];
}

/** Fields that the three modes of 4.6 have in common. */
const LEGACY = ['destination', 'originator', 'body', 'validity', 'tariff', '2way'];
/** Fields that the campaigns of 4.7, 4.8 and 4.9 have in common. */
const CAMPAIGN = ['validity', 'tariff_code', 'start_at'];

export const SPECIFICATION: readonly SpecifiedEndpoint[] = [
	{ section: '4.1', endpoint: 'POST /api/auth/login', body: ['api_key'] },
	{ section: '4.2', endpoint: 'POST /api/auth/refresh' },
	{ section: '4.3', endpoint: 'GET /rest/sms/{id}', path: ['id'] },
	{ section: '4.4', endpoint: 'GET /rest/sms/reference/{reference}', path: ['reference'] },
	{ section: '4.5', endpoint: 'GET /rest/sms/{task_id}', path: ['task_id'] },
	{
		section: '4.6 phone',
		endpoint: 'POST /rest/sms/create',
		body: [...LEGACY, 'msisdn', 'reference'],
	},
	{
		section: '4.6 phones',
		endpoint: 'POST /rest/sms/create',
		body: [...LEGACY, 'phones[].msisdn', 'phones[].reference'],
	},
	{
		section: '4.6 individual',
		endpoint: 'POST /rest/sms/create',
		body: [...LEGACY, 'phones[].msisdn', 'phones[].reference'],
	},
	{
		section: '4.7',
		endpoint: 'POST /api/campaigns/sms/send',
		body: [...CAMPAIGN, 'sender', 'text', 'phones[].number', 'phones[].reference_id'],
	},
	{
		section: '4.8',
		endpoint: 'POST /api/campaigns/sms/send-individual',
		body: [
			...CAMPAIGN,
			'messages[].phone',
			'messages[].sender',
			'messages[].text',
			'messages[].reference_id',
		],
	},
	{
		section: '4.9',
		endpoint: 'POST /api/campaigns/sms/send-groups',
		body: [...CAMPAIGN, 'groups', 'sender', 'text'],
	},
	{
		section: '4.10',
		endpoint: 'GET /api/campaign',
		query: [
			'filter[type]',
			'filter[from]',
			'filter[to]',
			'filter[field]',
			'filter[value]',
			'page[offset]',
			'page[limit]',
			'sort',
			'way',
		],
	},
	{ section: '4.11', endpoint: 'PUT /api/campaigns/{id}/stop', path: ['id'] },
	{ section: '4.12', endpoint: 'PUT /api/campaigns/{id}/renew', path: ['id'] },
	{
		section: '4.13',
		endpoint: 'GET /api/senders/requests/sms',
		query: [
			'page[offset]',
			'page[limit]',
			'sort',
			'way',
			'filter[status]',
			'filter[id]',
			'filter[country_code]',
			'filter[sender]',
			'filter[created_at]',
		],
	},
	{
		section: '4.14',
		endpoint: 'POST /api/senders/requests/legal',
		body: [
			'country_code',
			'sender',
			'type',
			'code_of_company',
			'description',
			'informing_purpose',
			'site_url',
			'comment',
			'legal_name',
			'address',
			'tax_number',
		],
	},
	{
		section: '4.15',
		endpoint: 'PUT /api/contacts/{id}',
		path: ['id'],
		body: ['phone', 'groups', 'fields[].id', 'fields[].value'],
	},
	{
		section: '4.16',
		endpoint: 'GET /rest/stat/file/id/{file_key}/format/{file_format}',
		path: ['file_key', 'file_format'],
	},
];
