import type { IDataObject } from 'n8n-workflow';
import { openStub, pageOf, seen } from './stubService.mts';
import type { Stub } from './stubService.mts';

/* Lists that change while they are read, or whose pages are cut, empty or odd: all records come out, or an error says that not all do. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

const ALL = { returnAll: true };
const LISTS = ['sender.getAll', 'campaign.getAll', 'stopList.getAll'];
const rows = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, at) => ({
		id: at + 1,
		phone: 380990000000 + at,
		sender: `s${at}`,
		status: 'done',
		message_type: 'sms',
	}));
const LACKING = /^Not all records of the list could be read/;

it.each(['campaign.getAll', 'campaign.getMessages'])(
	'%s keeps records without an ID',
	async (operation) => {
		for (const id of [null, 0, '', undefined]) {
			const named = ['a', 'b', 'c'].map((sender) => ({ id, sender, status: 'sent' }));
			stub.answer = () => ({ body: pageOf(named) });
			expect((await stub.run(operation, ALL)).items).toHaveLength(3);
		}
	},
);

it.each(LISTS)('%s is read again where a record leaves while pages are read', async (operation) => {
	let list = rows(90);
	stub.answer = ({ query }) => {
		if (stub.asked.length === 2) list = list.filter(({ id }) => id !== 5);
		const at = Number(query.get('page[offset]'));
		return { body: pageOf(list.slice(at, at + 30), list.length) };
	};
	const run = await stub.run(operation, ALL);
	expect(run.items).toHaveLength(89);
	expect(seen(run)).toMatch(/s30|380990000030/);
});

it.each(LISTS)('%s that records leave again and again is an error', async (operation) => {
	let list = rows(300);
	stub.answer = ({ query }) => {
		const at = Number(query.get('page[offset]'));
		const body = pageOf(list.slice(at, at + 30), list.length);
		list = list.slice(1);
		return { body };
	};
	expect(seen(await stub.run(operation, ALL))).toMatch(LACKING);
	expect(seen(await stub.run(operation, { limit: 40 }))).not.toMatch(LACKING);
});

it('a list that grows while it is read is shown as it was', async () => {
	let total = 60;
	stub.answer = ({ query }) => {
		const at = Number(query.get('page[offset]'));
		// The newest come first, so that a page begins with what the one before ended with.
		const list = rows(total).reverse();
		total += 1;
		return { body: pageOf(list.slice(at, at + 30), list.length) };
	};
	const run = await stub.run('sender.getAll', { ...ALL, options: { way: 'desc' } });
	expect(run.error).toBeUndefined();
	expect(run.items.length).toBeGreaterThanOrEqual(60);
});

describe.each(LISTS)('%s without a total', (operation) => {
	const all = rows(90);
	const listed = async (page: (at: number) => unknown[]): Promise<string | number> => {
		stub.answer = ({ query }) => ({ body: { data: page(Number(query.get('page[offset]'))) } });
		const run = await stub.run(operation, ALL);
		return run.error?.message ?? run.items.length;
	};

	it('whose pages are cut at 20 is read to its end', async () => {
		expect(await listed((at) => all.slice(at, at + 20))).toBe(90);
	});

	it('that shows the same page again is an error', async () => {
		expect(await listed(() => all.slice(0, 30))).toMatch(LACKING);
	});

	it('that shows the same few records again is whole', async () => {
		expect(await listed(() => all.slice(0, 3))).toBe(3);
		expect(await listed(() => [{ sender: 'a' }, { sender: 'b' }])).toBe(2);
	});

	it('with an empty page in its middle is an error', async () => {
		expect(await listed((at) => (at === 30 ? [] : all.slice(at, at + 30)))).toMatch(LACKING);
	});

	it('with something else among its records is an error', async () => {
		const odd = all.map((one) => (one.id === 8 ? null : one));
		expect(await listed((at) => odd.slice(at, at + 30))).toMatch(LACKING);
	});
});

it.each(LISTS)('%s with an empty page in its middle is looked at again', async (operation) => {
	let glitches = 1;
	stub.answer = ({ query }) => {
		const at = Number(query.get('page[offset]'));
		const isEmpty = at === 30 && glitches-- > 0;
		return { body: pageOf(isEmpty ? [] : rows(90).slice(at, at + 30), 90) };
	};
	expect((await stub.run(operation, ALL)).items).toHaveLength(90);
	glitches = Infinity;
	expect(seen(await stub.run(operation, ALL))).toMatch(
		/^The service counts 90 records and shows 30 of them/,
	);
});

describe('Campaign: Get where the search finds others first', () => {
	const others = Array.from({ length: 100 }, (_, at) => ({
		id: 1001 + at,
		status: 'done',
		message_type: 'sms',
	}));
	/** A service that pays no heed to what is searched for, and shows so many of its campaigns at most. */
	const heedless = (shown: number): void => {
		stub.answer = ({ query }) => {
			if (query.get('filter[type]') !== 'sms') return { body: pageOf([]) };
			const [offset, limit] = [query.get('page[offset]'), query.get('page[limit]')].map(Number);
			const page = others.slice(0, shown).slice(offset, (offset ?? 0) + Math.min(limit ?? 0, 50));
			return { body: pageOf(page, others.length) };
		};
	};
	const get = async (campaignId: string): Promise<string> =>
		seen(await stub.run('campaign.get', { campaignId }));

	it.each(['1080', '001010'])('%s is found behind them', async (id) => {
		heedless(100);
		expect(await get(id)).toContain(`"campaign_id":${Number(id)}`);
	});

	it('is not found where all were read', async () => {
		heedless(100);
		expect(await get('7')).toMatch(/^Campaign 7 was not found/);
	});

	it('is not known to be missing where some of them are not shown', async () => {
		heedless(50);
		expect(await get('1080')).toMatch(/^Whether the account has campaign 1080 is not known/);
	});
});

