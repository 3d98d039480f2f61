import type { SettingName } from '../../sandbox/settings.mts';
import { data, list, type Client, type Json } from './sandboxClient.mts';
import {
	PHONES,
	PERIOD,
	SOUGHT,
	bulk,
	individual,
	register,
	statuses,
	callingWith,
	tokenOf,
	ways,
	report,
	campaignLate,
	abandoned,
	statusesOf,
	taskIds,
} from './settingProofSteps.mts';

// For each setting of the sandbox what a client sees of it over HTTP. The types hold this list complete.

type Proof = (client: Client) => Promise<unknown>;

export const PROOFS: Readonly<Record<SettingName, Proof>> = {
	createReply: async (client) => Object.keys((await client.sms()).json),
	numbers: async (client) => {
		const { id, price } = (await client.sms()).json;
		const { msisdn } = (await client.get(`/rest/sms/${String(id)}`)).json;
		return [typeof id, typeof price, typeof msisdn, (await client.sms({ body: '' })).json.error];
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
	statistics: async (client) => Object.keys(data(await client.campaign())),
	alternativeStatistics: async (client) =>
		list(await client.get('/api/campaigns?filter[type]=rcs'))[0]?.alternative_channels,
	totalPrice: async (client) => Object.keys((await bulk(client)).json),
	messageType: async (client) => Object.keys(data(await client.personal())),
	individualTaskId: async (client) => Object.keys((await individual(client)).json),
	bulkTaskId: async (client) => Object.keys((await bulk(client)).json),
	statusTaskId: async (client) => {
		const [id] = [...(await taskIds(client))];
		return Object.keys((await client.get(`/rest/sms/task/${String(id)}`)).json);
	},
	validationErrors: async (client) => (await client.campaign({ text: '' })).json.errors,
	applicationStatus: async (client) =>
		list(await client.get('/api/senders/requests/sms')).map(({ status }) => status),
	statusCase: async (client) => {
		const { id } = (await client.sms()).json;
		return (await client.get(`/rest/sms/${String(id)}`)).json.status;
	},
	report: (client) => report(client),
	reportRecords: async (client) => Object.keys(JSON.parse(await report(client)).message_data[0]),
	reportKey: async (client) =>
		/^[0-9]+$/.test(String((await client.post('/_sandbox/reports', {})).json.key)),
	reportKeyName: async (client) => {
		const days = { time_in_from: '2026-05-01 00:00:00', time_in_to: '2026-05-02 00:00:00' };
		return Object.keys((await client.post('/rest/stat/create', days)).json);
	},
	csvWithoutType: async (client) => {
		const { key } = (await client.post('/_sandbox/reports', { records: 1 })).json;
		return (await client.get(`/rest/stat/file/id/${String(key)}/format/csv`)).text.split(',')[0];
	},
	refreshBody: async (client) => {
		const seen: number[] = [];
		for (const form of ['empty', 'object', 'token']) {
			const bearer = await tokenOf(client);
			const caller = callingWith(client, { authorization: `Bearer ${bearer}` });
			const body = { empty: undefined, object: {}, token: { bearer } }[form];
			seen.push((await caller.post('/api/auth/refresh', body)).status);
		}
		return seen;
	},
	duplicates: (client) => statusesOf(client, [{}, {}]),
	extensions: (client) => statuses(client, ['/api/accounts/balance', '/rest/sms/prices']),
	campaignReferences: campaignLate,
	campaignReferencesMs: (client) => {
		client.sandbox.config.dialect.campaignReferences = 'late';
		return campaignLate(client);
	},
	messageList: campaignLate,
	messageListMs: (client) => {
		client.sandbox.config.dialect.messageList = 'late';
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
	legacyReferences: async (client) => [
		(await client.sms({ reference: 'r' })).json.error,
		(await client.sms({ reference: 'r' })).json.error,
	],
	referenceScope: async (client) => {
		await client.sms({ reference: 'r' });
		return statusesOf(client, [{ phones: [{ number: 380991112233, reference_id: 'r' }] }]);
	},
	abandoned,
	abandonedMs: (client) => {
		client.sandbox.config.dialect.abandoned = 'commit';
		return abandoned(client);
	},
	newStatus: async (client) => {
		await client.sms({ reference: 'r' });
		return (await client.get('/rest/sms/reference/r')).json.status;
	},
	references: async (client) => [
		(await client.sms({ reference: 'a_b-c' })).json.error,
		await statusesOf(client, [{ phones: [{ number: 380991112233, reference_id: 'd_e-f' }] }]),
	],
	referenceLookup: async (client) => (await client.get('/rest/sms/reference/a_b-c')).json.error,
	nullReference: async (client) => (await client.sms({ reference: null })).json.error,
	unknownRequestFields: async (client) => [
		(await client.sms({ priority: 1 })).json.error,
		(await bulk(client, { phones: [{ ...PHONES[0], name: 'Ann' }] })).json.error,
		await statusesOf(client, [
			{ priority: 1 },
			{ phones: [{ number: 380991112233, name: 'Ann' }] },
			{ phones: [{ number: 380991112233, reference_id: 'r' }], validity: 5 },
		]),
		(await client.put('/api/campaigns/1002/renew', { force: true })).status,
	],
	nullInput: async (client) => [
		(await client.sms({ validity: null })).json.error,
		await statusesOf(client, [{ validity: null }]),
	],
	legacyRepeatedPhone: async (client) =>
		list(await bulk(client, { phones: [PHONES[0], PHONES[0]] }), 'result').map(
			({ error }) => error,
		),
	apiRepeatedPhone: (client) => {
		const phone = { number: 380991112233 };
		return statusesOf(client, [{ phones: [phone, phone] }]);
	},
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
	legacyRecipients: async (client) => {
		const phones = Array.from({ length: 1001 }, (_, index) => ({
			msisdn: `${380991110000 + index}`,
		}));
		return (await bulk(client, { phones })).json.error;
	},
	campaignSender: (client) => {
		client.sandbox.config.senders = 'any';
		return statusesOf(client, [{ sender: 'Twelve chars' }]);
	},
	textLimits: async (client) => {
		const text = 'x'.repeat(766);
		return [
			(await client.sms({ body: text })).json.error,
			...(await statusesOf(client, [{ text }])),
			(await client.personal({ text })).status,
			(await client.sms({ body: '' })).json.error,
		];
	},
	pastStart: (client) => statusesOf(client, [{ start_at: '2026-05-09 12:00:00' }]),
	startField: async (client) => {
		const seen: unknown[] = [];
		for (const name of ['start_at', 'start_code']) {
			const made = data(await client.personal({}, { [name]: '2026-05-12 12:00:00' }));
			seen.push(made.start_at);
		}
		return seen;
	},
	stopListed: async (client) => [
		list(await bulk(client), 'result').map(({ error }) => error),
		...(await statusesOf(client, [
			{ phones: [{ number: 380991112233 }, { number: 380991112234 }] },
		])),
		client.sandbox.ledger.leftOut.map(({ msisdn }) => msisdn),
		client.sandbox.store.messages.size,
	],
	stopListReply: async (client) => {
		client.sandbox.config.dialect.stopListed = 'first';
		return list(await bulk(client), 'result').map((entry) => [entry.error, 'id' in entry]);
	},
	bulkOrder: async (client) => {
		const phones = ['a', 'b', 'c'].map((reference, index) => ({
			...PHONES[0],
			reference,
			msisdn: `38099111223${index}`,
		}));
		return list(await bulk(client, { phones }), 'result').map(({ reference }) => reference);
	},
	bulkResults: async (client) => {
		const phones = PHONES.map((phone, index) => ({ ...phone, reference: `r${index}` }));
		return list(await bulk(client, { phones }), 'result').map(({ reference }) => reference);
	},
	bulkReply: async (client) => Object.keys((await bulk(client)).json),
	taskOrMessage: async (client) => {
		const { task_id, result } = (await bulk(client)).json;
		const [first, second] = result as Json[];
		const seen: unknown[] = [first?.id === task_id, second?.id === task_id];
		for (const id of [task_id, first?.id, second?.id]) {
			const { json } = await client.get(`/rest/sms/${String(id)}`);
			seen.push('originator' in json ? 'task' : json.msisdn);
		}
		// On the path of tasks, and on that of many statuses, nothing is mistaken for something else.
		const task = (await client.get(`/rest/sms/task/${String(task_id)}`)).json;
		expect(task).toMatchObject({ task_id, originator: 'Shop' });
		const known = (await client.post('/rest/sms/getStatus', { ids: [first?.id] })).json;
		expect(known.result).toMatchObject([{ msisdn: '380991112233' }]);
		return seen;
	},
	bulkIds: async (client) => {
		const results = list(await bulk(client), 'result');
		return new Set(results.map(({ id }) => id)).size;
	},
	takenSends: async (client) => {
		const { status, text } = await client.campaign();
		const told = text.startsWith('{"data"') ? 'the campaign' : text;
		const fates = [...client.sandbox.ledger.requests.values()].map(({ fate }) => fate);
		// Three campaigns are there from the beginning.
		expect([fates, client.sandbox.store.campaigns.size]).toEqual([['handled'], 4]);
		return [status, told];
	},
	legacyRefusals: async (client) => {
		client.sandbox.config.dialect.createReply = 'nested';
		return [(await client.sms({ validity: 99 })).json, (await client.sms({ body: '' })).json];
	},
	apiRefusals: async (client) => {
		const { status, json } = await client.campaign({ text: '' });
		return [status, json];
	},
	wrongToken: async (client) => {
		const caller = callingWith(client, { authorization: 'Bearer ended' });
		// Whatever the service does with other refusals, this one has its status.
		client.sandbox.config.dialect.apiRefusals = 'codeMessage';
		const refreshed = await caller.post('/api/auth/refresh');
		return [(await caller.get('/api/campaigns')).status, refreshed.status];
	},
	wrongTokenBody: async (client) =>
		(await callingWith(client, { authorization: 'Bearer ended' }).get('/api/campaigns')).json,
	refusalStatus: (client) => statusesOf(client, [{ text: '' }]),
	rateLimit: async (client) => {
		const path = '/api/campaigns';
		const seen = await statuses(client, [path, path, path, path, path, path]);
		client.sandbox.clock.advance(1000);
		seen.push(...(await statuses(client, [path])));
		return seen;
	},
	retryAfter: async (client) => {
		client.sandbox.config.dialect.rateLimit = 1;
		const asked = [await client.sms(), await client.sms(), await client.campaign()];
		expect(asked.map(({ status }) => status)).toEqual([200, 429, 429]);
		expect(asked[1]?.json.error).toBe('11');
		expect(client.sandbox.store.messages.size).toBe(61);
		return asked.map(({ headers }) => headers.get('retry-after'));
	},
	wrongKey: async (client) => (await client.as('live_wrong').sms()).status,
	refusedChange: async (client) => (await client.put('/api/campaigns/1001/stop')).status,
	moderated: async (client) => {
		const { id } = data(await client.campaign());
		return (await client.call('PATCH', `/api/campaigns/${String(id)}/stop`)).status;
	},
	moderationStatus: async (client) => {
		client.sandbox.config.moderationSeconds = 60;
		await client.campaign();
		client.sandbox.clock.advance(5000);
		return list(await client.get('/api/campaigns')).map(({ status }) => status);
	},
	renewedStatus: async (client) => {
		const seen = [data(await client.put('/api/campaigns/1002/renew')).status];
		client.sandbox.clock.advance(60_000);
		const rcs = list(await client.get('/api/campaigns?filter[type]=rcs'));
		expect(rcs.find(({ id }) => id === 1002)?.status).toBe('done');
		return seen;
	},
	smsStop: async (client) => {
		const seen: number[] = [];
		for (const method of ['PATCH', 'PUT']) {
			const { id } = data(await client.campaign());
			seen.push((await client.call(method, `/api/campaigns/${String(id)}/stop`)).status);
		}
		return seen;
	},
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
	sortByStatus: (client) =>
		statuses(client, ['/api/campaigns?sort=status', '/api/senders/requests/sms?sort=status']),
	senderFilter: async (client) => {
		await client.campaign();
		const query = 'filter[field]=sender&filter[value]=sho';
		return list(await client.get(`/api/campaigns?${query}`)).length;
	},
	senderTold: async (client) => {
		const { sender } = data(await client.campaign());
		client.sandbox.clock.advance(60_000);
		const [last] = list(await client.get('/api/campaigns?way=desc'));
		return [sender, last?.sender];
	},
	campaignTypes: async (client) => {
		await client.campaign();
		const shown = list(await client.get('/api/campaigns?filter[type]=rcs'));
		return shown.map(({ message_type: type }) => type);
	},
	listPeriod: async (client) => {
		client.sandbox.config.timeZone = 'Europe/Kyiv';
		return await statuses(
			client,
			['12', '13'].map(
				(hour) =>
					`/api/campaigns?filter[from]=2025-08-21 ${hour}:00:00&filter[to]=2025-11-21 12:00:00`,
			),
		);
	},
	readCounts: async (client) => {
		const { id } = data(await client.campaign());
		client.sandbox.clock.advance(60_000);
		for (const message of client.sandbox.store.messages.values())
			await client.post(`/_sandbox/messages/${message.id}/status`, { status: 'read' });
		return list(await client.get('/api/campaigns')).find((campaign) => campaign.id === id)
			?.statistics;
	},
	legalName: async (client) => Object.keys(data(await register(client))),
	creationSort: (client) =>
		statuses(
			client,
			['created at', 'created_at'].map((word) => `/api/senders/requests/sms?sort=${word}`),
		),
	listFlags: async (client) =>
		data(await client.put('/api/contacts/5001', { phone: 380671112210 })).groups,
	finalStatus: async (client) => {
		const results = list(
			await bulk(client, { phones: [{ msisdn: '380991110002' }, PHONES[0]] }),
			'result',
		);
		client.sandbox.clock.advance(60_000);
		const [task] = client.sandbox.store.tasks.keys();
		const counted = (await client.get(`/rest/sms/task/${String(task)}`)).json;
		// Whatever it is called, it has left and is over, in one of the counters.
		expect(counted).toMatchObject({ sent: 2, delivered: 1 });
		expect(Number(counted.undeliverable) + Number(counted.expired)).toBe(1);
		return (await client.get(`/rest/sms/${String(results[0]?.id)}`)).json.status;
	},
	registered: async (client) => (await register(client)).status,
	heldPhone: async (client) =>
		(await client.put('/api/contacts/5001', { phone: 380671112211 })).status,
	emptyFields: async (client) => {
		const { fields } = data(await client.put('/api/contacts/5015', { phone: 380671112224 }));
		return [typeof fields, fields];
	},
	emptyLists: async (client) => (await client.get('/api/campaigns?filter[type]=sms')).json,
	nullFields: async (client) => data(await client.campaign()),
	extraFields: async (client) => Object.keys(data(await client.campaign())),
	leaveOut: async (client) => Object.keys(data(await client.campaign())),
	leaveOutPercent: async (client) => Object.keys(data(await client.campaign())),
};
