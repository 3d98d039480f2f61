import { jest } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import {
	account,
	beginStub,
	campaign,
	campaigns,
	endStub,
	listOf,
	polls,
	reply,
	serviceTime,
	stub,
	trigger,
} from './contraryTriggerSupport.mts';
import type { Answer } from './stubService.mts';

/** What else may change under a watch than the things that it watches: the form, the lists while they are read, and what the service takes. */
beforeAll(beginStub);
afterAll(endStub);

const NOT_FOUND = { status: 404, body: { code: 404, message: 'Not found' } };

describe('another time zone in the credential', () => {
	it('makes no news of replies that were known', async () => {
		const result = [reply('Before the watch')];
		stub.answer = ({ path }) =>
			path === '/rest/sms/2wayIncoming'
				? { body: { error: 0, result, total_count: result.length } }
				: NOT_FOUND;
		const credential = account();
		const poll = trigger({ event: 'messageReceived' }, { id: 'zone' }, credential);
		await poll();
		result.push(reply('STOP'));
		expect(await poll()).toMatchObject([{ text: 'STOP' }]);
		credential.data.timeZone = 'Europe/Kyiv';
		expect(await polls(2, poll)).toEqual([]);
		result.push(reply('After the change'));
		expect(await poll()).toMatchObject([{ text: 'After the change' }]);
	});
});

it('another address for /rest in the credential begins a new watch', async () => {
	const result: IDataObject[] = [];
	stub.answer = () => ({ body: { error: 0, result, total_count: result.length } });
	const credential = account();
	const poll = trigger({ event: 'messageReceived' }, { id: 'rest' }, credential);
	await poll();
	credential.data.restBaseUrl = stub.baseUrl;
	result.push(reply('The same address', 600));
	expect(await poll()).toMatchObject([{ text: 'The same address' }]);
	credential.data.restBaseUrl = stub.baseUrl.replace('127.0.0.1', 'localhost');
	result.push(reply('Another account has it', 600));
	expect(await polls(2, poll)).toEqual([]);
});

describe('a list of replies that shows the newest 100 of a period', () => {
	it.each([true, false])('misses none of 150 that came at once (total told: %s)', async (tells) => {
		const begun = Date.now() - 3_600_000;
		const all: IDataObject[] = [];
		const receive = (count: number) => {
			for (let left = count; left > 0; left -= 1)
				all.push({
					sender: 'Shop',
					recipient: String(380991110000 + all.length),
					message: 'Yes',
					time_received: serviceTime(begun + all.length * 1000),
				});
		};
		stub.answer = ({ path, query }) => {
			if (path !== '/rest/sms/2wayIncoming') return NOT_FOUND;
			const [from, to] = ['start_date', 'end_date'].map((name) => query.get(name) ?? '');
			const found = all.filter(({ time_received }) => {
				const time = String(time_received);
				return time >= String(from) && time <= String(to);
			});
			const total = tells ? { total_count: found.length } : {};
			return { body: { error: 0, result: found.slice(-100), ...total } };
		};
		const poll = trigger({ event: 'messageReceived' });
		receive(10);
		await poll();
		receive(150);
		const phones = (await polls(2, poll)).map(({ phone }) => phone);
		expect(new Set(phones).size).toBe(150);
		expect(phones).toHaveLength(150);
		stub.asked = [];
		await poll();
		expect(stub.asked.length).toBeLessThan(5);
	});
});

