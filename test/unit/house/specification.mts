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

const words = (text: string): string[] => text.split(' ');
/** Fields that the three modes of 4.6 have in common. */
const LEGACY = 'destination originator body validity tariff 2way';
/** Fields that the campaigns of 4.7, 4.8 and 4.9 have in common. */
const CAMPAIGN = 'validity tariff_code start_at';
const PAGED = 'page[offset] page[limit] sort way';

/** Section, method and path, where the parameters stand, and their names. */
const TABLE: ReadonlyArray<[string, string, ('path' | 'query' | 'body')?, string?]> = [
	['4.1', 'POST /api/auth/login', 'body', 'api_key'],
	['4.2', 'POST /api/auth/refresh'],
	['4.3', 'GET /rest/sms/{id}', 'path', 'id'],
	['4.4', 'GET /rest/sms/reference/{reference}', 'path', 'reference'],
	['4.5', 'GET /rest/sms/{task_id}', 'path', 'task_id'],
	['4.6 phone', 'POST /rest/sms/create', 'body', `${LEGACY} msisdn reference`],
	...['4.6 phones', '4.6 individual'].map((section): [string, string, 'body', string] => [
		section,
		'POST /rest/sms/create',
		'body',
		`${LEGACY} phones[].msisdn phones[].reference`,
	]),
	[
		'4.7',
		'POST /api/campaigns/sms/send',
		'body',
		`${CAMPAIGN} sender text phones[].number phones[].reference_id`,
	],
	[
		'4.8',
		'POST /api/campaigns/sms/send-individual',
		'body',
		`${CAMPAIGN} messages[].phone messages[].sender messages[].text messages[].reference_id`,
	],
	['4.9', 'POST /api/campaigns/sms/send-groups', 'body', `${CAMPAIGN} groups sender text`],
	[
		'4.10',
		'GET /api/campaign',
		'query',
		`filter[type] filter[from] filter[to] filter[field] filter[value] ${PAGED}`,
	],
	['4.11', 'PUT /api/campaigns/{id}/stop', 'path', 'id'],
	['4.12', 'PUT /api/campaigns/{id}/renew', 'path', 'id'],
	[
		'4.13',
		'GET /api/senders/requests/sms',
		'query',
		`${PAGED} filter[status] filter[id] filter[country_code] filter[sender] filter[created_at]`,
	],
	[
		'4.14',
		'POST /api/senders/requests/legal',
		'body',
		'country_code sender type code_of_company description informing_purpose site_url comment legal_name address tax_number',
	],
	['4.15', 'PUT /api/contacts/{id}', 'body', 'phone groups fields[].id fields[].value'],
	['4.16', 'GET /rest/stat/file/id/{file_key}/format/{file_format}'],
];

export const SPECIFICATION: readonly SpecifiedEndpoint[] = TABLE.map(
	([section, endpoint, place, names]) => ({
		section,
		endpoint,
		...(place !== undefined && names !== undefined && { [place]: words(names) }),
	}),
);
