import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { receive, stopListing } from '../../sandbox/phones.mts';
import { asked, jsonOf, KEY, pairsOf, stageOfTests } from './stage.mts';

/*
 * Ordinary mistakes and answers around the account, from public reports of people who do this job: lists that change while they are read,
 * numbers that the trigger gives, prices and empty lists as services write them.
 */

const stage = stageOfTests();
const options = { retryFor: 0 };
const phoneOf = (index: number): string => `38067${1_000_001 + index}`;

/** Puts numbers on the stop list. */
function fillStopList(count: number): string[] {
	const phones = Array.from({ length: count }, (_, index) => phoneOf(index));
	for (const phone of phones) stopListing(stage.sandbox.service, phone, ['sms']);
	return phones;
}

/** Does something after each answer to a request whose path begins so; returns what ends it. */
function afterEach(path: string, act: (answered: number) => void): () => void {
	let answered = 0;
	return stage.sandbox.events.on((type, entry) => {
		if (type === 'request' && String((entry as IDataObject).path).startsWith(path)) act(++answered);
	});
}

/** Answers the requests to a path with a body. */
const answers = (path: string | RegExp, body: unknown): number =>
	stage.sandbox.faults.add({ kind: 'status', status: 200, path, body });

/** Stands between the node and the sandbox, and changes what is asked and what is answered. */
async function openBetween(
	ask: (url: URL) => void,
	answer: (body: IDataObject) => unknown,
): Promise<{ url: string; server: Server }> {
	const server = createServer((request, response) => {
		const url = new URL(request.url ?? '/', stage.sandbox.url);
		ask(url);
		void fetch(url, { headers: { 'x-api-key': KEY } }).then(async (reply) => {
			const body = answer((await reply.json()) as IDataObject);
			response.writeHead(reply.status, { 'content-type': 'application/json' });
			response.end(JSON.stringify(body));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

describe('a list that changes while it is read (twilio/twilio-ruby 251)', () => {
	const getAll = async () =>
		jsonOf(await stage.act('stopList.getAll', { returnAll: true })).map(({ phone }) => phone);

	it.each<[string, (phones: string[]) => void]>([
		['one is removed', ([first = '']) => stage.sandbox.store.stopList.delete(first)],
		[
			'one is removed and one added, so that the total is as before',
			([first = '']) => {
				stage.sandbox.store.stopList.delete(first);
				stopListing(stage.sandbox.service, '380991112233', ['sms']);
			},
		],
		[
			'more are removed than pages overlap',
			(phones) => phones.slice(0, 40).forEach((one) => stage.sandbox.store.stopList.delete(one)),
		],
	])('shows all that stayed, each once: %s', async (_, change) => {
		const phones = fillStopList(1100);
		const end = afterEach('/api/stoplist', (answered) => answered === 1 && change(phones));
		const shown = await getAll();
		end();
		expect(new Set(shown).size).toBe(shown.length);
		expect([...stage.sandbox.store.stopList.keys()].filter((one) => !shown.includes(one))).toEqual(
			[],
		);
	});

	it('reads campaigns that are made meanwhile once each, the newest first', async () => {
		const ids = stage.sandbox.seedHistory({ campaigns: 620, days: 60 }).map(({ id }) => id);
		const end = afterEach('/api/campaign', () =>
			stage.sandbox.seedHistory({ campaigns: 3, days: 0 }),
		);
		const run = await stage.act('campaign.getAll', { returnAll: true });
		end();
		const shown = jsonOf(run).map(({ campaign_id }) => Number(campaign_id));
		expect(new Set(shown).size).toBe(shown.length);
		expect(shown.filter((id) => ids.includes(id))).toEqual([...ids].reverse());
	});
});

describe('a list whose pages are smaller than asked, and that has no meta', () => {
	const readThrough = async (cap: number, keepsOffset: boolean, parameters: INodeParameters) => {
		stage.sandbox.config.dialect.pageLimit = 'any';
		const { url, server } = await openBetween(
			({ searchParams }) => {
				searchParams.set('page[limit]', String(cap));
				if (!keepsOffset) searchParams.delete('page[offset]');
			},
			({ data }) => ({ data }),
		);
		const credential = stage.engine.store({ ...stage.credential, baseUrl: url });
		const run = await stage.engine.run({
			credential,
			parameters: {
				resource: 'campaign',
				operation: 'getAll',
				type: 'sms',
				options,
				...parameters,
			},
		});
		server.close();
		return run;
	};

	it.each([600, 30, 31, 29, 1])('shows all %d', async (count) => {
		const ids = stage.sandbox.seedHistory({ campaigns: count, days: 60 }).map(({ id }) => id);
		const run = await readThrough(30, true, { returnAll: true });
		expect(run.error).toBeUndefined();
		expect(jsonOf(run).map(({ campaign_id }) => campaign_id)).toEqual([...ids].reverse());
	});

	it('shows as many as Limit says', async () => {
		stage.sandbox.seedHistory({ campaigns: 90, days: 60 });
		expect(jsonOf(await readThrough(30, true, { limit: 70 }))).toHaveLength(70);
	});

	it('is an error where each page is the first one', async () => {
		stage.sandbox.seedHistory({ campaigns: 600, days: 60 });
		const run = await readThrough(30, false, { returnAll: true });
		expect(run.error?.message).toMatch(/^The pages of the list do not follow one another/);
	});
});

describe('Stop List: Add with the numbers of the trigger', () => {
	const listed = () => [...stage.sandbox.store.stopList.keys()];
	const add = async (phones: unknown[], node: object = {}) =>
		await stage.act(
			'stopList.add',
			{ phones: '={{ $json.phone }}', options },
			{ items: phones.map((phone) => ({ phone })) as IDataObject[], node },
		);

	// A plan of numbers lags behind: the service may report one that it does not hold.
	const REPORTED = [380991112233, '380671112233', '999123456789', '201555012', '4915000000'];

	it('adds what can be added, and its error names the rest by item', async () => {
		const run = await add([REPORTED[0], 'Shop', REPORTED[1], '000000000', `${REPORTED[2]}, 12`]);
		expect(listed()).toEqual([REPORTED[0], REPORTED[1], REPORTED[2]].map(String));
		expect(run.error?.message).toBe(
			'3 of 6 numbers could not be added to the stop list: Phone Numbers … has no digits [item 2]; ' +
				'Phone Numbers …0000 begins with a country code that does not exist [item 4]; ' +
				'Phone Numbers (number 2) …12 has 2 digits instead of 9 to 15 [item 5]',
		);
	});

	it('adds each number that the service itself reported, as it is', async () => {
		const run = await add(REPORTED);
		expect(run.error).toBeUndefined();
		expect(listed()).toEqual(REPORTED.map(String));
		expect(jsonOf(run).map(({ phone, status }) => [phone, status])).toEqual(
			REPORTED.map((phone) => [String(phone), 'listed']),
		);
		// Who typed a number without its country code has to learn of it.
		expect(run.hints.map(({ message }) => message)).toEqual([
			'3 numbers were taken as written, though no country code shows: …6789; …5012; …0000. If it is missing, set Default Country.',
		]);
	});

	it('has a row for each that was added, and an error for each of the rest, under Continue', async () => {
		const run = await add([REPORTED[0], `${REPORTED[1]}; 12`, 'Shop'], {
			onError: 'continueRegularOutput',
		});
		expect(listed()).toEqual([REPORTED[0], REPORTED[1]].map(String));
		expect(pairsOf(run)).toEqual([0, 1, 1, 2]);
		expect(jsonOf(run).map(({ status, error }) => status ?? typeof error)).toEqual([
			'listed',
			'listed',
			'string',
			'string',
		]);
	});

	it('adds each once however often Retry On Fail tries', async () => {
		const run = await add([REPORTED[0], 'Shop'], {
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 10,
		});
		expect(run.error?.message).toMatch(
			/^1 of 2 numbers could not be added to the stop list: Phone Numbers .* \[item 2\]$/,
		);
		expect(listed()).toEqual([String(REPORTED[0])]);
		expect(
			stage.sandbox.requests.filter(
				({ body }) => String(Object(body).phones) !== String(REPORTED[0]),
			),
		).toEqual([]);
	});

	it('adds nobody where the form is wrong', async () => {
		const wrong = await stage.act('stopList.add', {
			phones: '380991112233',
			channels: ['fax'],
			options,
		});
		expect(wrong.error?.message).toMatch(/^Channels /);
		expect(asked(stage)).toEqual([]);
	});
});

// The amounts of 2.6 as people's own services write them.
const AMOUNTS: ReadonlyArray<[unknown, unknown, string | null]> = [
	['0,05 EUR', 0.05, 'EUR'],
	['5.0E-5 EUR', 0.00005, 'EUR'],
	[' .05 EUR ', 0.05, 'EUR'],
	['1 234,50 UAH', 1234.5, 'UAH'],
	['1\u00a0234,50\u202fUAH', 1234.5, 'UAH'],
	['-0,5', -0.5, null],
	['about 5', 'about 5', null],
	['1,234 UAH', '1,234 UAH', null],
];

describe('a price', () => {
	it.each(AMOUNTS)('%j is %j %j', async (written, price, currency) => {
		answers('/rest/sms/7', { id: 7, msisdn: phoneOf(1), status: 'sent', price: written, error: 0 });
		const got = jsonOf(await stage.act('sms.get', { messageId: '7', options }));
		expect(got).toEqual([expect.objectContaining({ price, currency })]);
		answers('/api/messages', {
			data: [
				{ id: 7, amount: { value: written } },
				{ id: 8, amount: written },
			],
			meta: { page: { total: 2 } },
		});
		const messages = jsonOf(await stage.act('campaign.getMessages', { options }));
		expect(messages).toEqual([7, 8].map(() => expect.objectContaining({ price, currency })));
		answers('/rest/sms/9', { task_id: 9, sent: 1, delivered: 0, totalprice: written });
		const task = jsonOf(await stage.act('bulkTask.get', { taskId: '9', options }));
		expect(task).toEqual([expect.objectContaining({ price, currency })]);
		answers('/rest/stat/file', { error: 0, result: [{ message_ID: 7, price: written }] });
		const report = jsonOf(
			await stage.act('report.download', { fileKey: '1', fileFormat: 'json', options }),
		);
		expect(report).toEqual([expect.objectContaining({ price, currency })]);
		answers('/api/campaign', {
			data: [{ id: 5, calculated_price: written }],
			meta: { page: { total: 1 } },
		});
		const campaigns = jsonOf(await stage.act('rcsCampaign.getAll', { options }));
		expect(campaigns).toEqual([expect.objectContaining({ price })]);
		answers('/api/accounts/balance', {
			data: { balance: written, currency: 'UAH', credit: written },
		});
		const balance = jsonOf(await stage.act('account.getBalance', { options }));
		expect(balance).toEqual([{ balance: price, currency: 'UAH', credit: price }]);
	});
});

describe('answers in other clothes', () => {
	const sent = () =>
		[...stage.sandbox.store.messages.values()].filter(({ msisdn }) => msisdn === '380991112244');
	const send = async () =>
		jsonOf(
			await stage.act('sms.send', { sender: 'Shop', phone: '380991112244', text: 'Hi', options }),
		);

	it.each([{ error: 20 }, { result: { error: 20 } }, { error: 0, result: { error: '20' } }])(
		'asked by reference, the service has none: %j',
		async (body) => {
			stage.sandbox.faults.add({ kind: 'dropBefore', path: '/rest/sms/create', times: 1 });
			answers('/rest/sms/reference', body);
			const run = await stage.act('sms.send', {
				sender: 'Shop',
				phone: '380991112244',
				text: 'Hi',
				options: { retryFor: 60 },
			});
			expect(run.error).toBeUndefined();
			expect(jsonOf(run)[0]).toMatchObject({ status: 'accepted' });
			expect(sent()).toHaveLength(1);
		},
	);

	it.each([
		{ error: 0, result: [{ id: 77, reference: 'a', error: 0, price: '0,05 EUR' }] },
		{ error: 0, result: [{ id: '77', error: 0, price: 0.05, currency: 'EUR' }] },
		{ error: 0, currency: 'EUR', result: [{ id: 77, error: 0, price: 0.05 }] },
	])('a single SMS has its ID and price in a list of one result: %j', async (body) => {
		answers('/rest/sms/create', body);
		expect(await send()).toEqual([
			expect.objectContaining({ status: 'accepted', message_id: 77, price: 0.05, currency: 'EUR' }),
		]);
	});

	const EMPTY = [
		{ meta: { page: { total: 0 } } },
		{ data: null, meta: { page: { total: 0 } } },
		{ data: {}, meta: { page: { total: '0' } } },
		{ data: null, total: 0 },
		{ total: 0 },
	];
	const NO_REPLIES = { error: 0, result: null, total_count: 0 };
	it.each(EMPTY)('a list that counts none is empty: %j', async (body) => {
		answers('/api/', body);
		for (const [operation, parameters] of [
			['campaign.getAll', {}],
			['sender.getAll', {}],
			['stopList.getAll', { returnAll: true }],
			['campaign.getMessages', {}],
		] as const) {
			const run = await stage.act(operation, { ...parameters, options });
			expect(run.error).toBeUndefined();
			expect(jsonOf(run)).toEqual([]);
		}
	});

	it.each([
		[{ event: 'campaignStatusChanged', messageType: 'sms' }, '/api/campaign', EMPTY[1]],
		[{ event: 'messageReceived' }, '/rest/sms/2wayIncoming', NO_REPLIES],
	])(
		'the trigger begins with one, and reports what comes after it: %j',
		async (event, path, body) => {
			const credential = stage.engine.store(stage.credential);
			const request = { parameters: { options: {}, ...event }, staticData: {}, credential };
			const poll = async () =>
				(await stage.engine.poll({ ...request, node: { id: event.event } }))?.[0]?.length ?? 0;
			answers(path, body);
			expect(await poll()).toBe(0);
			stage.sandbox.faults.clear();
			stage.sandbox.clock.advance(60_000);
			stage.sandbox.seedHistory({ campaigns: 1, unfinished: 1, days: 0 });
			receive(stage.sandbox.service, {
				phone: phoneOf(1),
				sender: '380445550011',
				text: 'Yes',
				receivedMs: Date.now(),
			});
			expect(await poll()).toBe(1);
		},
	);

	it('replies that count none are none', async () => {
		answers('/rest/sms/2wayIncoming', NO_REPLIES);
		const run = await stage.act('sms.getAllReceived', { options });
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)).toEqual([]);
	});
});

describe('the newest come first where the service sorts', () => {
	it('campaigns', async () => {
		const ids = stage.sandbox.seedHistory({ campaigns: 120, days: 60 }).map(({ id }) => id);
		const run = await stage.act('campaign.getAll', {});
		expect(jsonOf(run).map(({ campaign_id }) => campaign_id)).toEqual(
			[...ids].reverse().slice(0, 50),
		);
	});

	it.each([
		['sender.getAll', {}],
		['campaign.getMessages', {}],
		['campaign.getAll', { options: { sort: 'date' } }],
		['stopList.search', { searchValue: '380' }],
	])('%s asks for them', async (operation, parameters) => {
		await stage.act(operation, parameters);
		const { query = '' } = stage.sandbox.requests.at(-1) ?? {};
		expect(new URLSearchParams(query).get('way')).toBe('desc');
		expect(new URLSearchParams(query).get('sort')).toBeTruthy();
	});
});