describe('a list of campaigns', () => {
	const isAbout = ({ campaign_id }: IDataObject) => campaign_id;
	const refused = (field: string) => ({
		status: 422,
		body: { message: 'The given data was invalid.', errors: { [field]: ['is out of range'] } },
	});
	/** Time that passes with each request, in milliseconds. */
	function slowly(ms: number): { passed: () => number; pass: () => void } {
		const begun = Date.now();
		let passed = 0;
		jest.spyOn(Date, 'now').mockImplementation(() => begun + passed);
		return { passed: () => passed, pass: () => void (passed += ms) };
	}
	afterEach(() => void jest.restoreAllMocks());

	it('of a service that takes no period which ends ahead of it shows the end of an old one', async () => {
		const all = campaigns(60, 1000);
		const [oldest] = all;
		if (oldest) oldest.status = 'sending';
		const page = listOf(all, 30);
		stub.answer = (asked) => {
			const to = asked.query.get('filter[to]') ?? '';
			return to > serviceTime(Date.now()) ? refused('filter.to') : page(asked);
		};
		const poll = trigger({ event: 'campaignFinished', messageType: 'sms' });
		await polls(3, poll);
		if (oldest) oldest.status = 'done';
		expect((await polls(3, poll)).map(isAbout)).toEqual([1000]);
	});

	it('shows one of more than three months by the whole period in which it was created', async () => {
		const old = campaign(1, 'sending', 200);
		const all = [old, ...campaigns(60, 1000)];
		const page = listOf(all, 30);
		const periods = new Set<string>();
		stub.answer = (asked) => {
			const [from, to] = ['from', 'to'].map((name) => asked.query.get(`filter[${name}]`));
			if (from) periods.add(`${from} ${to}`);
			return page(asked);
		};
		const poll = trigger({ event: 'campaignFinished', messageType: 'sms' });
		await polls(3, poll);
		old.status = 'done';
		expect((await polls(3, poll)).map(isAbout)).toEqual([1]);
		expect([...periods].join()).not.toContain('null');
	});

	it.each([50, 100, 499])(
		'is read in smaller pages where no more than %d are given',
		async (most) => {
			const all = campaigns(120, 1000);
			const page = listOf(all, most);
			stub.answer = (asked) =>
				Number(asked.query.get('page[limit]')) > most ? refused('page.limit') : page(asked);
			const poll = trigger({ event: 'campaignFinished', messageType: 'sms' });
			await poll();
			all.push(...campaigns(70, 5000));
			expect(await polls(2, poll)).toHaveLength(70);
		},
	);

	it('says what it does not take where that is not the size of a page', async () => {
		stub.answer = () => refused('filter.type');
		const poll = trigger({ event: 'campaignFinished', messageType: 'sms' });
		await expect(poll()).rejects.toThrow('did not accept a field');
	});

	it.each([
		['done', 'done'],
		['done', 'sending'],
	])('that shows a new one twice on a page reports its end once: %s, %s', async (one, other) => {
		const all = [campaign(1)];
		stub.answer = listOf(all);
		const poll = trigger({ event: 'campaignFinished', messageType: 'sms' });
		await poll();
		all.push(campaign(2, other), campaign(2, one));
		const items = await poll();
		all.splice(1, 1);
		expect([...items, ...(await polls(2, poll))].map(isAbout)).toEqual([2]);
	});

	it('that moves while it is read for the first time reports each once', async () => {
		const all = campaigns(100, 1000);
		const page = listOf(all, 30);
		stub.answer = (asked) => {
			if (stub.asked.length === 2) all.push(campaign(2000));
			return page(asked);
		};
		stub.asked = [];
		const items = await stub.engine.poll({
			parameters: { event: 'campaignFinished', messageType: 'sms', options: {} },
			credential: account(),
			node: { id: 'moves' },
			activation: 'init',
		});
		const ids = (items?.[0] ?? []).map(({ json }) => json.event_id);
		expect(ids.length).toBeGreaterThanOrEqual(100);
		expect(new Set(ids).size).toBe(ids.length);
	});

	it('that is slow does not hold up an activation longer than n8n waits for it', async () => {
		const all = campaigns(900, 1000);
		const [oldest] = all;
		if (oldest) oldest.status = 'sending';
		const page = listOf(all, 30);
		const { passed, pass } = slowly(6_000);
		stub.answer = (asked) => {
			pass();
			return page(asked);
		};
		const poll = trigger({ event: 'campaignFinished', messageType: 'sms' });
		await poll();
		expect(passed()).toBeLessThan(84_000);
		jest.restoreAllMocks();
		stub.answer = page;
		expect(await polls(10, poll)).toEqual([]);
		if (oldest) oldest.status = 'done';
		expect((await polls(3, poll)).map(isAbout)).toEqual([1000]);
	});

	it.each([5, 30])('of %d that are shown at every offset is read a few times', async (count) => {
		const all = campaigns(count, 1000);
		const page = listOf(all);
		stub.answer = (asked) => {
			asked.query.set('page[offset]', '0');
			const { data } = page(asked).body as IDataObject;
			return { body: { data } };
		};
		const poll = trigger({ event: 'campaignFinished', messageType: 'sms' });
		stub.asked = [];
		await poll();
		await polls(3, poll);
		expect(stub.asked.length).toBeLessThan(10);
		all.push(campaign(5000));
		expect((await poll()).map(isAbout)).toEqual([5000]);
	});
});

