import type { IDataObject } from 'n8n-workflow';
import {
	beginStub,
	campaign,
	campaigns,
	endStub,
	listOf,
	polls,
	stub,
	trigger,
} from './contraryTriggerSupport.mts';
import type { Campaign } from './contraryTriggerSupport.mts';
import { pageOf } from './stubService.mts';

/** The types of campaigns under SMS and RCS: the service may tell the type of a campaign late or not at all, and refuse one of the lists for a while. */
beforeAll(beginStub);
afterAll(endStub);

const typeless = (id: number, status: string): Campaign => {
	const one = campaign(id, status);
	delete one.message_type;
	return one;
};
const ofRcs = (id: number): Campaign => ({ ...campaign(id), message_type: 'rcs' });

/** Lets the service answer with these campaigns; one that heeds no type shows both types in both lists. */
function show(all: readonly Campaign[], heeds = true): void {
	const list = listOf(all);
	stub.answer = (asked) => {
		if (!heeds) asked.query.delete('filter[type]');
		return list(asked);
	};
}

const statusesOf = (items: readonly IDataObject[]): unknown[] => items.map(({ status }) => status);

describe.each([true, false])(
	'a campaign that tells its type late, where the service heeds that of what tells one: %s',
	(heeds) => {
		it.each(['rcs', 'sms'])('is followed to its end: %s', async (type) => {
			const all = [campaign(1), ofRcs(2)];
			show(all, heeds);
			const poll = trigger({ event: 'campaignStatusChanged', messageType: 'both' });
			await poll();
			const fresh = typeless(9, 'creation');
			all.push(fresh);
			const items = await polls(2, poll);
			Object.assign(fresh, { message_type: type });
			for (const status of ['sending', 'paused', 'sending', 'done']) {
				fresh.status = status;
				items.push(...(await polls(3, poll)));
			}
			items.push(...(await polls(10, poll)));
			expect(statusesOf(items)).toEqual(['creation', 'sending', 'paused', 'sending', 'done']);
			expect(new Set(items.map(({ event_id: id }) => id)).size).toBe(5);
		});

		it('is no news where it was there before the watch, and its change is', async () => {
			const old = typeless(3, 'creation');
			show([campaign(1), ofRcs(2), old], heeds);
			const poll = trigger({ event: 'campaignStatusChanged', messageType: 'both' });
			await poll();
			old.message_type = 'rcs';
			expect(await polls(3, poll)).toEqual([]);
			old.status = 'sending';
			expect(await polls(3, poll)).toMatchObject([
				{ status: 'sending', previous_status: 'creation' },
			]);
		});

		it('is followed on where it leaves the type out again', async () => {
			const all = [campaign(1), ofRcs(2)];
			show(all, heeds);
			const poll = trigger({ event: 'campaignStatusChanged', messageType: 'both' });
			await poll();
			const fresh = typeless(9, 'creation');
			all.push(fresh);
			const items = await polls(2, poll);
			Object.assign(fresh, { message_type: 'rcs', status: 'sending' });
			items.push(...(await polls(2, poll)));
			delete fresh.message_type;
			items.push(...(await polls(12, poll)));
			fresh.status = 'done';
			items.push(...(await polls(3, poll)));
			expect(statusesOf(items)).toEqual(['creation', 'sending', 'done']);
		});

		it('is found where newer ones have pushed it off the page', async () => {
			const all = [campaign(1), ofRcs(2)];
			show(all, heeds);
			const poll = trigger({
				event: 'campaignFinished',
				messageType: 'both',
				options: { senders: 'Shop' },
			});
			await poll();
			const fresh = typeless(9, 'creation');
			all.push(fresh);
			await polls(2, poll);
			const newer = campaigns(1200, 10).map((one) => ({ ...one, sender: 'Bookstore' }));
			for (const one of newer) one.message_type = one.id % 2 === 0 ? 'rcs' : 'sms';
			all.push(...newer);
			expect(await polls(2, poll)).toEqual([]);
			Object.assign(fresh, { message_type: 'rcs', status: 'sending' });
			expect(await polls(3, poll)).toEqual([]);
			fresh.status = 'done';
			expect(await polls(3, poll)).toMatchObject([{ campaign_id: 9, status: 'done' }]);
		});

		it('and its sender as well is reported with all that it passed', async () => {
			const all = [campaign(1), ofRcs(2)];
			show(all, heeds);
			const poll = trigger({
				event: 'campaignStatusChanged',
				messageType: 'both',
				options: { senders: 'Shop' },
			});
			await poll();
			const fresh: Campaign = { ...typeless(9, 'creation'), sender: null };
			all.push(fresh);
			expect(await polls(2, poll)).toEqual([]);
			Object.assign(fresh, { message_type: 'rcs', status: 'scheduled' });
			expect(await polls(2, poll)).toEqual([]);
			Object.assign(fresh, { sender: 'Shop', status: 'sending' });
			expect(statusesOf(await polls(2, poll))).toEqual(['creation', 'scheduled', 'sending']);
		});

		it('has its messages reported once', async () => {
			const all = [campaign(1), ofRcs(2)];
			show(all, heeds);
			const list = stub.answer;
			const messages: IDataObject[] = [];
			stub.answer = (asked) =>
				asked.path === '/api/messages'
					? { body: pageOf(asked.query.get('filter[campaign_id]') === '9' ? messages : []) }
					: list(asked);
			const poll = trigger({ event: 'campaignMessageFinished', messageType: 'both' });
			await poll();
			const fresh = typeless(9, 'creation');
			all.push(fresh);
			await polls(2, poll);
			Object.assign(fresh, { message_type: 'rcs', status: 'sending' });
			messages.push({ id: 90, campaign_id: 9, phone: 380991112233, status: 'delivered' });
			expect(await polls(3, poll)).toMatchObject([{ message_id: 90 }]);
		});
	},
);

