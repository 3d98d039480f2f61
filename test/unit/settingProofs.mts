import type { SettingName } from '../../sandbox/settings.mts';
import { data, list, type Client } from './sandboxClient.mts';
import {
	PERIOD,
	SOUGHT,
	bulk,
	individual,
	register,
	statuses,
	ways,
	report,
	campaignLate,
	statusesOf,
} from './settingProofSteps.mts';

// For each setting of the sandbox what a client sees of it over HTTP. The types hold this list complete.

type Proof = (client: Client) => Promise<unknown>;

export const PROOFS: Readonly<Record<SettingName, Proof>> = {
	createReply: async (client) => Object.keys((await client.sms()).json),
	numbers: async (client) => {
		const { id, price } = (await client.sms()).json;
		const made = data(await client.campaign()).id;
		const { msisdn } = (await client.get(`/rest/sms/${String(id)}`)).json;
		return [
			typeof id,
			typeof made,
			typeof price,
			typeof msisdn,
			(await client.sms({ body: '' })).json.error,
		];
	},
	errors: async (client) => {
		const { status, json } = await client.get('/rest/sms/1');
		return [status, Object.keys(json)];
	},
	bearer: (client) => ways(client, '/api/campaigns'),
	restAuth: (client) => ways(client, '/rest/common/balance'),
	apiAuth: (client) => ways(client, '/api/campaigns'),
	campaignPath: (client) => statuses(client, ['/api/campaign', '/api/campaigns']),
	taskPath: async (client) => {
		const id = String((await bulk(client)).json.task_id);
		return [
			(await client.get(`/rest/sms/${id}`)).json.error,
			(await client.get(`/rest/sms/task/${id}`)).json.error,
		];
	},
	alternativeStatistics: async (client) =>
		list(await client.get('/api/campaigns?filter[type]=rcs'))[0]?.alternative_channels,
	totalPrice: async (client) => Object.keys((await bulk(client)).json),
	messageType: async (client) => Object.keys(data(await client.personal())),
	individualTaskId: async (client) => Object.keys((await individual(client)).json),
	validationErrors: async (client) => (await client.campaign({ text: '' })).json.errors,
	applicationStatus: async (client) =>
		list(await client.get('/api/senders/requests/sms')).map(({ status }) => status),
	statusCase: async (client) => {
		const { id } = (await client.sms()).json;
		return (await client.get(`/rest/sms/${String(id)}`)).json.status;
	},
	listedStatus: async (client) => {
		await client.campaign();
		return list(await client.get('/api/messages')).map(({ status }) => status);
	},
	report: (client) => report(client),
	reportRecords: async (client) => Object.keys(JSON.parse(await report(client)).message_data[0]),
	reportKey: async (client) =>
		/^[0-9]+$/.test(String((await client.post('/_sandbox/reports', {})).json.key)),
	reportKeyName: async (client) => {
		const days = { time_in_from: '2026-05-01 00:00:00', time_in_to: '2026-05-02 00:00:00' };
		return Object.keys((await client.post('/rest/stat/create', days)).json);
	},
	nulls: async (client) => (await client.sms({ tariff: null })).json.error,
	duplicates: (client) => statusesOf(client, [{}, {}]),
	extensions: (client) => statuses(client, ['/api/accounts/balance', '/rest/sms/prices']),
	campaignReferences: campaignLate,
	messageList: campaignLate,
	lateMs: (client) => {
		client.sandbox.config.dialect.campaignReferences = 'late';
		return campaignLate(client);
	},
	received: async (client) => (await client.get(`/rest/sms/2wayIncoming?${PERIOD}`)).json.error,
	receivedItems: async (client) => {
		await client.post('/_sandbox/replies', { phone: '380991112233', sender: 'Shop', text: 'Yes' });
		return Object.keys(
			list(await client.get(`/rest/sms/2wayIncoming?${PERIOD}`), 'result')[0] ?? {},
		);
	},
	stopListSearch: (client) =>
		statuses(client, [`/api/stoplist/search?${SOUGHT}`, `/api/stoplists/search?${SOUGHT}`]),
	apiReferences: (client) => {
		const phones = [{ number: 380991112233, reference_id: 'r' }];
		return statusesOf(client, [{ phones }, { phones }]);
	},
	references: async (client) => [
		(await client.sms({ reference: 'a_b-c' })).json.error,
		await statusesOf(client, [{ phones: [{ number: 380991112233, reference_id: 'd_e-f' }] }]),
	],
	individualTexts: async (client) => {
		const own = { originator: 'Shop', body: 'Own' };
		const common = { originator: 'Shop', body: 'Common' };
		const seen: unknown[] = [];
		for (const [top, each] of [
			[{}, own],
			[common, {}],
			[common, own],
		]) {
			const answer = await bulk(client, {
				destination: 'individual',
				originator: undefined,
				body: undefined,
				...top,
				phones: [{ msisdn: '380991112233', ...each }],
			});
			const texts = [...client.sandbox.store.messages.values()].map(({ text }) => text);
			seen.push([answer.json.error, texts.at(-1)]);
		}
		return seen;
	},
	bulkReply: async (client) => Object.keys((await bulk(client)).json),
	pageLimit: async (client) => {
		client.sandbox.seedHistory({ campaigns: 60, days: 10 });
		const seen: unknown[] = [];
		for (const limit of [1, 14, 15, 30, 500, 501]) {
			const campaigns = await client.get(`/api/campaigns?page[limit]=${limit}`);
			const contacts = await client.get(`/api/contacts/search?page[limit]=${limit}`);
			seen.push(
				[campaigns, contacts].map(({ status, json }) =>
					status === 200 ? (json.data as unknown[]).length : status,
				),
			);
		}
		return seen;
	},
	legalName: async (client) => Object.keys(data(await register(client))),
	listFlags: async (client) =>
		data(await client.put('/api/contacts/5001', { phone: 380671112210 })).groups,
	emptyFields: async (client) => {
		const { fields } = data(await client.put('/api/contacts/5015', { phone: 380671112224 }));
		return [typeof fields, fields];
	},
};
