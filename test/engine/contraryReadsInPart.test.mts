import type { IDataObject } from 'n8n-workflow';
import { APPLICATION } from '../support/application.mts';
import { openStub, pageOf, seen } from './stubService.mts';
import type { Answer, Asked, Stub } from './stubService.mts';

/*
 * Reads that would show a part for the whole, the rows of another, or rows of nothing: refusals in the place of records, and records
 * behind those that were looked through.
 */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

const ALL = { returnAll: true };
const PHONE = 380991112233;
const range = (count: number, make: (at: number) => IDataObject): IDataObject[] =>
	Array.from({ length: count }, (_, at) => make(at));

/** Shows the part of a list that was asked for. */
const paged =
	(all: readonly IDataObject[]) =>
	({ query }: Asked): Answer => {
		const [at, limit] = ['page[offset]', 'page[limit]'].map((name) => Number(query.get(name)));
		return { body: pageOf(all.slice(at, (at ?? 0) + (limit ?? 0)), all.length) };
	};

describe('a list', () => {
	it.each<[unknown, RegExp]>([
		[{ data: [{ code: 403, message: 'Forbidden' }] }, /^The account may not do this/],
		[[{ error: '1', errorDescription: 'invalid key' }], /^The API key is not valid \(code 1\)/],
		[{ data: [{ success: false, message: 'No right' }] }, /^The service answered with something/],
	])('of refusals %j is none', async (body, message) => {
		stub.answer = () => ({ body });
		for (const operation of ['sender.getAll', 'campaign.getAll', 'stopList.getAll'])
			expect(seen(await stub.run(operation, ALL))).toMatch(message);
	});

	it('of records that are in a state of failure is one', async () => {
		const data = [{ id: 7, status: 'error', message_type: 'sms' }];
		stub.answer = () => ({ body: pageOf(data) });
		expect((await stub.run('campaign.getAll', ALL)).items).toHaveLength(1);
	});

	it('is looked through in vain where the filter is not heeded: the rest may hold more', async () => {
		const all = (place: number): IDataObject[] =>
			range(10_100, (at) => ({ id: at + 1, status: at === place ? 'new' : 'accepted' }));
		const find = async (place: number, limit = 50): Promise<string> => {
			stub.answer = paged(all(place));
			return seen(await stub.run('sender.getAll', { limit, filters: { status: 'new' } }));
		};
		expect(await find(10_050)).toMatch(/^Not all records of the list could be read/);
		expect(await find(9000)).toMatch(/^Not all records of the list could be read/);
		expect(await find(9000, 1)).toContain('"application_id":9001');
	});

	it.each([
		[50, /^Not all records of the list could be read/],
		[1, /"campaign_id":5/],
	])(
		'of which only the first page shows is not sifted by status (limit %i)',
		async (limit, text) => {
			const shown = range(30, (at) => ({
				id: at + 1,
				status: at === 4 ? 'paused' : 'done',
				message_type: 'sms',
			}));
			stub.answer = () => ({ body: { data: shown } });
			const filters = { statuses: ['paused'] };
			expect(seen(await stub.run('campaign.getAll', { limit, filters }))).toMatch(text);
			// Without a filter of the node, what is shown is what was asked for.
			expect((await stub.run('campaign.getAll', { limit: 50 })).items).toHaveLength(30);
		},
	);

	const endless = (): Answer => ({
		body: { data: range(50, () => ({ id: 1 + Math.floor(Math.random() * 1e12), sender: 's' })) },
	});

	it('of random records, as a test key gets them, has an end', async () => {
		stub.answer = endless;
		stub.asked = [];
		const run = await stub.engine.run({
			credential: {
				baseUrl: stub.baseUrl,
				apiKey: 'test_0123456789abcdef0123456789abcdef',
				authentication: 'apiKey',
			},
			parameters: { resource: 'sender', operation: 'getAll', ...ALL, options: {} } as never,
		});
		expect([run.error, run.items.length, stub.asked.length]).toEqual([undefined, 50, 1]);
	});
});

it('Campaign: Get takes no campaign of the other type', async () => {
	stub.answer = ({ query }) => ({
		body: pageOf(query.get('filter[from]') ? [] : [{ id: 5, status: 'done', message_type: 'sms' }]),
	});
	const get = async (type: string): Promise<string> =>
		seen(await stub.run('campaign.get', { campaignId: '5', options: { type } }));
	expect(await get('rcs')).toMatch(/^Campaign 5 was not found/);
	expect(await get('any')).toContain('"message_type":"sms"');
});