it('a campaign that is made between the looks at the two lists, and tells its type before the next poll, is reported', async () => {
	const all = [campaign(1), ofRcs(2)];
	show(all);
	const list = stub.answer;
	const fresh = typeless(9, 'creation');
	stub.answer = (asked) => {
		// The list of SMS was read before it was made.
		if (asked.query.get('filter[type]') === 'rcs' && isSecond && !all.includes(fresh))
			all.push(fresh);
		return list(asked);
	};
	let isSecond = false;
	const poll = trigger({ event: 'campaignStatusChanged', messageType: 'both' });
	await poll();
	isSecond = true;
	const items = await poll();
	Object.assign(fresh, { message_type: 'rcs', status: 'sending' });
	items.push(...(await polls(2, poll)));
	fresh.status = 'done';
	items.push(...(await polls(2, poll)));
	expect(statusesOf(items)).toEqual(['sending', 'done']);
});

it('campaigns of two types under one ID are told apart where one of them tells its type late', async () => {
	const lists = {
		sms: [{ ...typeless(1, 'sending'), created_at: '2026-01-05 10:00:00' }],
		rcs: [{ ...ofRcs(1), status: 'sending' }],
	};
	stub.answer = (asked) =>
		listOf(asked.query.get('filter[type]') === 'rcs' ? lists.rcs : lists.sms)(asked);
	const poll = trigger({ event: 'campaignFinished', messageType: 'both' });
	await poll();
	Object.assign(lists.sms[0] ?? {}, { status: 'done', message_type: 'sms' });
	expect(await polls(2, poll)).toMatchObject([{ message_type: 'sms' }]);
	Object.assign(lists.rcs[0] ?? {}, { status: 'done' });
	expect(await polls(2, poll)).toMatchObject([{ message_type: 'rcs' }]);
});