describe('records that contradict a filter are left out', () => {
	const ids = async (operation: string, more: IDataObject, data: unknown[]): Promise<unknown[]> => {
		stub.answer = ({ query }) => {
			const at = Number(query.get('page[offset]'));
			return { body: pageOf(data.slice(at, at + 30), data.length) };
		};
		const run = await stub.run(operation, { ...more, options: { rawOutput: true } });
		expect(run.error).toBeUndefined();
		return run.items.map(({ json }) => json.id);
	};
	const phones = [
		{ id: 1, phone: 380501112233 },
		{ id: 2, phone: '+380 50 111-22-33' },
		{ id: 3, phone: '38050*****33' },
		{ id: 4, phone: 380509998877 },
		{ id: 5 },
	];
	const twoOf = (more: IDataObject, other: IDataObject): IDataObject[] => [
		{ id: 1, ...more },
		{ id: 2, ...other },
	];

	it.each<[string, IDataObject, unknown[], number[]]>([
		['stopList.search', { operator: 'equals', searchValue: '380501112233' }, phones, [1, 2, 3, 5]],
		['stopList.search', { operator: 'contains', searchValue: '3805' }, phones, [1, 2, 3, 4, 5]],
		['stopList.search', { searchField: 'id', searchValue: '4' }, phones, [4]],
		[
			'campaign.getMessages',
			{ filters: { campaignId: '7' } },
			twoOf({ campaign_id: '7' }, { campaign_id: 8 }),
			[1],
		],
		[
			'campaign.getMessages',
			{ filters: { reference: 'a' } },
			twoOf({ reference_id: 'a' }, { reference_id: 'b' }),
			[1],
		],
		['sender.getAll', { filters: { id: '2' } }, twoOf({}, {}), [2]],
		[
			'sender.getAll',
			{ filters: { status: 'registration completed' } },
			twoOf({ status: 'registered' }, { status: 'new' }),
			[1],
		],
		[
			'campaign.getAll',
			{ type: 'rcs' },
			twoOf({ message_type: 'sms' }, { mesage_type: 'RCS' }),
			[2],
		],
	])('%s with %j', async (operation, more, data, shown) => {
		expect(await ids(operation, { returnAll: true, ...more }, data)).toEqual(shown);
		expect(await ids(operation, { limit: 10, ...more }, data)).toEqual(shown);
	});

	it('and those behind them are shown under Limit', async () => {
		const all = rows(90).map((one) => ({
			...one,
			country_code: Number(one.id) > 60 ? 'UA' : 'PL',
		}));
		const more = { limit: 2, filters: { country_code: 'UA' } };
		expect(await ids('sender.getAll', more, all)).toEqual([61, 62]);
	});
});

it.each([{}, { options: { rawOutput: true } }])(
	'received messages of which the service shows a part are an error (%j)',
	async (more) => {
		const result = rows(100).map(({ id, phone }) => ({
			id,
			phone,
			text: 'Hi',
			date: '2026-06-01 10:00:00',
		}));
		const read = async (total_count: number, limits: IDataObject): Promise<string> => {
			stub.answer = () => ({ body: { error: 0, total_count, result } });
			return seen(await stub.run('sms.getAllReceived', { ...limits, ...more }));
		};
		// The newest may be among those that are left out.
		for (const limits of [ALL, { limit: 10 }])
			expect(await read(250, limits)).toMatch(/^The service counts 250 replies and shows 100/);
		expect(await read(100, ALL)).not.toMatch(/^The service counts/);
	},
);
