import type { IDataObject } from 'n8n-workflow';
import {
	account,
	beginStub,
	campaign,
	campaigns,
	endStub,
	listOf,
	polls,
	stub,
	trigger,
} from './contraryTriggerSupport.mts';
import type { Campaign, ListBody } from './contraryTriggerSupport.mts';

/**
 * The polling trigger at services that answer in ways which the specification leaves open: it misses nothing, invents nothing, and no
 * list holds it up.
 */
beforeAll(beginStub);
afterAll(endStub);

const isAbout = ({ campaign_id }: IDataObject) => campaign_id;
const withoutTotal = ({ data }: ListBody): ListBody => ({ data });

describe('a list of campaigns', () => {
	it('that counts 57 and shows none of them begins no watch', async () => {
		const all = campaigns(57, 1000);
		stub.answer = listOf(all, 500, (body) => ({ ...body, data: [] }));
		const poll = trigger({ event: 'campaignStatusChanged', messageType: 'sms' });
		await expect(poll()).rejects.toThrow('something other than what was asked for');
		stub.answer = listOf(all);
		expect(await polls(2, poll)).toEqual([]);
	});

	it.each([true, false])(
		'that shows an empty page in its middle is read on behind it (total told: %s)',
		async (tells) => {
			const all = campaigns(200, 1000);
			for (const one of all.slice(50, 60)) one.status = 'sending';
			const told = (body: ListBody) => (tells ? body : withoutTotal(body));
			stub.answer = listOf(all, 30, (body, offset) =>
				told(offset === 60 ? { ...body, data: [] } : body),
			);
			const poll = trigger({ event: 'campaignFinished', messageType: 'sms' });
			await poll();
			stub.answer = listOf(all, 30, told);
			await polls(3, poll);
			for (const one of all) one.status = 'done';
			expect(await polls(3, poll)).toHaveLength(10);
		},
	);

	it('that shows nothing behind its first page holds no poll up', async () => {
		const all = campaigns(5, 1);
		stub.answer = listOf(all, 30, ({ data }, offset) => ({ data: offset === 0 ? data : [] }));
		const poll = trigger({ event: 'campaignStatusChanged', messageType: 'sms' });
		await poll();
		all.push(...campaigns(40, 100, 'sending'));
		expect(await poll()).toHaveLength(30);
		all.push(campaign(200, 'sending'));
		stub.asked = [];
		expect((await poll()).map(isAbout)).toEqual([200]);
		expect(stub.asked.length).toBeLessThan(5);
	});

	it.each([
		['pages of 20', 20, (body: ListBody) => withoutTotal(body)],
		[
			'a null among the records',
			30,
			({ data }: { data: Campaign[] }) => ({
				data: data.map((one, at) => (at === 5 ? null : one)),
			}),
		],
	] as const)('that tells no total is read on behind a short page: %s', async (_, cap, change) => {
		const all = [campaign(1)];
		stub.answer = listOf(all, cap, withoutTotal);
		const poll = trigger({ event: 'campaignStatusChanged', messageType: 'sms' });
		await poll();
		all.push(...campaigns(60, 100, 'sending'));
		stub.answer = listOf(all, cap, change);
		const first = await poll();
		stub.answer = listOf(all, cap, withoutTotal);
		expect([...first, ...(await polls(4, poll))]).toHaveLength(60);
	});

	it('that is a map by ID holds no poll up', async () => {
		const all = campaigns(100, 1000);
		const asMap = ({ data, meta }: ListBody & { data: Campaign[] }) => ({
			data: Object.fromEntries(data.map((one) => [one.id, one])),
			meta,
		});
		stub.answer = listOf(all, 30, asMap);
		const poll = trigger({ event: 'campaignStatusChanged', messageType: 'sms' });
		await poll();
		all.push(...campaigns(70, 1200, 'sending'));
		expect(await polls(2, poll)).toHaveLength(70);
		stub.answer = listOf(all, 30, (body) => withoutTotal(asMap(body)));
		all.push(campaign(1300, 'sending'));
		expect(await polls(2, poll)).toHaveLength(1);
	});

	it('that shows campaigns of the other type as well reports each once', async () => {
		const all = [campaign(1010, 'sending'), { ...campaign(1011, 'sending'), message_type: 'rcs' }];
		stub.answer = () => ({ body: { data: all, meta: { page: { total: 2 } } } });
		const poll = trigger({ event: 'campaignFinished', messageType: 'both' });
		await poll();
		for (const one of all) one.status = 'done';
		expect((await poll()).map(isAbout)).toEqual([1010, 1011]);
	});

	it('that shows a page of the other type first is read on behind it', async () => {
		const all = campaigns(40, 1);
		const unfiltered = listOf(all, 30);
		stub.answer = ({ query, ...asked }) => {
			const all = new URLSearchParams(query);
			all.delete('filter[type]');
			return unfiltered({ ...asked, query: all });
		};
		const poll = trigger({ event: 'campaignStatusChanged', messageType: 'rcs' });
		await poll();
		all.push({ ...campaign(99, 'sending'), message_type: 'rcs' });
		all.push(...campaigns(40, 100, 'sending'));
		expect((await poll()).map(isAbout)).toEqual([99]);
	});

	it('of which a page names no IDs holds no poll up', async () => {
		const all = campaigns(40, 1);
		stub.answer = listOf(all, 30);
		const poll = trigger({ event: 'campaignStatusChanged', messageType: 'sms' });
		await poll();
		stub.answer = listOf(all, 30, ({ data, meta }) => ({
			data: data.map(({ status }) => ({ status })),
			meta,
		}));
		all.push(...campaigns(40, 100));
		stub.asked = [];
		await poll();
		expect(stub.asked.length).toBeLessThan(20);
	});
});

