import { KEYS } from '../../../sandbox/server.mts';
import { verificationId } from '../../../sandbox/verifications.mts';
import type { SettingName } from '../../../sandbox/settings.mts';
import { data, list, type Client, type Json } from './sandboxClient.mts';

/*
 * For each setting of the sandbox a look at it over HTTP, and what it shows for each value. The types hold the table complete.
 */

const statuses = async (client: Client, ...paths: string[]): Promise<number[]> => {
	const seen: number[] = [];
	for (const path of paths) seen.push((await client.get(path)).status);
	return seen;
};

const campaigns = async (client: Client, ...changes: Json[]): Promise<number[]> => {
	const seen: number[] = [];
	for (const change of changes) seen.push((await client.campaign(change)).status);
	return seen;
};

/** Whether a key, `Bearer x` and `Bearer: x` are understood at a path. */
async function ways(client: Client, path: string): Promise<boolean[]> {
	const { bearer } = (await client.post('/api/auth/login', { api_key: KEYS.live })).json;
	const seen: boolean[] = [];
	const written: Array<Record<string, string>> = [
		{ 'x-api-key': KEYS.live },
		{ authorization: `Bearer ${String(bearer)}` },
		{ authorization: `Bearer: ${String(bearer)}` },
	];
	for (const headers of written) {
		client.headers = headers;
		const { status, json } = await client.get(path);
		seen.push(status === 200 && json.error !== '1');
	}
	return seen;
}

/** A message of a campaign at once, after 5 seconds and after a minute: whether 4.4 finds it, and whether the list of messages has it. */
async function shown(client: Client): Promise<boolean[][]> {
	await client.campaign({ phones: [{ number: 380991112233, reference_id: 'seen' }] });
	const seen: boolean[][] = [];
	for (const wait of [0, 5000, 55_000]) {
		client.sandbox.clock.advance(wait);
		const found = (await client.get('/rest/sms/reference/seen')).json.error === 0;
		const listed = await client.get('/api/messages?filter[reference_id]=seen');
		seen.push([found, (list(listed) ?? []).length > 0]);
	}
	return seen;
}

const ALWAYS = [
	[true, true],
	[true, true],
	[true, true],
];

async function report(client: Client): Promise<string> {
	const { key } = (await client.post('/_sandbox/reports', { records: 1 })).json;
	return (await client.get(`/rest/stat/file/id/${String(key)}/format/json`)).text;
}

/** Which of these names an object has. */
const names = (record: object | undefined, ...some: string[]): string[] =>
	some.filter((name) => Object.hasOwn(record ?? {}, name));

type Entry = [look: (client: Client) => Promise<unknown>, seen: Record<string, unknown>];

const KEYS_ALONE = [true, false, false];
const TOKENS_ALONE = [false, true, true];