describe('the balance', () => {
	it.each([
		{ status: 'error', message: 'Forbidden', balance: 0 },
		{ success: false, data: { balance: 0 } },
		{ code: 403, message: 'Forbidden', data: { balance: 0 } },
	])('%j is none', async (body) => {
		stub.answer = () => ({ body });
		expect((await stub.run('account.getBalance')).status).toBe('error');
	});

	it.each([
		{ error: 0, errorDescription: 'No errors', amount: '-0.5', currency: 'EUR', limit: '10' },
		{ data: { balance: 0, currency: 'EUR', credit: 0 }, message: 'OK' },
	])('%j is one', async (body) => {
		stub.answer = () => ({ body });
		expect((await stub.run('account.getBalance')).error).toBeUndefined();
	});
});

describe('Bulk Task: Get', () => {
	const counters = { sent: 10, delivered: 5, expired: 1, undeliverable: 0, unknown: 0 };
	const get = async (body: IDataObject): Promise<IDataObject | undefined> => {
		stub.answer = () => ({ body: { error: 0, ...body } });
		const run = await stub.run('bulkTask.get', { taskId: '48392107' });
		expect(run.error).toBeUndefined();
		return run.items[0]?.json;
	};

	it('takes an ID beside that of the task for one of something else', async () => {
		expect(await get({ id: 9, task_id: 48392107, ...counters })).toMatchObject({
			task_id: 48392107,
			failed: 1,
			on_the_way: 4,
		});
		expect(await get({ id: 48392107, ...counters })).toMatchObject({ task_id: 48392107 });
	});

	it('sums up no counters that the service leaves out', async () => {
		expect(await get({ task_id: 48392107, sent: 10 })).toMatchObject({
			sent: 10,
			failed: '-',
			on_the_way: '-',
		});
	});
});

describe('Get Many Received', () => {
	const result = range(3, (at) => ({
		id: at + 1,
		phone: String(PHONE),
		text: 'Hi',
		sender: 'Other',
	}));

	it.each([{ result: { total_count: 5, result } }, { result: { total_count: 5, data: result } }])(
		'%j counts more than it shows',
		async (body) => {
			stub.answer = () => ({ body: { error: 0, ...body } });
			expect(seen(await stub.run('sms.getAllReceived', ALL))).toMatch(
				/^The service counts 5 replies/,
			);
		},
	);

	it('leaves out replies to another sender', async () => {
		const own = { id: 9, phone: String(PHONE), text: 'Own', sender: 'SHOP' };
		stub.answer = () => ({
			body: {
				error: 0,
				total_count: 5,
				result: [...result, own, { ...own, id: 10, sender: null }],
			},
		});
		const run = await stub.run('sms.getAllReceived', { ...ALL, filters: { sender: 'Shop' } });
		expect(run.items.map(({ json }) => json.reply_id)).toEqual([9, 10]);
	});
});

describe('Contact: Update', () => {
	const updated = async (data: IDataObject, updateFields: IDataObject = {}): Promise<string> => {
		stub.answer = () => ({ body: { data } });
		const contact = { contactId: '7', phone: String(PHONE), updateFields };
		return (await stub.run('contact.update', contact)).status;
	};
	const fields = { fields: { field: [{ id: '388077', value: 'Kyiv' }] } };

	it('takes a name of digits among names for a name', async () => {
		const named = { City: 'Kyiv', 2: 'two' };
		expect(await updated({ id: 7, phone: PHONE, fields: named }, fields)).toBe('success');
		expect(await updated({ id: 7, phone: PHONE, fields: { 388077: 'Lviv' } }, fields)).toBe(
			'error',
		);
	});

	it('shows lists that are written as their IDs', async () => {
		stub.answer = () => ({ body: { data: { id: 7, phone: PHONE, groups: [1, '2', { id: 3 }] } } });
		const run = await stub.run('contact.update', { contactId: '7', phone: String(PHONE) });
		expect(run.items[0]?.json.list_ids).toBe('1, 2, 3');
	});

	it('knows the contact by its phone however it is written', async () => {
		expect(await updated({ phone: `+${PHONE}` })).toBe('success');
		expect(await updated({ phone: PHONE + 1 })).toBe('error');
	});
});