describe('unfinished campaigns', () => {
	it('are found where sort=status goes by another order than that of the letters', async () => {
		const all = Array.from({ length: 1500 }, (_, at) => campaign(1000 + at, 'done', 60 - at / 30));
		for (const one of all.slice(100, 140)) one.status = 'scheduled';
		for (const one of all.slice(200, 203)) one.status = 'paused';
		stub.answer = listOf(all, 30);
		const poll = trigger({ event: 'campaignFinished', messageType: 'sms' });
		await polls(6, poll);
		for (const one of all) one.status = 'done';
		expect(await polls(8, poll)).toHaveLength(43);
	});

	it('are not pushed out by those of a status that nobody knows', async () => {
		const all = [
			campaign(900, 'sending'),
			campaign(901, 'scheduled'),
			...campaigns(320, 1000, 'archived'),
		];
		stub.answer = listOf(all);
		const poll = trigger({ event: 'campaignFinished', messageType: 'sms' });
		await polls(2, poll);
		for (const one of all.slice(0, 2)) one.status = 'done';
		expect((await polls(3, poll)).map(isAbout)).toEqual([900, 901]);
	});
});

it('the test step tells of the next message where one cannot be read', async () => {
	stub.answer = ({ path }) =>
		path.endsWith('/1')
			? { status: 403, body: { code: 403, message: 'Forbidden' } }
			: { body: { id: 2, msisdn: '380991112233', status: 'delivered', error: 0 } };
	const items = await stub.engine.poll({
		parameters: { event: 'messageStatusChanged', lookUpBy: 'id', messageIds: '1, 2', options: {} },
		credential: account(),
		mode: 'manual',
	});
	expect(items?.[0]?.map(({ json }) => json)).toMatchObject([{ message_id: 2, sample: false }]);
});

it('a node that is copied with its ID begins a watch of its own', async () => {
	const all = [campaign(1, 'sending'), campaign(2, 'sending')];
	const [one] = all;
	stub.answer = listOf(all);
	const credential = account();
	const request = (name: string, beside: string, options = {}) => ({
		parameters: { event: 'campaignStatusChanged', messageType: 'sms', options },
		node: { id: 'copied', name },
		credential,
		beside,
	});
	const staticData = {};
	const original = request('A', 'B');
	await stub.engine.poll({ ...original, staticData });
	if (one) one.status = 'done';
	await stub.engine.poll({ ...original, staticData });
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
	const items = await stub.engine.poll(request('B', 'A', { reportExisting: true }));
	clock.mockRestore();
	const told = items?.[0]?.map(({ json }) => [json.campaign_id, json.existing, json.repeated]);
	expect(told).toEqual([[2, true, false]]);
});

