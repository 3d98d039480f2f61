import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';
import * as lists from '../../nodes/MessagingService/methods/lists.ts';
import { readPages } from '../../nodes/shared/service/paging.ts';
import { fakeFunctions, fakeRoute, lost, NOT_THERE } from './fakeFunctions.mts';
import type { Answer, Asked, FakeOptions } from './fakeFunctions.mts';
import { custom, dispatch, page, paths, route } from './fakeOperations.mts';
import type { Ran } from './fakeOperations.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

describe('Campaign: Send SMS to Contact Lists', () => {
	const NAME = 'campaign.sendSmsToContactLists';
	const PARAMETERS = { groups: [202], sender: 'Shop', text: 'Sale' };
	const SENT: Answer = { body: { data: { id: 70, sender: 'Shop', status: 'creation' } } };
	const old = { id: 1, sender: 'Shop' };
	const mine = { id: 2, sender: 'Shop' };
	/** Lists in order, and answers to the send. */
	const service =
		(send: Answer, listed: Answer[]) =>
		(asked: Asked, count: number): Answer =>
			asked.method === 'POST' ? send : (listed.at(Math.min(count, listed.length - 1)) ?? {});

	it('notes the campaigns before it sends once', async () => {
		const ran = await custom(
			NAME,
			{ ...PARAMETERS, options: { validity: 5 } },
			service(SENT, [page([old])]),
		);
		expect(ran.json).toEqual([
			expect.objectContaining({
				status: 'accepted',
				campaign_id: 70,
				list_ids: '202',
				sender: 'Shop',
				text: 'Sale',
				encoding: 'GSM-7',
				segments: 1,
				already_accepted: false,
			}),
		]);
		expect(paths(ran)).toEqual(['GET /api/campaign', 'POST /api/campaigns/sms/send-groups']);
		expect(ran.asked[1]?.options.body).toEqual({
			groups: [202],
			sender: 'Shop',
			text: 'Sale',
			validity: 5,
		});
	});

	it('shows the reply as the service sent it, on demand', async () => {
		const ran = await custom(
			NAME,
			{ ...PARAMETERS, options: { rawOutput: true } },
			service(SENT, [page([old])]),
		);
		expect(ran.json).toMatchObject([{ campaign_id: 70, reply: 'body' in SENT && SENT.body }]);
	});

	it('shows what it would send', async () => {
		const ran = await custom(NAME, { ...PARAMETERS, options: { dryRun: true } }, () => SENT);
		expect(ran.json).toEqual([
			expect.objectContaining({
				status: 'dry run',
				list_ids: '202',
				sender: 'Shop',
				text: 'Sale',
				encoding: 'GSM-7',
				characters: 4,
				segments: 1,
			}),
		]);
		expect(ran.asked).toEqual([]);
	});

	it('names a new campaign after a lost reply, and takes none for its own', async () => {
		const ran = await custom(
			NAME,
			PARAMETERS,
			service(lost(), [page([old]), page([old]), page([mine, old])]),
		);
		expect(ran.json).toEqual([]);
		expect(ran.error).toMatchObject({
			message: expect.stringMatching(/^It is not known whether/) as string,
			description: expect.stringMatching(/Campaign 2 .*is new and may be this one/) as string,
		});
		expect(ran.asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});

	it('sends once more where the user chose so, unless a new campaign shows', async () => {
		const parameters = { ...PARAMETERS, options: { ifOutcomeUnknown: 'sendAgain', retryFor: 0 } };
		const again = await custom(NAME, parameters, (asked, count) =>
			asked.method === 'GET' ? page([old]) : count === 0 ? lost() : SENT,
		);
		expect(again.json).toMatchObject([{ campaign_id: 70 }]);
		const shown = await custom(NAME, parameters, service(lost(), [page([old]), page([mine, old])]));
		expect(shown.error?.description).toMatch(/Campaign 2 /);
		expect(shown.asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});

	it.each<[string, Answer[]]>([
		['two are new', [page([old]), page([{ id: 3, sender: 'Shop' }, mine, old])]],
		['none is new', [page([old])]],
		['the list was not there before', [{ status: 403, body: {} }, page([mine])]],
		['the list is not there after', [page([old]), { status: 403, body: {} }]],
	])('leaves it open when %s', async (_, listed) => {
		const ran = await custom(NAME, PARAMETERS, service(lost(), listed));
		expect(ran.error?.message).toMatch(
			/^It is not known whether the service accepted the send: the connection to the service was lost \[item 0\]$/,
		);
		expect(ran.asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});

	it('never sends what is open again, and says so', async () => {
		const one = { executionId: 'lists', items: [{}, {}] };
		const listed = [page([old])];
		expect((await custom(NAME, PARAMETERS, service(lost(), listed), one)).error).toBeDefined();
		const again = await custom(NAME, PARAMETERS, service(SENT, listed), one);
		expect(again.error).toMatchObject({
			message: expect.stringMatching(/: an earlier try may have sent it \[item 0\]$/) as string,
			description: expect.stringMatching(
				/^Campaign: Get Many lists the campaigns\. Before you send again/,
			) as string,
		});
		expect(paths(again)).not.toContain('POST /api/campaigns/sms/send-groups');
		const shown = await custom(NAME, PARAMETERS, service(SENT, [page([mine, old])]), one);
		expect(shown.error?.description).toMatch(/Campaign 2 /);
		expect(paths(shown)).not.toContain('POST /api/campaigns/sms/send-groups');
	});

	it('keeps what was made when a later item fails, and sends only the rest', async () => {
		const one = { executionId: 'rest', items: [{ text: 'One' }, { text: 'Two' }] };
		const parameters = { ...PARAMETERS, text: '={{ $json.text }}' };
		const failing = await custom(
			NAME,
			parameters,
			(asked, count) =>
				asked.method === 'GET'
					? page([])
					: count === 0
						? SENT
						: { status: 422, body: { message: 'No' } },
			one,
		);
		expect(failing.error?.description).toMatch(
			/The campaigns of the 1 items before were created; Retry On Fail sends only the rest\.$/,
		);
		const again = await custom(NAME, parameters, service(SENT, [page([])]), one);
		expect(again.json.map(({ already_accepted }) => already_accepted)).toEqual([true, false]);
		expect(again.asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});

	it('goes on under Continue, and is not held for sent when it was forbidden', async () => {
		const ran = await custom(NAME, PARAMETERS, service({ status: 422, body: {} }, [page([])]), {
			items: [{}, {}],
			continueOnFail: true,
		});
		expect(ran.items.map(({ error, pairedItem }) => [error !== undefined, pairedItem])).toEqual([
			[true, { item: 0 }],
			[true, { item: 1 }],
		]);
		const one = { executionId: 'forbidden lists' };
		expect(
			(
				await custom(NAME, PARAMETERS, service(SENT, [page([])]), {
					...one,
					credential: { baseUrl: 'http://service.example' },
				})
			).error?.message,
		).toMatch(/^API Base URL uses http,/);
		expect((await custom(NAME, PARAMETERS, service(SENT, [page([])]), one)).json).toMatchObject([
			{ campaign_id: 70 },
		]);
	});

	it.each<[object, string]>([
		[{ groups: '' }, 'Contact Lists names no list [item 0]'],
		[{ sender: '' }, 'Sender is empty [item 0]'],
		[{ text: '' }, 'Text is empty [item 0]'],
		[{ options: { tariff: 10 } }, 'Tariff 10 lies outside 0 to 9 [item 0]'],
	])('refuses %j', async (parameters, message) => {
		const ran = await custom(NAME, { ...PARAMETERS, ...parameters }, () => SENT);
		expect([ran.error?.message, ran.asked]).toEqual([message, []]);
	});

	it('asks and sends nothing once the execution is stopped', async () => {
		const stop = new AbortController();
		const answer = (asked: Asked): Answer => {
			if (asked.method !== 'POST') return page([]);
			stop.abort();
			return lost();
		};
		const ran = await custom(NAME, PARAMETERS, answer, { signal: stop.signal, items: [{}, {}] });
		expect(paths(ran)).toEqual(['GET /api/campaign', 'POST /api/campaigns/sms/send-groups']);
	});
});

describe('Contact: Update', () => {
	const update = async (fields: unknown) =>
		await route(
			'contact.update',
			{ contactId: '5', phone: '380991112233', updateFields: { fields } },
			() => ({ body: { data: { id: 5 } } }),
		);

	it.each<[string, unknown]>([
		['the form', { field: [{ id: '7', value: 'Kyiv' }] }],
		['a list', [{ id: 7, value: 'Kyiv' }]],
		['a map', { 7: 'Kyiv' }],
	])('takes custom fields as %s', async (_, fields) => {
		const { asked } = await update(fields);
		expect(asked[0]?.options.body).toEqual({
			phone: 380991112233,
			fields: [{ id: 7, value: 'Kyiv' }],
		});
	});

	it.each([{}, { field: '' }, ''])('leaves out custom fields that are %j', async (fields) => {
		expect((await update(fields)).asked[0]?.options.body).toEqual({ phone: 380991112233 });
	});

	it('refuses custom fields that are neither, before anything is sent', async () => {
		const { asked, error } = await update('abc');
		expect([error?.message, asked]).toEqual(['Custom Fields is text [item 0]', []]);
	});

	it('is not made again while the try before is still under way', async () => {
		const parameters = { contactId: '5', phone: '380991112233' };
		const tried = () => fakeRoute({ parameters, answer: () => ({ body: { data: { id: 5 } } }) });
		const [first, second] = [tried(), tried()];
		const input = first.functions.getInputData()[0];
		Object.assign(second.route, { getInputData: () => input });
		const outputs = await Promise.all(
			[first, second].map(async (one) => await dispatch('contact.update', parameters, one.route)),
		);
		expect(outputs.map((items) => items.length)).toEqual([1, 1]);
		expect(first.asked.length + second.asked.length).toBe(1);
	});
});

describe('RCS campaigns', () => {
	const campaign = (status: string): IDataObject => ({
		id: 5,
		name: 'N',
		sender: 'Shop',
		status,
		message_type: 'rcs',
	});
	const change = async (
		operation: 'stop' | 'renew',
		put: Answer,
		listed: Answer,
		more: object = {},
	): Promise<Ran> =>
		await route(
			`rcsCampaign.${operation}`,
			{ campaignId: { __rl: true, mode: 'id', value: '5' }, simplify: true, ...more },
			({ method }) => (method === 'PUT' ? put : listed),
		);

	it('are changed', async () => {
		const ran = await change('stop', { body: { data: campaign('stopped') } }, page([]));
		expect(ran.json).toMatchObject([{ campaign_id: 5, status: 'stopped' }]);
		expect(paths(ran)).toEqual(['PUT /api/campaigns/5/stop']);
		expect(
			(
				await change('stop', { body: { data: campaign('stopped') } }, page([]), {
					options: { rawOutput: true },
				})
			).json,
		).toEqual([{ data: campaign('stopped') }]);
	});

	it.each<[string, Answer, string, string]>([
		[
			'done',
			page([campaign('done')]),
			'RCS campaign 5 cannot be stopped: its status is done',
			'The service said: No',
		],
		[
			'gone',
			page([]),
			'RCS campaign 5 was not stopped: The service did not accept a field',
			'The service said: No. The campaign list does not show it among the RCS campaigns',
		],
		[
			'sending',
			page([campaign('sending')]),
			'RCS campaign 5 was not stopped: The service did not accept a field',
			'The service said: ',
		],
		[
			'hidden',
			{ status: 403, body: {} },
			'The service did not accept a field',
			'Correct the fields',
		],
	])('say why they were not changed: %s', async (_, listed, message, description) => {
		const ran = await change(
			'stop',
			{ status: 422, body: { message: 'No', errors: ['No'] } },
			listed,
		);
		expect(ran.error?.message).toBe(`${message} [item 0]`);
		expect(ran.error?.description).toContain(description);
	});

	it('are found changed after a lost reply, or left open', async () => {
		expect((await change('renew', lost(), page([campaign('sending')]))).json).toMatchObject([
			{ campaign_id: 5, status: 'sending' },
		]);
		const open = await change('renew', lost(), { status: 403, body: {} });
		expect(open.error?.description).toContain('Look in the service before you send again');
		expect(paths(open).filter((path) => path.startsWith('PUT'))).toHaveLength(1);
	});

	it('ask first after an open try, and repeat nothing that went well', async () => {
		const items = [{}];
		const fake = (put: Answer, listed: Answer) =>
			fakeRoute({
				items,
				parameters: { campaignId: '5' },
				answer: ({ method }) => (method === 'PUT' ? put : listed),
			});
		const stop = async ({ route: context }: ReturnType<typeof fake>) =>
			await dispatch('rcsCampaign.stop', { campaignId: '5' }, context);
		const first = fake(lost(), { status: 403, body: {} });
		await expect(stop(first)).rejects.toThrow();
		// The same input item: what Retry On Fail runs again.
		const second = fake({ body: { data: campaign('stopped') } }, page([campaign('stopped')]));
		const input = first.functions.getInputData();
		Object.assign(second.route, { getInputData: () => input[0] });
		expect(await stop(second)).toMatchObject([{ json: { status: 'stopped' } }]);
		expect(second.asked.map(({ method }) => method)).toEqual(['GET']);
		expect(await stop(second)).toMatchObject([{ json: { status: 'stopped' } }]);
		expect(second.asked).toHaveLength(1);
	});
});

describe('lists', () => {
	it('of campaigns are joined over periods and sorted by us where the service cannot', async () => {
		const answer = ({ options }: Asked): Answer =>
			page([
				{
					id: String(options.qs?.['filter[from]']).slice(0, 7),
					sender: String(options.qs?.['filter[from]']).slice(5, 7),
					message_type: 'sms',
				},
			]);
		const parameters = (more: object) => ({
			type: 'sms',
			returnAll: true,
			filters: { from: '2026-01-01', to: '2026-07-01' },
			...more,
		});
		const senders = async (more: object) =>
			(await route('campaign.getAll', parameters(more), answer)).json.map(({ sender }) => sender);
		expect(await senders({ options: { sort: 'sender', way: 'desc' } })).toEqual(['04', '01']);
		expect(await senders({ options: { sort: 'type' } })).toHaveLength(2);
		expect(await senders({ options: { way: 'desc' } })).toEqual(['04', '01']);
		expect(await senders({ returnAll: false, limit: 1 })).toEqual(['01']);
	});

	it('of campaigns end with the fault, and refuse periods that hold nothing', async () => {
		expect(
			(await route('campaign.getAll', { type: 'sms' }, () => ({ status: 403, body: {} }))).error
				?.message,
		).toBe('The account may not do this [item 0]');
		expect(
			(
				await route('campaign.getAll', { filters: { from: '2026-02-01', to: '2026-01-01' } }, () =>
					page([]),
				)
			).error,
		).toMatchObject({
			message: 'Created After lies after Created Before [item 0]',
			description: expect.stringContaining(
				'2026-02-01 00:00:00 to 2026-01-01 00:00:00 (UTC)',
			) as string,
		});
		expect(
			(await route('campaign.getAll', { filters: { from: '2126-01-01' } }, () => page([]))).error
				?.description,
		).toContain(' to now (UTC)');
	});

	it.each([404, 405, 501])(
		'of campaigns are looked for at the other path, where the first is answered %d',
		async (status) => {
			const ran = await route('campaign.getAll', { type: 'sms' }, ({ path }) =>
				path === '/api/campaigns' ? page([{ id: 1 }]) : { status, body: '' },
			);
			expect(ran.json).toMatchObject([{ campaign_id: 1 }]);
		},
	);

	it('hold one campaign, or say how far back was looked', async () => {
		const ran = await route(
			'campaign.get',
			{ campaignId: '5', options: { type: 'rcs', searchMonths: 4 } },
			() => page([]),
		);
		expect(ran.error).toMatchObject({
			message: 'Campaign 5 was not found [item 0]',
			description: expect.stringContaining('in the last 4 months') as string,
		});
		expect(ran.asked.map(({ options }) => options.qs?.['filter[from]'] !== undefined)).toEqual([
			false,
			true,
		]);
		expect(
			(await route('campaign.get', { campaignId: '5' }, () => ({ status: 403, body: {} }))).error
				?.message,
		).toBe('The account may not do this [item 0]');
		const plain = await route('campaign.get', { campaignId: '5', simplify: false }, () =>
			page([{ id: 5, statistics: { sent: 3 }, colour: 'red' }]),
		);
		expect(plain.json).toMatchObject([{ campaign_id: 5, sent: 3, on_the_way: 3, colour: 'red' }]);
		expect(
			(await route('campaign.get', { campaignId: '5', simplify: true }, () => page([{ id: 5 }])))
				.json,
		).toMatchObject([{ campaign_id: 5, sent: 0, delivered: 0 }]);
	});

	it('of applications keep to the filters, and come as they are on demand', async () => {
		const ran = await route(
			'sender.getAll',
			{
				filters: {
					id: '7',
					country_code: 'ua',
					sender: 'Shop',
					status: 'new',
					created_at: '2026-11-21T23:30:00Z',
				},
				options: { rawOutput: true },
			},
			() => page([{ id: 7, odd: 1 }]),
		);
		expect(ran.json).toEqual([{ id: 7, odd: 1, meta: { page: { total: 1 } } }]);
		expect(ran.asked[0]?.options.qs).toMatchObject({
			'filter[id]': '7',
			'filter[country_code]': 'UA',
			'filter[sender]': 'Shop',
			'filter[status]': 'new',
			'filter[created_at]': '2026-11-21',
		});
		expect(
			(await route('sender.getAll', { filters: { created_at: '2026-11-20' } }, () => page([])))
				.asked[0]?.options.qs,
		).toMatchObject({ 'filter[created_at]': '2026-11-20' });
		expect(
			(await route('sender.getAll', {}, () => ({ status: 403, body: {} }))).error?.message,
		).toBe('The account may not do this [item 0]');
	});

	it('are read in smaller pages where large ones are refused, and to their end where no total is told', async () => {
		const sizes: unknown[] = [];
		const all = Array.from({ length: 120 }, (_, id) => ({ id }));
		const read = async (refused: number, total?: number, limit = Infinity) => {
			sizes.length = 0;
			return await readPages(
				async (qs) => {
					const [offset, size] = [Number(qs['page[offset]']), Number(qs['page[limit]'])];
					sizes.push(size);
					if (size > refused)
						return {
							fault: {
								kind: 'http',
								httpStatus: refused === 1 ? 403 : 422,
								message: '',
								description: '',
								retryable: false,
								outcome: 'rejected',
							},
						};
					return {
						reply: {
							statusCode: 200,
							headers: {},
							body: {
								data: all.slice(offset, offset + size),
								...(total === undefined ? {} : { total }),
							},
						},
					};
				},
				{},
				limit,
			);
		};
		expect((await read(60)).records).toHaveLength(120);
		expect(sizes).toEqual([500, 50, 50, 50]);
		expect((await read(500, 120)).records).toHaveLength(120);
		expect((await read(500, undefined, 3)).records).toHaveLength(3);
		// Services take no smaller page than 30 (wire notes).
		expect(sizes).toEqual([30]);
		expect((await read(1)).fault).toMatchObject({ httpStatus: 403 });
		const odd = await readPages(
			async () => ({ reply: { statusCode: 200, headers: {}, body: 'text' } }),
			{},
			10,
		);
		expect(odd).toMatchObject({
			records: [],
			fault: { message: 'The service answered with something else than a list' },
		});
		const nameless = await readPages(
			async () => ({
				reply: { statusCode: 200, headers: {}, body: { data: [{ a: 1 }, { a: 2 }] } },
			}),
			{},
			10,
		);
		expect(nameless.records).toHaveLength(2);
	});
});

describe('lists of the editor', () => {
	const search = async (
		name: 'searchStoppableCampaigns' | 'searchPausedCampaigns' | 'searchSenders',
		answer: FakeOptions['answer'],
		filter?: string,
	) =>
		(
			await lists[name].call(
				fakeFunctions({ answer }).functions as unknown as ILoadOptionsFunctions,
				filter,
			)
		).results;
	const contactLists = async (answer: FakeOptions['answer']) =>
		await lists.getContactLists.call(
			fakeFunctions({ answer }).functions as unknown as ILoadOptionsFunctions,
		);
	const rcs = (status: string, more: IDataObject = {}): IDataObject => ({
		id: 5,
		name: 'Sale',
		sender: 'Shop',
		status,
		...more,
	});

	it('show campaigns that can be changed, or why there is none', async () => {
		expect(
			await search('searchStoppableCampaigns', () =>
				page([rcs('sending'), rcs('done', { id: 6 })]),
			),
		).toEqual([{ name: '5 · sending · Shop', value: '5' }]);
		expect(
			await search(
				'searchPausedCampaigns',
				() => page([rcs('PAUSED', { name: undefined, sender: undefined })]),
				'5',
			),
		).toEqual([{ name: '5 · PAUSED', value: '5' }]);
		expect(
			await search('searchPausedCampaigns', () => page([rcs('paused')]), 'nothing like it'),
		).toEqual([{ name: 'No campaign matches the search', value: '' }]);
		expect(await search('searchPausedCampaigns', () => page([]))).toEqual([
			{ name: 'No RCS campaign of the last 3 months is paused', value: '' },
		]);
		expect(await search('searchStoppableCampaigns', () => page([rcs('done')]))).toEqual([
			{
				name: 'No RCS campaign of the last 3 months can be stopped: all are stopped or done',
				value: '',
			},
		]);
		await expect(
			search('searchStoppableCampaigns', () => ({ status: 403, body: {} })),
		).rejects.toThrow('The account may not do this');
	});

	it('show registered senders, however the service spells the state', async () => {
		const registered = [
			{ id: 1, sender: 'Shop', status: 'registered' },
			{ id: 2, sender: 'Bank', status: 'registration completed' },
			{ id: 3, sender: 'Bank', status: 'registered' },
			{ id: 4, sender: 'New', status: 'new' },
		];
		const answer = ({ options }: Asked): Answer =>
			page(options.qs?.['filter[status]'] ? [] : registered);
		expect(await search('searchSenders', answer)).toEqual([
			{ name: 'Bank', value: 'Bank' },
			{ name: 'Shop', value: 'Shop' },
		]);
		expect(await search('searchSenders', answer, 'zzz')).toEqual([
			{ name: 'No sender matches the search', value: '' },
		]);
		expect(await search('searchSenders', () => page([]))).toEqual([
			{ name: 'No sender is registered yet: use Sender: Register, or type one', value: '' },
		]);
	});

	it('show contact lists, or say what to do without them', async () => {
		expect(
			await contactLists(() =>
				page([{ id: 2, name: 'B', items: 5 }, { id: 1, name: 'A' }, { id: 3 }]),
			),
		).toEqual([
			{ name: '3', value: '3', description: 'ID 3' },
			{ name: 'A', value: '1', description: 'ID 1' },
			{ name: 'B (5)', value: '2', description: 'ID 2' },
		]);
		expect(await contactLists(() => page([]))).toEqual([
			{ name: 'The Contact Book has no lists', value: '' },
		]);
		await expect(contactLists(() => ({ status: 404, body: '' }))).rejects.toThrow(
			'The service does not list contact lists',
		);
		await expect(contactLists(() => ({ status: 403, body: {} }))).rejects.toThrow(
			'The account may not do this',
		);
	});
});

describe('SMS: Wait for Delivery', () => {
	const wait = async (
		parameters: object,
		answer: FakeOptions['answer'],
		options: FakeOptions = {},
	) =>
		await custom(
			'sms.waitForDelivery',
			{ identifyBy: 'id', messageId: '={{ $json.id }}', waitMinutes: 1, ...parameters },
			answer,
			{ items: [{ id: '1' }, { id: '2' }], ...options },
		);
	const status = (name: string): Answer => ({ body: { status: name } });

	it('parts the delivered from the others, and gives up those that were never sent', async () => {
		const { outputs } = await wait(
			{},
			({ path }, count) =>
				path.endsWith('1') ? status(count < 2 ? 'sent' : 'delivered') : status('expired'),
			{ items: [{ id: '1' }, { id: '2' }, { id: '' }] },
		);
		expect(
			outputs.map((output) =>
				output.map(({ json, pairedItem }) => [json.status, json.timed_out, pairedItem]),
			),
		).toEqual([
			[['delivered', false, { item: 0 }]],
			[
				['expired', false, { item: 1 }],
				['not sent', false, { item: 2 }],
			],
		]);
	});

	it('gives all in one output, with what is not known yet', async () => {
		const { outputs, hints } = await wait(
			{ outputMode: 'single', waitMinutes: 0, options: { retryFor: 0 } },
			({ path }) => (path.endsWith('1') ? NOT_THERE : { status: 503, body: '' }),
		);
		expect(outputs).toHaveLength(1);
		expect(
			outputs[0]?.map(({ json }) => [
				json.delivered,
				json.timed_out,
				json.status,
				json.reason !== undefined,
			]),
		).toEqual([
			[false, true, 'not found', true],
			[false, true, 'not found', true],
		]);
		expect(outputs[0]?.map(({ json }) => json.message_id)).toEqual(['1', '2']);
		expect(hints).toEqual([
			'2 of 2 messages have no final status yet.',
			expect.stringMatching(/^1 of 2 messages: The service shows no such message so far\./),
		]);
	});

	it('stops at what cannot be asked, or goes on under Continue', async () => {
		const answer = ({ path }: Asked): Answer =>
			path.endsWith('1') ? { status: 403, body: {} } : status('delivered');
		expect((await wait({ options: { maxInFlight: 1 } }, answer)).error?.message).toBe(
			'The account may not do this [item 0]',
		);
		const { outputs } = await wait({}, answer, { continueOnFail: true });
		expect(outputs[1]?.[0]).toMatchObject({
			error: { message: 'The account may not do this [item 0]' },
		});
		expect((await wait({}, answer, { items: [{ id: 'x' }] })).error?.message).toContain(
			'Message ID "x"',
		);
		expect(
			(await wait({}, answer, { items: [{ id: 'x' }, { id: '2' }], continueOnFail: true }))
				.outputs[1]?.[0]?.error?.message,
		).toContain('Message ID "x"');
		expect((await wait({}, answer, { items: [{}] })).error?.message).toContain(
			'Message ID is empty',
		);
	});

	it('ends with the execution', async () => {
		const stop = new AbortController();
		const { outputs } = await wait(
			{},
			() => {
				stop.abort();
				return status('sent');
			},
			{ signal: stop.signal },
		);
		expect(outputs[1]?.map(({ json }) => json.timed_out)).toEqual([true, true]);
	});
});

describe('Bulk Task: Get', () => {
	const get = async (answer: FakeOptions['answer'], more: object = {}): Promise<Ran> =>
		await route('bulkTask.get', { taskId: '4', ...more }, answer);

	it('knows both paths, and what is no task', async () => {
		expect((await get(() => ({ body: { task_id: 4, sent: 2 } }))).json).toMatchObject([
			{ task_id: 4, sent: 2 },
		]);
		const other = await get(({ path }) =>
			path.includes('/task/')
				? { body: { task_id: 4, sent: 1 } }
				: { body: { id: 4, status: 'sent' } },
		);
		expect(other.json).toMatchObject([{ task_id: 4, sent: 1 }]);
		expect(
			(
				await get(({ path }) => (path.includes('/task/') ? { body: { sent: 1 } } : NOT_THERE), {
					options: { rawOutput: true },
				})
			).json,
		).toEqual([{ sent: 1 }]);
		expect((await get(() => NOT_THERE)).error?.message).toMatch(/\(code 30\) \[item 0\]$/);
		expect((await get(() => ({ status: 403, body: {} }))).error?.message).toBe(
			'The account may not do this [item 0]',
		);
		expect((await get(() => lost(), { options: { retryFor: 0 } })).error?.message).toBe(
			'The connection to the service was lost [item 0]',
		);
	});
});

describe('Sender: Register', () => {
	const FIELDS = {
		sender: 'Shop',
		countryCode: 'UA',
		companyCode: '1',
		legalName: 'Abc',
		address: 'Abc',
		taxNumber: '2',
		serviceDescription: 'd',
		informingPurpose: 'p',
	};
	const same = {
		id: 9,
		sender: 'Shop',
		country_code: 'UA',
		code_of_company: 1,
		tax_number: 2,
		status: 'new',
	};

	it('is found after a lost reply, or left open', async () => {
		const register = async (listed: Answer): Promise<Ran> =>
			await route('sender.register', FIELDS, ({ method }, count) =>
				method === 'GET' ? listed : count === 0 ? lost() : { body: { data: { ...same, id: 10 } } },
			);
		expect((await register(page([{ ...same, tax_number: 3 }, same]))).json).toMatchObject([
			{ application_id: 9, sender: 'Shop' },
		]);
		for (const listed of [page([]), page([{ ...same, status: 'rejected' }])]) {
			const open = await register(listed);
			expect(open.error?.message).toMatch(/^Whether the application for the sender was made/);
			expect(open.error?.description).toContain('Look there (Sender: Get Many)');
			expect(paths(open).filter((path) => path.startsWith('POST'))).toHaveLength(1);
		}
		expect((await register({ status: 403, body: {} })).error?.description).toContain(
			'Look in the service before you send again',
		);
	});
});
