import type { IDataObject, INode } from 'n8n-workflow';
import type { StoredCredential } from './harness.mts';
import { KEY, openStub } from './stubService.mts';
import type { Answer, Asked, Stub } from './stubService.mts';

/**
 * The polling trigger at services that answer in ways which the specification leaves open: it misses nothing, invents nothing, and no
 * list holds it up.
 */
let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

let nodes = 0;
const account = (): StoredCredential =>
	stub.engine.store({
		baseUrl: stub.baseUrl,
		apiKey: KEY,
		authentication: 'apiKey',
		timeZone: 'UTC',
	});

type Poll = (more?: IDataObject) => Promise<IDataObject[]>;

/** A trigger node with a memory of its own; each call is a poll, and returns the items. */
function trigger(
	parameters: IDataObject,
	node: Partial<INode> = { id: `contrary-${(nodes += 1)}` },
	credential = account(),
): Poll {
	const staticData: IDataObject = {};
	return async (more = {}) => {
		const items = await stub.engine.poll({
			parameters: { options: {}, ...parameters, ...more } as never,
			staticData,
			node,
			credential,
		});
		return items?.[0]?.map(({ json }) => json) ?? [];
	};
}

/** The items of so many polls. */
async function polls(count: number, poll: Poll): Promise<IDataObject[]> {
	const items: IDataObject[] = [];
	for (let round = 0; round < count; round += 1) items.push(...(await poll()));
	return items;
}

interface Campaign {
	id: number;
	status: string;
	message_type: string;
	created_at: string;
	statistics: unknown;
	[name: string]: unknown;
}

const serviceTime = (at: number): string =>
	new Date(at).toISOString().slice(0, 19).replace('T', ' ');

const campaign = (id: number, status = 'done', days = 0): Campaign => ({
	id,
	status,
	message_type: 'sms',
	sender: 'Shop',
	created_at: serviceTime(Date.now() - days * 86_400_000),
	finished_at: null,
	statistics: { sent: 10, delivered: 5 },
});

const campaigns = (count: number, first: number, status = 'done'): Campaign[] =>
	Array.from({ length: count }, (_, at) => campaign(first + at, status));

/** Statuses in the course of a campaign's life: 4.10 names no order for `sort=status`. */
const LIFE = [
	'creation',
	'moderation',
	'spam',
	'scheduled',
	'sending',
	'paused',
	'stopped',
	'done',
];

/** What a list says of itself, before a test changes it. */
interface ListBody {
	data: unknown;
	meta?: { page: { total: number } };
}

/** The list of campaigns (4.10), in pages of `cap` at most; `change` alters a page. */
function listOf(
	all: readonly Campaign[],
	cap = 500,
	change: (body: ListBody & { data: Campaign[] }, offset: number) => ListBody = (body) => body,
): (asked: Asked) => Answer {
	return ({ path, query }) => {
		if (path !== '/api/campaign') return { status: 404, body: { code: 404, message: 'Not found' } };
		const way = query.get('way') === 'desc' ? -1 : 1;
		const byStatus = query.get('sort') === 'status';
		const rank = ({ status }: Campaign) => (byStatus ? LIFE.indexOf(status) : 0);
		const found = all
			.filter(
				(one) =>
					[null, one.message_type].includes(query.get('filter[type]')) &&
					one.created_at >= (query.get('filter[from]') ?? '') &&
					[null, String(one.id)].includes(query.get('filter[value]')),
			)
			.sort(
				(one, other) =>
					way * (rank(one) - rank(other)) || (byStatus ? 1 : way) * (one.id - other.id),
			);
		const offset = Number(query.get('page[offset]') ?? 0);
		const limit = Math.min(cap, Number(query.get('page[limit]') ?? 50));
		const data = found.slice(offset, offset + limit);
		return { body: change({ data, meta: { page: { total: found.length } } }, offset) };
	};
}

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

describe('replies', () => {
	interface Reply {
		id?: number;
		sender: string;
		phone: string;
		text: string;
		date: string;
	}

	/** Replies that came one a second, up to now; each equals others but for its time and, where it has one, its ID. */
	const replies = (count: number, named: boolean, perSecond = 1): Reply[] =>
		Array.from({ length: count }, (_, at) => ({
			...(named && { id: at + 1 }),
			sender: 'Shop',
			phone: '380991112233',
			text: 'Yes',
			date: serviceTime(Date.now() - Math.floor((count - 1 - at) / perSecond) * 1000),
		}));

	/** The list of replies, of which a service shows 100 of a period. */
	const received =
		(all: () => readonly Reply[], shows: 'oldest' | 'newest', counts: boolean) =>
		({ path, query }: Asked): Answer => {
			if (path !== '/rest/sms/2wayIncoming') return { status: 404, body: {} };
			const [from, to] = [query.get('start_date') ?? '', query.get('end_date') ?? ''];
			const found = all().filter(({ date }) => date >= from && date <= to);
			const result = shows === 'oldest' ? found.slice(0, 100) : found.slice(-100);
			return { body: { error: 0, result, ...(counts && { total_count: found.length }) } };
		};

	it.each([
		['oldest', true, true],
		['oldest', true, false],
		['oldest', false, true],
		['oldest', false, false],
		['newest', true, true],
		['newest', false, true],
	] as const)(
		'of which the service shows the %s 100 (IDs: %s, a total: %s) all come, each once',
		async (shows, named, counts) => {
			const all = replies(350, named);
			let count = 0;
			stub.answer = received(() => all.slice(0, count), shows, counts);
			const poll = trigger({ event: 'messageReceived' });
			await poll();
			count = 90;
			expect(await poll()).toHaveLength(90);
			count = 250;
			expect(await polls(2, poll)).toHaveLength(160);
			count = 350;
			expect(await polls(2, poll)).toHaveLength(100);
			expect(await polls(2, poll)).toEqual([]);
		},
	);

	it('of more than a poll can read follow at the next polls', async () => {
		const all = replies(3000, true, 2);
		let count = 0;
		stub.answer = received(() => all.slice(0, count), 'oldest', true);
		const poll = trigger({ event: 'messageReceived', options: { words: 'Yes' } });
		await poll();
		count = 3000;
		const now = Date.now();
		const clock = jest.spyOn(Date, 'now');
		const ids: unknown[] = [];
		// Events keep room for two minutes.
		for (let round = 1; round <= 20; round += 1) {
			clock.mockReturnValue(now + round * 400_000);
			stub.asked = [];
			ids.push(...(await poll()).map(({ reply_id }) => reply_id));
			expect(stub.asked.length).toBeLessThanOrEqual(11);
		}
		clock.mockRestore();
		expect(ids).toHaveLength(3000);
		expect(new Set(ids).size).toBe(3000);
	});

	it('of a second of which the service does not show all hold up no others', async () => {
		const all = replies(150, true, 150);
		let count = 0;
		stub.answer = received(() => all.slice(0, count), 'oldest', true);
		const poll = trigger({ event: 'messageReceived' });
		await poll();
		count = 150;
		expect(await poll()).toHaveLength(100);
		all.push({ ...all[0], id: 151, date: serviceTime(Date.now() + 2000) } as Reply);
		count = 151;
		expect((await poll()).map(({ reply_id }) => reply_id)).toEqual([151]);
	});
});