describe.each([
	{ event: 'messageStatusChanged', lookUpBy: 'id', messageIds: '5' },
	{ event: 'messageStatusChanged', lookUpBy: 'reference', references: 'a5' },
	{ event: 'bulkTaskFinished', taskIds: '5' },
])('what is named by %j', (parameters) => {
	it.each<Answer>([
		{
			status: 404,
			headers: { 'content-type': 'text/html' },
			body: '<html><h1>404 Not Found</h1><hr>nginx</html>',
		},
		{ status: 404, body: '' },
		{ status: 404, body: '404 page not found' },
		{ status: 404, body: {} },
		{ status: 404, body: { message: 'The route rest/sms/5 could not be found.' } },
		{ status: 404, body: { message: 'no Route matched with those values' } },
		{ status: 404, body: { error: { message: 'Unknown endpoint' } } },
		{ status: 404, body: { error: '4', errorDescription: 'Unsupported request' } },
	])('is not waited for where nobody handles its address: %j', async (answer) => {
		stub.answer = () => answer;
		const poll = trigger(parameters);
		await expect(poll()).rejects.toThrow();
		await expect(poll()).rejects.toThrow();
	});

	it.each<Answer>([
		NOT_FOUND,
		{ status: 404, body: { code: 404 } },
		{ status: 404, body: { message: 'SMS not found' } },
		{ status: 404, body: { error: 'No such message', path: '/rest/sms/5' } },
		{ status: 404, body: { detail: 'Task 5 does not exist' } },
		{ status: 404, body: { error: '20', errorDescription: 'SMS not found' } },
		{ body: { error: 30, errorDescription: 'Task not found' } },
		{ body: { error: '29' } },
	])('is waited for where the service does not know it yet: %j', async (answer) => {
		stub.answer = () => answer;
		expect(await polls(2, trigger(parameters))).toEqual([]);
	});
});

it.each(['/rest/sms/5', '/rest/sms/task/5'])(
	'a bulk task is waited for where the service has one of its paths, and not %s',
	async (missing) => {
		let isKnown = false;
		stub.answer = ({ path }) =>
			path === missing
				? { status: 404, body: '<html>404 Not Found</html>' }
				: { body: isKnown ? { task_id: 5, sent: 1, delivered: 1, error: 0 } : { error: 30 } };
		const poll = trigger({ event: 'bulkTaskFinished', taskIds: '5', options: { expected: 1 } });
		expect(await polls(2, poll)).toEqual([]);
		isKnown = true;
		expect(await poll()).toMatchObject([{ task_id: 5 }]);
	},
);

describe('a named message that the service refuses', () => {
	const FORBIDDEN = { status: 403, body: { code: 403, message: 'Forbidden' } };
	const message = (status: string) => ({
		body: { id: 2, msisdn: '380991112233', status, error: 0 },
	});

	it('fails no poll once the others are over', async () => {
		let status = 'sent';
		stub.answer = ({ path }) => (path.endsWith('/1') ? FORBIDDEN : message(status));
		const poll = trigger({ event: 'messageStatusChanged', lookUpBy: 'id', messageIds: '1, 2' });
		await poll();
		status = 'delivered';
		expect(await poll()).toMatchObject([{ message_id: 2 }]);
		expect(await polls(3, poll)).toEqual([]);
	});

	it('says so where all of them are refused, those among them that were read before', async () => {
		let isOpen = true;
		stub.answer = ({ path }) => (path.endsWith('/1') || !isOpen ? FORBIDDEN : message('delivered'));
		const poll = trigger({ event: 'messageStatusChanged', lookUpBy: 'id', messageIds: '1, 2' });
		await poll();
		isOpen = false;
		await expect(poll()).rejects.toThrow('may not do this');
	});
});

describe('a campaign whose messages the service refuses', () => {
	afterEach(() => void jest.restoreAllMocks());

	it('fails no poll while those of another can be read', async () => {
		const begun = Date.now();
		let minutes = 0;
		jest.spyOn(Date, 'now').mockImplementation(() => begun + minutes * 60_000);
		jest.spyOn(performance, 'now').mockImplementation(() => minutes * 60_000);
		const all = [campaign(1, 'sending'), campaign(2, 'sending')];
		const lists = listOf(all);
		let status = 'sent';
		let isOpen = true;
		stub.answer = (asked) => {
			if (asked.path !== '/api/messages') return lists(asked);
			const id = asked.query.get('filter[campaign_id]');
			if (id === '1' || !isOpen) return { status: 403, body: { code: 403, message: 'Forbidden' } };
			const isFirst = Number(asked.query.get('page[offset]')) === 0;
			const data = isFirst ? [{ id: 20, campaign_id: 2, phone: '380991112233', status }] : [];
			return { body: { data, meta: { page: { total: 1 } } } };
		};
		const poll = trigger({ event: 'campaignMessageFinished', messageType: 'sms' });
		for (; minutes < 90; minutes += 1) await poll();
		status = 'delivered';
		const items: IDataObject[] = [];
		for (; minutes < 100; minutes += 1) items.push(...(await poll()));
		expect(items).toMatchObject([{ message_id: 20, status: 'delivered' }]);
		isOpen = false;
		minutes += 30;
		await expect(poll()).rejects.toThrow('may not do this');
	});
});
