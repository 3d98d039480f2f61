/** What a reply proves that came as a success: of reads, lists and changes. */
import type { IDataObject } from 'n8n-workflow';
import { listOf } from '../../nodes/shared/reply/list.ts';
import { custom, page, paths, route } from './fakeOperations.mts';
import type { Ran } from './fakeOperations.mts';
import { lost, NOT_THERE } from './fakeFunctions.mts';
import type { Answer, FakeOptions } from './fakeFunctions.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

/** Replies with status 200 that show nothing of what was asked for. */
const NOTHING: IDataObject[] = [
	{},
	{ message: 'No route' },
	{ success: false },
	{ data: null },
	{ data: null, message: 'Insufficient rights' },
	{ id: null, message: 'No' },
];
const SILENT = { options: { retryFor: 0 } };
const RAW = { options: { retryFor: 0, rawOutput: true } };
const campaign = (more: IDataObject = {}): IDataObject => ({
	id: 5,
	status: 'sending',
	message_type: 'rcs',
	...more,
});
const change = async (
	operation: 'stop' | 'renew',
	put: Answer,
	listed: Answer,
	more: object = SILENT,
): Promise<Ran> =>
	await route(`rcsCampaign.${operation}`, { campaignId: '5', ...more }, ({ method }) =>
		method === 'PUT' ? put : listed,
	);
const puts = (ran: Ran): number => paths(ran).filter((path) => path.startsWith('PUT')).length;