describe('rows that contradict what was asked for are left out', () => {
	const ids = async (
		operation: string,
		more: IDataObject,
		data: IDataObject[],
	): Promise<unknown[]> => {
		stub.answer = paged(data);
		const run = await stub.run(operation, { ...ALL, ...more, options: { rawOutput: true } });
		expect(run.error).toBeUndefined();
		return run.items.map(({ json }) => json.id);
	};
	const senders = ['Shop', 'MyShop', 'Bank', null].map((sender, at) => ({
		id: at + 1,
		sender,
		status: 'done',
	}));

	it.each([
		['sender.getAll', { filters: { sender: 'shop' } }],
		['campaign.getAll', { filters: { searchValue: 'shop' } }],
		['campaign.getAll', { filters: { searchField: 'sender', searchValue: 'shop' } }],
	])('%s with %j', async (operation, more) => {
		expect(await ids(operation, more, senders)).toEqual([1, 2, 4]);
	});

	it('numbers that are not on the list of the channel', async () => {
		const entries = [{ sms_stoplist: true }, { sms_stoplist: 0, viber_stoplist: 1 }, {}];
		const data = entries.map((entry, at) => ({ id: at + 1, phone: PHONE + at, ...entry }));
		const list = async (channel: string): Promise<unknown[]> =>
			await ids('stopList.getAll', { filters: { channel } }, data);
		expect(await list('sms')).toEqual([1, 3]);
		expect(await list('viber')).toEqual([1, 2, 3]);
		expect(await list('whatsapp')).toEqual([1, 2, 3]);
	});
});

it.each([{ message_id: 99 }, { sms_id: '99' }])(
	'SMS: Get takes no message of %j',
	async (named) => {
		stub.answer = () => ({ body: { error: 0, ...named, msisdn: String(PHONE), status: 'sent' } });
		expect((await stub.run('sms.get', { messageId: '77' })).status).toBe('error');
		expect((await stub.run('sms.get', { messageId: '99' })).status).toBe('success');
	},
);

it('Sender: Register knows its application by a sender in capitals, in the reply alone', async () => {
	const made = {
		id: 5,
		sender: 'SHOP',
		country_code: 'UA',
		code_of_company: APPLICATION.companyCode,
		tax_number: APPLICATION.taxNumber,
		status: 'new',
	};
	const run = async (post: Answer): Promise<string> => {
		stub.answer = ({ method }) => (method === 'POST' ? post : { body: pageOf([made]) });
		return (await stub.run('sender.register', APPLICATION)).status;
	};
	expect(await run({ body: { data: made } })).toBe('success');
	expect(await run({ body: { data: { ...made, sender: 'OTHER' } } })).toBe('error');
	expect(await run({ status: 503, body: '' })).toBe('error');
});

describe.each<[string, (at: string, from: string, to: string) => boolean]>([
	['its end does not belong', (at, from, to) => at >= from && at < to],
	['its beginning does not belong', (at, from, to) => at > from && at <= to],
	['both ends belong', (at, from, to) => at >= from && at <= to],
])('a period of which %s to it', (_, isWithin) => {
	const DAY_MS = 86_400_000;
	const start = Date.parse('2026-01-01T10:00:00Z');
	/** One campaign a day at the same time, so that one lies on the end of each span. */
	const daily = range(200, (at) => ({
		id: at + 1,
		status: 'done',
		message_type: 'sms',
		created_at: new Date(start + (at + 1) * DAY_MS).toISOString().slice(0, 19).replace('T', ' '),
	}));
	const list = async (more: IDataObject): Promise<unknown[]> => {
		stub.answer = (asked) => {
			const [from, to] = ['filter[from]', 'filter[to]'].map((name) => asked.query.get(name));
			const fitting = daily.filter(({ created_at }) =>
				isWithin(String(created_at), from ?? '', to ?? '9999'),
			);
			if (asked.query.get('way') === 'desc') fitting.reverse();
			return paged(fitting)(asked);
		};
		const filters = { from: '2026-01-01 10:00:00', to: '2026-08-01 10:00:00' };
		const options = { ...(more.options as IDataObject), rawOutput: true };
		const run = await stub.run('campaign.getAll', { filters, ...more, options });
		expect(run.error).toBeUndefined();
		return run.items.map(({ json }) => json.id);
	};
	const ids = daily.map(({ id }) => id);

	it('is listed whole, each campaign once', async () => {
		expect(await list(ALL)).toEqual(ids);
		expect(await list({ ...ALL, options: { way: 'desc' } })).toEqual([...ids].reverse());
	});

	it.each([88, 100, 177])('gives as many as the limit of %i says', async (limit) => {
		expect(await list({ limit })).toEqual(ids.slice(0, limit));
		expect(await list({ limit, options: { way: 'desc' } })).toEqual(
			[...ids].reverse().slice(0, limit),
		);
	});
});