describe('campaigns that are named', () => {
	const parameters = { event: 'campaignFinished', messageType: 'sms' };

	it.each(['abc', 'Sale', '-5'])('are refused where one is no ID: %s', async (campaignIds) => {
		await expect(trigger({ ...parameters, options: { campaignIds } })()).rejects.toThrow(
			'Campaign IDs',
		);
	});

	it.each(['001010', 'https://host/campaigns/1010', '#1010'])(
		'are found or refused as they are pasted: %s',
		async (campaignIds) => {
			const one = campaign(1010, 'sending');
			stub.answer = listOf([one]);
			const poll = trigger({ ...parameters, options: { campaignIds } });
			const isRefused = await poll().then(
				() => false,
				() => true,
			);
			one.status = 'done';
			expect(isRefused || (await poll()).length === 1).toBe(true);
		},
	);

	it('are the same watch in another order', async () => {
		const [one, other] = [campaign(1010, 'sending'), campaign(1011, 'sending')];
		stub.answer = listOf([one, other]);
		const poll = trigger(parameters);
		await poll({ options: { campaignIds: '1010, 1011', senders: 'Shop, Other' } });
		one.status = 'done';
		const again = { options: { campaignIds: '1011, 1010', senders: 'other, shop' } };
		expect(await poll(again)).toMatchObject([{ campaign_id: 1010 }]);
	});
});

describe('progress', () => {
	it.each([null, {}, 'text', undefined])(
		'is none where the counters of a campaign are left out once (%j)',
		async (statistics) => {
			const one = campaign(1, 'sending');
			stub.answer = listOf([one]);
			const poll = trigger({ event: 'campaignProgress', messageType: 'sms' });
			await poll();
			one.statistics = statistics;
			expect(await poll()).toEqual([]);
			one.statistics = { sent: 10, delivered: 7 };
			expect(await poll()).toMatchObject([{ previous_delivered: 5, delivered: 7 }]);
		},
	);

	it('is none of a task where a counter is left out once', async () => {
		let body: IDataObject = { task_id: 5, sent: 10, delivered: 5, error: 0 };
		stub.answer = () => ({ body });
		const poll = trigger({ event: 'bulkTaskProgress', taskIds: '5' });
		await poll();
		body = { task_id: 5, sent: 10, error: 0 };
		expect(await poll()).toEqual([]);
		body = { task_id: 5, sent: 10, delivered: 7, error: 0 };
		expect(await poll()).toMatchObject([{ previous_delivered: 5, delivered: 7 }]);
	});

	it('is none of a task where a fault stands beside the counters', async () => {
		let body: IDataObject = { task_id: 5, sent: 10, delivered: 5, error: 0 };
		stub.answer = () => ({ body });
		const poll = trigger({ event: 'bulkTaskProgress', taskIds: '5' });
		await poll();
		body = { sent: 3, delivered: 1, success: false, message: 'Forbidden' };
		await expect(poll()).rejects.toThrow();
	});

	it('does not finish a task of which a counter is left out', async () => {
		let body: IDataObject = { task_id: 5, sent: 10, delivered: 9, expired: 1 };
		stub.answer = () => ({ body });
		const poll = trigger({ event: 'bulkTaskFinished', taskIds: '5' });
		await poll();
		body = { task_id: 5, sent: 10 };
		expect(await poll()).toEqual([]);
	});
});

it.each([
	{ task_id: 5, message: 'pending' },
	{ sent: false },
	{ sent: '2026-06-01 10:00:00', id: 5, status: 'sent' },
	{ sent: 3, delivered: 1, success: false },
])('Bulk Task: Get takes %j for no task', async (body) => {
	stub.answer = () => ({ body });
	expect((await stub.run('bulkTask.get', { taskId: '5' })).status).toBe('error');
});