describe('a service that tells no types, and shows all campaigns in both lists', () => {
	/** Lets the service show these, and refuse the list of SMS while it is to. */
	function refusing(all: readonly Campaign[]): { refuses: boolean } {
		const switched = { refuses: false };
		const list = listOf(all);
		stub.answer = (asked) =>
			switched.refuses && asked.query.get('filter[type]') === 'sms'
				? { status: 403, body: { code: 403, message: 'Forbidden' } }
				: list(asked);
		return switched;
	}

	it.each([
		[1, 'sending', 'done'],
		[1, 'done', 'done'],
		[12, 'sending', 'done'],
		[12, 'done', 'done'],
		[12, 'sending', 'sending'],
	])(
		'has each come once where %s polls are refused the list of SMS: %s, then %s',
		async (count, status, last) => {
			const all = [1, 2, 3].map((id) => typeless(id, 'done'));
			const service = refusing(all);
			const poll = trigger({ event: 'campaignStatusChanged', messageType: 'both' });
			await poll();
			const fresh = typeless(9, status);
			all.push(fresh);
			service.refuses = true;
			const items = await polls(count, poll);
			expect(items).toMatchObject([{ campaign_id: 9, status }]);
			fresh.status = last;
			items.push(...(await polls(2, poll)));
			service.refuses = false;
			items.push(...(await polls(3, poll)));
			fresh.status = 'done';
			items.push(...(await polls(3, poll)));
			expect(statusesOf(items)).toEqual([...new Set([status, 'done'])]);
		},
	);

	it('has one come once of which the start is written between the two looks', async () => {
		const all: Campaign[] = [];
		const list = listOf(all);
		let asks = 0;
		stub.answer = (asked) => {
			asks += 1;
			if (all[0] && asks % 3 === 0) all[0].start_at = '2026-01-01 10:00:00';
			return JSON.parse(JSON.stringify(list(asked))) as ReturnType<typeof list>;
		};
		const poll = trigger({ event: 'campaignStatusChanged', messageType: 'both' });
		await poll();
		asks = 0;
		all.push({ ...typeless(2, 'sending'), start_at: null });
		expect(await polls(3, poll)).toHaveLength(1);
	});

	it('and no times has each come once where it tells names', async () => {
		const nameless = (id: number): Campaign => ({
			...typeless(id, 'sending'),
			created_at: null as unknown as string,
			name: `Campaign ${id}`,
		});
		const all = [nameless(1)];
		stub.answer = (asked) => {
			for (const name of ['filter[from]', 'filter[to]']) asked.query.delete(name);
			return listOf(all)(asked);
		};
		const poll = trigger({ event: 'campaignStatusChanged', messageType: 'both' });
		await poll();
		all.push(nameless(2));
		expect(await polls(3, poll)).toMatchObject([{ campaign_id: 2 }]);
		for (const one of all) one.status = 'done';
		expect(await polls(3, poll)).toHaveLength(2);
	});

	it.each([
		[0, 'sms'],
		[3, 'sms'],
		[0, 'rcs'],
		[3, 'rcs'],
	])(
		'and knows the type when it sends, by which its lists are apart then, has none missed: beside %s others, not in that of %s',
		async (others, type) => {
			const all = Array.from({ length: others }, (_, at) => typeless(at + 1, 'done'));
			const apart = new Set<Campaign>();
			stub.answer = (asked) =>
				listOf(all.filter((one) => !(apart.has(one) && asked.query.get('filter[type]') === type)))(
					asked,
				);
			const poll = trigger({ event: 'campaignStatusChanged', messageType: 'both' });
			await poll();
			const fresh = typeless(9, 'creation');
			all.push(fresh);
			const items = await polls(2, poll);
			fresh.status = 'sending';
			apart.add(fresh);
			items.push(...(await polls(12, poll)));
			fresh.status = 'done';
			items.push(...(await polls(3, poll)));
			expect(statusesOf(items)).toEqual(['creation', 'sending', 'done']);
		},
	);
});

