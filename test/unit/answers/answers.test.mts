/** What a reply to a read proves. */
import type { IDataObject } from 'n8n-workflow';
import { listOf } from '../../../nodes/shared/reply/list.ts';
import { paths, route } from '../sending/fakeOperations.mts';
import { NOT_THERE } from '../sending/fakeFunctions.mts';
import type { Answer, FakeOptions } from '../sending/fakeFunctions.mts';

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

describe('lists', () => {
	const LISTS = ['campaign.getAll', 'campaign.get', 'sender.getAll'];
	const parameters = { type: 'sms', limit: 5, campaignId: '5', ...SILENT };

	it.each(LISTS)('%s takes nothing for an empty list that holds none', async (name) => {
		for (const body of NOTHING) {
			const ran = await route(name, parameters, () => ({ body }));
			expect(ran.error?.message).toMatch(
				/^The service answered with something other than a list(: .+)? \[item 1\]$/,
			);
		}
	});

	it('hold records alone', () => {
		expect(listOf({ data: ['no', null] }).found).toBe(false);
		expect(listOf({ data: [null, { id: 1 }] }).found).toBe(false);
		expect(listOf({ data: null, meta: { page: { total: 1 } } }).found).toBe(false);
		expect(listOf({ data: 'none', total: 0 }).found).toBe(false);
		expect(listOf({ data: {}, total: 0 })).toEqual({ records: [], found: true, total: 0 });
		expect(listOf({ data: [{ id: 1 }], total: 5 })).toEqual({
			records: [{ id: 1 }],
			found: true,
			total: 5,
		});
	});
});

describe('SMS: Get and Get by Reference', () => {
	const get = async (body: unknown, more: object = SILENT, options: FakeOptions = {}) =>
		await route('sms.get', { messageId: '7', ...more }, () => ({ body }), options);
	const byReference = async (body: unknown) =>
		await route('sms.getByReference', { reference: '00ab', ...SILENT }, () => ({ body }));

	it.each([...NOTHING, { status: 'ok' }])('is no message where the reply is %j', async (body) => {
		for (const ran of [await get(body), await byReference(body)]) {
			expect(ran.error?.message).toMatch(
				/^The answer of the service holds no message(: .+)? \[item 1\]$/,
			);
		}
	});

	it('is no message of another name', async () => {
		const other = 'The service answered about another message [item 1]';
		expect((await get({ id: 8, status: 'sent' })).error?.message).toBe(other);
		expect((await byReference({ id: 8, reference: 'zz', status: 'sent' })).error?.message).toBe(
			other,
		);
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
		expect(error?.message).toBe('The ID 7 is that of a bulk task, not of a message [item 1]');
		expect(error?.description).toContain('Bulk Task: Get');
	});
});

describe('Bulk Task: Get', () => {
	const get = async (answer: FakeOptions['answer']) =>
		await route('bulkTask.get', { taskId: '4', ...SILENT }, answer);

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
		expect((await get(() => ({ body }))).error?.message).toMatch(
			/^The answer of the service holds no bulk task(: .+)? \[item 1\]$/,
		);
	});

	it('is neither another task nor a message', async () => {
		expect((await get(() => ({ body: { task_id: 5, sent: 1 } }))).error?.message).toBe(
			'The service answered about another bulk task [item 1]',
		);
		const message = { id: 4, status: 'sent', msisdn: '380671112299' };
		expect((await get(() => ({ body: message }))).error?.message).toBe(
			'The ID 4 is that of a message, not of a bulk task [item 1]',
		);
	});
});

describe('what is not found', () => {
	const asked = async (operation: string, parameters: object, answer: Answer) =>
		(await route(operation, { ...parameters, ...SILENT }, () => answer)).error?.message;
	const SMS = ['sms.get', { messageId: '7' }] as const;
	const REFERENCE = ['sms.getByReference', { reference: 'ab' }] as const;
	const TASK = ['bulkTask.get', { taskId: '4' }] as const;

	it('is not said by a web page with the status 404, which is a fault of the address', async () => {
		const page404 = { status: 404, body: '<html>Not found</html>' };
		for (const [operation, parameters] of [SMS, REFERENCE, TASK])
			expect(await asked(operation, parameters, page404)).toBe(
				'The service does not know this record or address: Not found (HTTP 404) [item 1]',
			);
	});
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