describe('RCS Campaign: Stop and Renew', () => {
	it.each(NOTHING)(
		'is no success where the reply is %j and the record is as before',
		async (body) => {
			for (const more of [SILENT, RAW]) {
				const ran = await change('stop', { body }, page([campaign()]), more);
				expect(ran.error?.message).toBe('Whether RCS campaign 5 was stopped is not known [item 0]');
				expect(ran.error?.description).toContain('Look at it with Campaign: Get');
				expect(puts(ran)).toBe(1);
			}
		},
	);

	it('passes on what the service said', async () => {
		const ran = await change('renew', { body: { message: 'No route' } }, page([]));
		expect(ran.error?.description).toContain('The service said: No route');
	});

	it('is no success where the reply is about another campaign', async () => {
		const other = { body: { data: campaign({ id: 6, status: 'stopped' }) } };
		expect((await change('stop', other, page([campaign()]))).error?.message).toContain('not known');
	});

	it('says whether the reply or the record shows it', async () => {
		const stopped = campaign({ status: 'stopped' });
		const byReply = await change('stop', { body: { data: stopped } }, page([]));
		expect(byReply.json).toMatchObject([
			{ campaign_id: 5, status: 'stopped', confirmed_by: 'reply' },
		]);
		for (const put of [{ body: {} }, lost()]) {
			const byRecord = await change('stop', put, page([stopped]));
			expect(byRecord.json).toMatchObject([
				{ campaign_id: 5, status: 'stopped', confirmed_by: 'record' },
			]);
			const renewed = await change('renew', put, page([campaign()]));
			expect(renewed.json).toMatchObject([
				{ campaign_id: 5, status: 'sending', confirmed_by: 'record' },
			]);
		}
	});

	it('is not known, and not denied by a refusal, where the record is in a state that may come before or after', async () => {
		let puts = 0;
		const ran = await route('rcsCampaign.renew', { campaignId: '5', ...SILENT }, ({ method }) => {
			if (method !== 'PUT') return page([campaign({ status: 'creation' })]);
			puts += 1;
			return puts === 1
				? { status: 502, body: '<html>Bad gateway</html>' }
				: { status: 422, body: { message: 'The campaign cannot be renewed' } };
		});
		expect(ran.error?.message).toBe(
			'Whether RCS campaign 5 was renewed is not known: The service is not available at the moment, HTTP 502 [item 0]',
		);
		expect(ran.error?.description).toContain('Look in the service before you send again');
	});

	it('takes the ID as text, and any with a test key, which gets random information', async () => {
		const text = { body: { data: campaign({ id: '5', status: 'stopped' }) } };
		expect((await change('stop', text, page([]))).json).toHaveLength(1);
		const random = await route(
			'rcsCampaign.stop',
			{ campaignId: '5' },
			() => ({ body: { data: campaign({ id: 77 }) } }),
			{ credential: { apiKey: 'test_0123456789abcdef' } },
		);
		expect(random.json).toMatchObject([{ campaign_id: 77 }]);
	});

	it.each([400, 402, 403, 405, 501])(
		'keeps what the service said with HTTP %d of a campaign that the list does not show',
		async (status) => {
			const refusal = { status, body: { message: 'Ask your manager' } };
			const ran = await change('stop', refusal, page([]));
			expect(ran.error?.message).not.toContain('was not found');
			expect(ran.error?.description).toContain('Ask your manager');
		},
	);

	it('keeps what the service said where the state explains the refusal, and where there is no campaign', async () => {
		const refusal = { status: 409, body: { message: 'Already over' } };
		const done = await change(
			'stop',
			{ ...refusal, status: 422 },
			page([campaign({ status: 'done' })]),
		);
		expect(done.error?.message).toContain('its status is done');
		expect(done.error?.description).toContain('Already over');
		const gone = await change('stop', { status: 404, body: { message: 'No such' } }, page([]));
		expect(gone.error?.message).toBe('RCS campaign 5 was not found [item 0]');
		expect(gone.error?.description).toContain('No such');
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
		...SILENT,
	};
	const same = { id: 9, sender: 'Shop', country_code: 'UA', code_of_company: 1, tax_number: 2 };
	const register = async (post: Answer, listed: Answer): Promise<Ran> =>
		await route('sender.register', FIELDS, ({ method }) => (method === 'POST' ? post : listed));

	it.each([...NOTHING, { data: { id: 8, sender: 'Other' } }])(
		'is no success where the reply is %j and the list does not show it',
		async (body) => {
			const ran = await register({ body }, page([]));
			expect(ran.error?.message).toBe(
				'Whether the application for the sender was made is not known [item 0]',
			);
			expect(ran.error?.description).toContain('Sender: Get Many');
			expect(paths(ran).filter((path) => path.startsWith('POST'))).toHaveLength(1);
		},
	);

	it('is found in the list, and says so', async () => {
		expect((await register({ body: {} }, page([same]))).json).toMatchObject([
			{ application_id: 9, confirmed_by: 'record' },
		]);
		expect((await register({ body: { data: same } }, page([]))).json).toMatchObject([
			{ application_id: 9, confirmed_by: 'reply' },
		]);
	});
});

describe('Contact: Update', () => {
	const update = async (body: unknown, more: object = SILENT): Promise<Ran> =>
		await route('contact.update', { contactId: '7', phone: '380671112299', ...more }, () => ({
			body,
		}));

	it.each([...NOTHING, { data: { id: 8, phone: 380671112299 } }])(
		'is no success where the reply %j does not name the contact',
		async (body) => {
			for (const more of [SILENT, RAW]) {
				const { error } = await update(body, more);
				expect(error?.message).toBe('Whether contact 7 was changed is not known [item 0]');
				expect(error?.description).toContain('Contact Book');
			}
		},
	);

	it('is shown by the phone, with the ID or without one', async () => {
		const { error } = await update({ data: { id: 7 } });
		expect(error?.message).toBe('Whether contact 7 was changed is not known [item 0]');
		expect((await update({ data: { id: 7, phone: 380671112299 } })).json).toMatchObject([
			{ contact_id: 7 },
		]);
		expect((await update({ data: { phone: 380671112299 } })).json).toHaveLength(1);
	});
});

describe('lists', () => {
	const LISTS = ['campaign.getAll', 'campaign.get', 'sender.getAll', 'rcsCampaign.stop'];
	const parameters = { type: 'sms', limit: 5, campaignId: '5', ...SILENT };

	it.each(LISTS.slice(0, 3))('%s takes nothing for an empty list that holds none', async (name) => {
		for (const body of [
			...NOTHING,
			{ data: [], success: false },
			{ data: [], errors: { a: 'b' } },
		]) {
			const ran = await route(name, parameters, () => ({ body }));
			expect(ran.error?.message).toBe(
				'The service answered with something other than a list [item 0]',
			);
		}
	});

	it('are empty where the service says so', async () => {
		for (const body of [{ data: [] }, [], { data: [], meta: { page: { total: 0 } } }]) {
			for (const name of ['campaign.getAll', 'sender.getAll']) {
				expect(await route(name, parameters, () => ({ body }))).toMatchObject({ json: [] });
			}
		}
	});

	it('hold records, not words', () => {
		expect(listOf({ data: ['no', null] }).found).toBe(false);
		expect(listOf({ data: null, meta: { page: { total: 0 } } })).toMatchObject({ found: true });
		expect(listOf({ meta: { page: { total: 0 } } })).toMatchObject({ found: true });
		expect(listOf({ data: null, total: 0, success: false }).found).toBe(false);
		expect(listOf({ data: null, meta: { page: { total: 3 } } }).found).toBe(false);
		expect(listOf({ data: [null, { id: 1 }] })).toEqual({
			records: [{ id: 1 }],
			length: 2,
			found: true,
		});
	});
});

describe('SMS: Get and Get by Reference', () => {
	const get = async (body: unknown, more: object = SILENT, options: FakeOptions = {}) =>
		await route('sms.get', { messageId: '7', ...more }, () => ({ body }), options);
	const byReference = async (body: unknown) =>
		await route('sms.getByReference', { reference: '00ab', ...SILENT }, () => ({ body }));

	it.each([...NOTHING, { status: 'ok' }])('is no message where the reply is %j', async (body) => {
		for (const ran of [await get(body), await get(body, RAW), await byReference(body)]) {
			expect(ran.error?.message).toBe('The answer of the service holds no message [item 0]');
		}
	});

	it('is no message of another name', async () => {
		const other = 'The service answered about another message [item 0]';
		expect((await get({ id: 8, status: 'sent' })).error?.message).toBe(other);
		expect((await byReference({ reference: 'zz', status: 'sent' })).error?.message).toBe(other);
	});

	it('has its name where the reply leaves it out', async () => {
		expect((await get({ status: 'sent', msisdn: '380671112299' })).json).toMatchObject([
			{ message_id: 7, status: 'sent' },
		]);
		expect((await byReference({ id: '8', status: 'sent' })).json).toMatchObject([
			{ message_id: 8, reference: '00ab' },
		]);
	});

	it('takes any with a test key, which gets random information', async () => {
		const credential = { apiKey: 'test_0123456789abcdef' };
		expect((await get({ id: 8, status: 'sent' }, SILENT, { credential })).json).toHaveLength(1);
	});

	it.each([
		{ task_id: 7, sent: 3, delivered: 2 },
		{ sent: 3, delivered: 2 },
	])('tells a bulk task: %j', async (body) => {
		const { error } = await get(body);
		expect(error?.message).toBe('The ID 7 is that of a bulk task, not of a message [item 0]');
		expect(error?.description).toContain('Bulk Task: Get');
	});
});

describe('SMS: Wait for Delivery', () => {
	const wait = async (answer: FakeOptions['answer'], more: object = {}) =>
		await custom(
			'sms.waitForDelivery',
			{
				identifyBy: 'id',
				messageId: '7',
				waitMinutes: 0,
				outputMode: 'single',
				...SILENT,
				...more,
			},
			answer,
		);

	it('tells a bulk task at once', async () => {
		const { error } = await wait(() => ({ body: { task_id: 7, sent: 3, delivered: 2 } }));
		expect(error?.message).toBe('The ID 7 is that of a bulk task, not of a message [item 0]');
	});

	it('does not let an addition of the service take the place of its own fields', async () => {
		const { json } = await wait(() => ({
			body: { id: 7, status: 'delivered', delivered: 2, timed_out: 'no' },
		}));
		expect(json).toMatchObject([{ delivered: true, timed_out: false }]);
	});

	it('says why, and of which, where the service does not show it', async () => {
		const { json, hints } = await wait(() => NOT_THERE, {
			identifyBy: 'reference',
			reference: 'campaign1',
		});
		expect(json).toMatchObject([
			{
				reference: 'campaign1',
				status: 'not found',
				reason: expect.stringContaining('those of a campaign later, or never'),
			},
		]);
		expect(hints.join()).toContain('Campaign: Get');
	});
});

describe('Bulk Task: Get', () => {
	const get = async (answer: FakeOptions['answer']) =>
		await route('bulkTask.get', { taskId: '4', ...SILENT }, answer);

	it('has its ID where the reply leaves it out', async () => {
		expect((await get(() => ({ body: { sent: 2 } }))).json).toMatchObject([
			{ task_id: 4, sent: 2 },
		]);
	});

	it.each<[string, Answer]>([
		['code 1', { body: { error: 1 } }],
		['code 2', { body: { error: 2 } }],
		['402', { status: 402, body: {} }],
		['403', { status: 403, body: {} }],
		['429', { status: 429, body: {} }],
	])('asks the other path only where the first knows no task, not after %s', async (_, first) => {
		expect(paths(await get(() => first))).toEqual(['GET /rest/sms/4']);
	});

	it.each<[string, Answer]>([
		['code 20', NOT_THERE],
		['code 29', { body: { error: 29 } }],
		['code 30', { body: { error: 30 } }],
		['404', { status: 404, body: '' }],
		['405', { status: 405, body: '' }],
		['501', { status: 501, body: '' }],
	])('asks the other path after %s', async (_, first) => {
		const ran = await get(({ path }) => (path.includes('/task/') ? { body: { sent: 1 } } : first));
		expect(ran.json).toMatchObject([{ task_id: 4, sent: 1 }]);
	});

	it.each(NOTHING)('is no task where the reply is %j', async (body) => {
		expect((await get(() => ({ body }))).error?.message).toBe(
			'The answer of the service holds no bulk task [item 0]',
		);
	});

	it('is neither another task nor a message', async () => {
		expect((await get(() => ({ body: { task_id: 5, sent: 1 } }))).error?.message).toBe(
			'The service answered about another bulk task [item 0]',
		);
		const message = { id: 4, status: 'sent', msisdn: '380671112299' };
		expect((await get(() => ({ body: message }))).error?.message).toBe(
			'The ID 4 is that of a message, not of a bulk task [item 0]',
		);
	});
});

describe('a refusal in a reply of success', () => {
	it.each([
		{ error: 0, result: [{ error: '20', errorDescription: 'SMS not found' }] },
		{ data: { error: 20, errorDescription: 'SMS not found' } },
		{ code: 20, message: 'SMS not found', data: null },
	])('is read wherever it stands: %j', async (body) => {
		const { error } = await route('sms.get', { messageId: '7', ...SILENT }, () => ({ body }));
		expect(error?.message).toContain('(code 20)');
	});

	it.each([{ code: 1, message: 'OK', data: null }, { result: [{ error: 20 }, { error: 0 }] }])(
		'is none in %j',
		async (body) => {
			const { error } = await route('sms.get', { messageId: '7', ...SILENT }, () => ({ body }));
			expect(error?.message).toBe('The answer of the service holds no message [item 0]');
		},
	);
});

describe('the keys and tokens of the credential', () => {
	const TOKEN = 'opaque-token-1';
	const KEY = 'PlainKeyWithoutPrefix77';

	it('are hidden in whatever the service says', async () => {
		const credential = { apiKey: KEY, bearerToken: `0123456789abcdef~${TOKEN}` };
		const echo = { message: `No ${KEY}`, errors: { text: [`is ${TOKEN}`] } };
		const answers: Answer[] = [
			{ status: 422, body: echo },
			{ body: echo },
			{ body: { error: 77, errorDescription: `No ${KEY} ${TOKEN}` } },
			new Error(`Odd ${KEY} ${TOKEN}`),
		];
		for (const answer of answers) {
			const { error } = await route('sms.get', { messageId: '7', ...SILENT }, () => answer, {
				credential,
			});
			const shown = `${error?.message} ${error?.description} ${JSON.stringify(error)}`;
			expect(shown).toMatch(/(?:No|Odd) …/);
			expect([shown.includes(KEY), shown.includes(TOKEN)]).toEqual([false, false]);
		}
		const typed = await route('sms.get', { messageId: KEY }, () => ({}), { credential });
		expect(typed.error?.message).toContain('Message ID "…"');
	});
});

it('a phone number is hidden where a field holds it in place of a name', async () => {
	const { error } = await custom(
		'sms.sendBulk',
		{ recipientsFrom: 'allItems', phoneField: '={{ $json.phone }}', sender: 'Shop', text: 'Hi' },
		() => ({ body: {} }),
		{ items: [{ phone: '380991112233' }] },
	);
	expect(error?.message).toContain('…2233');
	expect(`${error?.message} ${error?.description}`).not.toContain('38099');
});