export const TABLE: Readonly<Record<SettingName, Entry>> = {
	createReply: [
		async (client) => {
			const { json } = await client.sms({ reference: 'a' });
			const again = (await client.sms({ reference: 'a' })).json;
			return [names(json, 'id', 'result'), again.error, (again.result as Json | undefined)?.error];
		},
		{
			both: [['id', 'result'], '23', 23],
			flat: [['id'], '23', undefined],
			nested: [['result'], 0, 23],
		},
	],
	numbers: [
		async (client) => {
			const { id, price } = (await client.sms()).json;
			const campaign = data(await client.campaign()).id;
			const { msisdn } = (await client.get(`/rest/sms/${String(id)}`)).json;
			const { error } = (await client.sms({ body: '' })).json;
			return [id, campaign, price, msisdn, error].map((value) => typeof value).join();
		},
		{
			documented: 'number,number,number,string,string',
			number: 'number,number,number,number,number',
			string: 'string,string,string,string,string',
			textIds: 'string,number,number,string,number',
		},
	],
	errors: [
		async (client) => {
			const { status, json } = await client.get('/rest/sms/1');
			const others = [await client.sms({ msisdn: '1' }), await client.as('live_wrong').sms()];
			return [status, json, ...others.map((answer) => answer.status)];
		},
		{
			ok: [200, { error: '20', errorDescription: 'SMS not found' }, 200, 200],
			status: [404, { error: '20', errorDescription: 'SMS not found' }, 422, 401],
			codeMessage: [404, { code: 404, message: 'SMS not found' }, 422, 401],
		},
	],
	bearer: [
		(client) => ways(client, '/api/campaigns'),
		{ any: [true, true, true], bearer: [true, true, false], bearerColon: [true, false, true] },
	],
	restAuth: [
		(client) => ways(client, '/rest/common/balance'),
		{ both: [true, true, true], apiKey: KEYS_ALONE, bearer: TOKENS_ALONE },
	],
	apiAuth: [
		(client) => ways(client, '/api/campaigns'),
		{ both: [true, true, true], apiKey: KEYS_ALONE, bearer: TOKENS_ALONE },
	],
	campaignPath: [
		(client) => statuses(client, '/api/campaign', '/api/campaigns'),
		{ both: [200, 200], campaign: [200, 404], campaigns: [404, 200] },
	],
	taskPath: [
		async (client) => {
			const id = String((await client.bulk()).json.task_id);
			const paths = [`/rest/sms/${id}`, `/rest/sms/task/${id}`];
			const answers = [await client.get(paths[0] ?? ''), await client.get(paths[1] ?? '')];
			return answers.map(({ json }) => json.totalprice);
		},
		{ both: [0.03, 0.03], sms: [0.03, undefined], task: [undefined, 0.03] },
	],
	alternativeStatistics: [
		async (client) =>
			list(await client.get('/api/campaigns?filter[type]=rcs'))[0]?.alternative_channels,
		{
			statistic: { sms: { statistic: { delivered: 0, sent: 0 } } },
			statistics: { sms: { statistics: { delivered: 0, sent: 0 } } },
		},
	],
	calculatedPrice: [
		async (client) => names(data(await client.campaign()), 'calculated_price', 'currency'),
		{ false: [], true: ['calculated_price', 'currency'] },
	],
	prices: [
		async (client) => {
			const asked = { sender: 'Shop', text: 'Hello', messages: [{ phone: 380991112233 }] };
			return (await client.post('/api/campaigns/price', asked)).json;
		},
		{ known: { price: 0.03, currency: 'EUR' }, unknown: { price: null, currency: 'EUR' } },
	],
	totalPrice: [
		async (client) => names((await client.bulk()).json, 'totalprice', 'total_price'),
		{ totalprice: ['totalprice'], total_price: ['total_price'] },
	],
	messageType: [
		async (client) =>
			[await client.personal(), await client.campaign()].map((answer) =>
				names(data(answer), 'message_type', 'mesage_type').join(),
			),
		{
			message_type: ['message_type', 'message_type'],
			mesage_type: ['mesage_type', 'message_type'],
		},
	],
	individualTaskId: [
		async (client) => names((await client.bulk({ destination: 'individual' })).json, 'task_id'),
		{ true: ['task_id'], false: [] },
	],
	validationErrors: [
		async (client) => (await client.campaign({ text: '' })).json.errors,
		{ map: { text: ['The text is required.'] }, array: ['text: The text is required.'] },
	],
	applicationStatus: [
		async (client) => list(await client.get('/api/senders/requests/sms'))[0]?.status,
		{ documented: 'registration completed', underscore: 'registered' },
	],
	statusCase: [
		async (client) => {
			const { id } = (await client.sms()).json;
			return (await client.get(`/rest/sms/${String(id)}`)).json.status;
		},
		{ lower: 'new', upper: 'NEW' },
	],
	listedStatus: [
		async (client) => {
			const { id } = data(await client.campaign());
			return list(await client.get(`/api/messages?filter[campaign_id]=${String(id)}`))[0]?.status;
		},
		{ legacy: 'new', model: 'accepted' },
	],
	report: [
		async (client) => (await report(client)).replace(/\{"message_ID.*\}\]/, '…]'),
		{
			message_data: '{"error":0,"message_data":[…]}',
			result: '{"error":0,"result":[…]}',
			named: '{"error":0,"records":[…]}',
			bare: '[…]',
			documented: '{"error":0,[…]}',
		},
	],
	reportRecords: [
		async (client) =>
			names(
				JSON.parse(await report(client)).message_data[0],
				...['message_ID', 'DLR Date', 'message_id', 'time_dlr', 'currency'],
			).join(),
		{ documented: 'message_ID,DLR Date', newer: 'message_id,time_dlr,currency' },
	],
	reportKey: [
		async (client) => String((await client.post('/_sandbox/reports', {})).json.key).length,
		{ integer: 9, hex: 18 },
	],
	reportKeyName: [
		async (client) => {
			const days = { time_in_from: '2026-05-01 00:00:00', time_in_to: '2026-05-02 00:00:00' };
			return Object.keys((await client.post('/rest/stat/create', days)).json);
		},
		{ key: ['error', 'key'], export_id: ['error', 'export_id'] },
	],
	nulls: [
		async (client) => (await client.sms({ tariff: null })).json.error,
		{ refuse: '6', ignore: 0 },
	],
	times: [
		(client) =>
			campaigns(
				client,
				{ start_at: '2026-05-10 13:00:00' },
				{ start_at: '2026-05-10T13:00:00Z' },
				{ start_at: '2026-05-10T15:00:00.250+02:00' },
				{ start_at: '2026-05-10 13:00:00.000' },
				{ start_at: '2026-05-10T13' },
			),
		{ documented: [200, 422, 422, 422, 422], iso: [200, 200, 200, 200, 422] },
	],
	versionInPath: [
		(client) =>
			statuses(
				client,
				'/v1.0/common/balance',
				'/v1.0/rest/sms/balance',
				'/v1.0/api/accounts/balance',
			),
		{ false: [404, 404, 404], true: [200, 200, 200] },
	],
	duplicates: [(client) => campaigns(client, {}, {}), { refuse: [200, 429], accept: [200, 200] }],
	extensions: [
		(client) => statuses(client, '/api/accounts/balance', '/rest/sms/prices'),
		{ true: [200, 200], false: [404, 404] },
	],
	campaignReferences: [
		shown,
		{
			atOnce: ALWAYS,
			late: [[false, true], ...ALWAYS.slice(1)],
			never: ALWAYS.map(() => [false, true]),
		},
	],
	messageList: [
		shown,
		{
			atOnce: ALWAYS,
			late: [[true, false], ...ALWAYS.slice(1)],
			never: ALWAYS.map(() => [true, false]),
		},
	],
	lateMs: [
		(client) => {
			client.sandbox.config.dialect.campaignReferences = 'late';
			return shown(client);
		},
		{
			5000: [[false, true], ...ALWAYS.slice(1)],
			60000: [[false, true], [false, true], ...ALWAYS.slice(2)],
		},
	],
	received: [
		async (client) => {
			const period = 'start_date=2020-01-01 00:00:00&end_date=2040-01-01 00:00:00';
			return (await client.get(`/rest/sms/2wayIncoming?${period}`)).json.error;
		},
		{ list: 0, refuse: '35' },
	],
	reportList: [
		async (client) => {
			await client.post('/_sandbox/reports', {});
			return (await client.get('/rest/stat/list')).text.replace(/\d{5,}|\d+-\d+-\d+ [\d:]+/g, '…');
		},
		{
			result: '{"error":0,"result":[{"key":"…","request":{},"status":"Done"}]}',
			exports:
				'{"error":0,"errorDescription":"No errors","exports":[{"export_id":"…","created_at":"…","status":"completed","completed_at":"…","format":"json"}]}',
		},
	],
	receivedItems: [
		async (client) => {
			const reply = { phone: '380991112233', sender: 'Shop', text: 'Yes' };
			await client.post('/_sandbox/replies', reply);
			const period = 'start_date=2020-01-01 00:00:00&end_date=2040-01-01 00:00:00';
			const answer = await client.get(`/rest/sms/2wayIncoming?${period}`);
			return Object.keys(list(answer, 'result')[0] ?? {}).join();
		},
		{ id: 'id,sender,recipient,message,time_received', plain: 'sender,phone,text,date' },
	],
	stopListSearch: [
		(client) => {
			const sought = 'search[field]=phone&search[operator]==&search[value]=380991112233';
			return statuses(client, `/api/stoplist/search?${sought}`, `/api/stoplists/search?${sought}`);
		},
		{ stoplist: [200, 404], stoplists: [404, 200] },
	],
	apiReferences: [
		(client) => {
			const phones = [{ number: 380991112233, reference_id: 'r' }];
			return campaigns(client, { phones }, { phones });
		},
		{ refuse: [200, 422], accept: [200, 200] },
	],
	references: [
		async (client) => [
			(await client.sms({ reference: 'a_b-c' })).json.error,
			...(await campaigns(client, { phones: [{ number: 380991112233, reference_id: 'd_e' }] })),
		],
		{ clients: [0, 200], strict: ['27', 422] },
	],
	individualTexts: [
		async (client) => {
			const [own, common] = ['Own', 'Common'].map((body) => ({ originator: 'Shop', body }));
			const seen: unknown[] = [];
			for (const [top, each] of [
				[{}, own] as const,
				[common, {}] as const,
				[common, own] as const,
			]) {
				const { json } = await client.bulk({
					destination: 'individual',
					originator: undefined,
					body: undefined,
					...top,
					phones: [{ msisdn: '380991112233', ...each }],
				});
				const texts = [...client.sandbox.store.messages.values()].map(({ text }) => text);
				seen.push(json.error === 0 ? texts.at(-1) : json.error);
			}
			return seen;
		},
		{
			either: ['Own', 'Common', 'Own'],
			own: ['Own', 'Own', 'Own'],
			both: ['25', 'A rich message', 'Own'],
		},
	],
	bulkReply: [
		async (client) => names((await client.bulk()).json, 'result', 'id'),
		{ result: ['result'], first: ['id'] },
	],
	pageLimit: [
		async (client) => {
			client.sandbox.seedHistory({ campaigns: 60, days: 10 });
			const seen: number[] = [];
			for (const limit of [1, 29, 30, 500, 501]) {
				const { status, json } = await client.get(`/api/campaigns?page[limit]=${limit}`);
				seen.push(status === 200 ? (json.data as unknown[]).length : status);
			}
			return seen;
		},
		{ bounded: [422, 422, 30, 60, 422], any: [1, 29, 30, 60, 422] },
	],
	legalName: [
		async (client) => names(data(await client.register()), 'legal_name', 'name'),
		{ legal_name: ['legal_name'], name: ['name'] },
	],
	listFlags: [
		async (client) => {
			const changed = data(await client.put('/api/contacts/5001', { phone: 380671112210 }));
			const [{ id, default: flag } = {}] = changed.groups as Json[];
			return [id, flag];
		},
		{ sample: [201, 0], table: ['201', false], model: [201, false] },
	],
	emptyFields: [
		async (client) => data(await client.put('/api/contacts/5015', { phone: 380671112224 })).fields,
		{ list: [], object: {} },
	],
	bareRecords: [
		async (client) => {
			const { json } = await client.get(`/api/2fa/authentications/${verificationId(1)}`);
			return 'data' in json;
		},
		{ false: true, true: false },
	],
};