describe('a service that heeds the type, and numbers the campaigns of each type by themselves', () => {
	const TIME = '2026-01-05 10:00:00';
	const named = (id: number, status: string, name: string, time: string | null): Campaign => ({
		...typeless(id, status),
		name,
		created_at: time as string,
	});
	const said = (items: readonly IDataObject[]): string[] =>
		items.map(({ name, status }) => `${String(name)} ${String(status)}`).sort();

	/** Lets the service show a list for each type, whatever type a campaign of it tells. */
	function showEach(lists: Readonly<Record<'sms' | 'rcs', readonly Campaign[]>>): void {
		stub.answer = (asked) => {
			const list = asked.query.get('filter[type]') === 'rcs' ? lists.rcs : lists.sms;
			// What tells no time is shown for any.
			for (const name of ['filter[type]', 'filter[from]', 'filter[to]']) asked.query.delete(name);
			return listOf(list)(asked);
		};
	}

	it.each([
		['none', {}, {}],
		['that of SMS', { message_type: 'sms' }, {}],
		['that of RCS', {}, { message_type: 'rcs' }],
	])(
		'has two of one ID and one second reported each, where it tells of the types %s',
		async (_, ofSms, rcs) => {
			const lists = {
				sms: [{ ...named(1, 'done', 'sms 1', TIME), ...ofSms }],
				rcs: [{ ...named(1, 'done', 'rcs 1', TIME), ...rcs }],
			};
			showEach(lists);
			const poll = trigger({ event: 'campaignStatusChanged', messageType: 'both' });
			await poll();
			const ofList = {
				rcs: { ...named(2, 'creation', 'rcs 2', TIME), ...rcs },
				sms: { ...named(2, 'creation', 'sms 2', TIME), ...ofSms },
			};
			lists.rcs.push(ofList.rcs);
			const items = await poll();
			lists.sms.push(ofList.sms);
			items.push(...(await polls(2, poll)));
			for (const one of Object.values(ofList)) one.status = 'done';
			items.push(...(await polls(3, poll)));
			expect(said(items)).toEqual(['rcs 2 creation', 'rcs 2 done', 'sms 2 creation', 'sms 2 done']);
		},
	);

	it.each([
		[TIME, 'old', {}],
		[TIME, 'old', { message_type: 'sms' }],
		[null, 'old', { message_type: 'sms' }],
		[null, 'young', { message_type: 'sms' }],
	])(
		'has nothing invented of an ended one beside a running one: made at %s, that of SMS named %s',
		async (time, name, type) => {
			const running = named(1, 'sending', 'young', time);
			showEach({ sms: [{ ...named(1, 'done', name, time), ...type }], rcs: [running] });
			const poll = trigger({ event: 'campaignStatusChanged', messageType: 'both' });
			expect(await polls(3, poll)).toEqual([]);
			running.status = 'done';
			expect(said(await polls(3, poll))).toEqual(['young done']);
		},
	);

	it('and tells no times has one that tells its type late followed by its name', async () => {
		const lists = { sms: [named(1, 'done', 'old', null)], rcs: [] as Campaign[] };
		showEach(lists);
		const poll = trigger({ event: 'campaignStatusChanged', messageType: 'both' });
		await poll();
		const fresh = named(9, 'creation', 'fresh', null);
		lists.sms.push(fresh);
		lists.rcs.push(fresh);
		const items = await polls(2, poll);
		lists.sms.pop();
		Object.assign(fresh, { message_type: 'rcs', status: 'sending' });
		items.push(...(await polls(3, poll)));
		fresh.status = 'done';
		items.push(...(await polls(3, poll)));
		expect(statusesOf(items)).toEqual(['creation', 'sending', 'done']);
	});
});

it.each(['sending', 'done'])(
	'a service that tells no types, and refuses one list and then the other, has a campaign come once: %s',
	async (status) => {
		const all = [typeless(1, 'done')];
		const list = listOf(all);
		let refused = '';
		stub.answer = (asked) =>
			asked.query.get('filter[type]') === refused
				? { status: 403, body: { code: 403, message: 'Forbidden' } }
				: list(asked);
		const poll = trigger({ event: 'campaignStatusChanged', messageType: 'both' });
		await poll();
		all.push(typeless(9, status));
		const items: IDataObject[] = [];
		for (refused of ['rcs', 'sms', 'sms', '', '']) items.push(...(await poll()));
		expect(statusesOf(items)).toEqual([status]);
	},
);
