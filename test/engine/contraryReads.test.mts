import { openStub, pageOf, seen } from './stubService.mts';
import type { Stub } from './stubService.mts';

/* Lists and balances: what is no answer is an error, and a part of a list is not taken for the whole. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

const ALL = { returnAll: true };
const LISTS = ['sender.getAll', 'campaign.getAll', 'stopList.getAll'];

describe('a list', () => {
	it.each([
		{ code: 403, message: 'Forbidden', data: [] },
		{ status: 'error', message: 'Forbidden', data: [] },
		{ data: {} },
	])('%j is none', async (body) => {
		stub.answer = () => ({ body });
		for (const operation of LISTS)
			expect([operation, (await stub.run(operation, ALL)).status]).toEqual([operation, 'error']);
		const removed = await stub.run('stopList.remove', {
			phones: '380991112233',
			channels: ['sms'],
		});
		expect(removed.status).toBe('error');
	});

	it('of which the service counts 57 and shows none is an error', async () => {
		stub.answer = () => ({ body: pageOf([], 57) });
		expect(seen(await stub.run('sender.getAll', ALL))).toMatch(
			/^The service answered with something other than a list/,
		);
	});

	const rows = (from: number): object[] =>
		Array.from({ length: 30 }, (_, at) => ({
			id: from + at,
			phone: 380990000000 + from + at,
			sender: `s${from + at}`,
		}));

	it.each(LISTS)(
		'of which %s is shown the first page again and again is an error',
		async (operation) => {
			const meta = { current_page: 1, last_page: 4, per_page: 30, total: 100 };
			stub.answer = () => ({ body: { data: rows(1), links: { next: '?page=2' }, meta } });
			expect(seen(await stub.run(operation, ALL))).toMatch(
				/^The service counts 100 records and shows 30 of them/,
			);
			expect(stub.asked.length).toBeLessThan(4);
		},
	);

	it('of which the service shows no more than 60 of 90 is an error', async () => {
		stub.answer = ({ query }) => {
			const at = Number(query.get('page[offset]'));
			return { body: pageOf(at >= 60 ? [] : rows(at + 1), 90) };
		};
		expect(seen(await stub.run('sender.getAll', ALL))).toMatch(
			/^The service counts 90 records and shows 60 of them/,
		);
	});

	it.each([0, ''])('whose records have the ID %j keeps all of them', async (id) => {
		stub.answer = () => ({ body: pageOf(['a', 'b', 'c'].map((sender) => ({ id, sender }))) });
		expect((await stub.run('sender.getAll', ALL)).items).toHaveLength(3);
	});

	it('that is refused at the first look of the trigger makes no news of the history', async () => {
		const old = Array.from({ length: 40 }, (_, at) => ({
			id: at + 1,
			status: 'done',
			sender: 'Shop',
			message_type: 'sms',
			created_at: '2025-01-01 00:00:00',
		}));
		let isRefused = true;
		stub.answer = ({ query }) => ({
			body: isRefused
				? { code: 429, message: 'Too many requests', data: [] }
				: pageOf(Number(query.get('page[offset]')) > 0 ? [] : old, 40),
		});
		const credential = stub.engine.store({
			baseUrl: stub.baseUrl,
			apiKey: 'live_key_of_a_watch',
			authentication: 'apiKey',
		});
		const staticData = {};
		const poll = async (): Promise<unknown> =>
			await stub.engine.poll({
				parameters: { event: 'campaignStatusChanged', messageType: 'sms', options: {} },
				staticData,
				node: { id: 'watch' },
				credential,
			});
		await expect(poll()).rejects.toThrow();
		isRefused = false;
		expect(await poll()).toBeNull();
	});
});

describe('the balance', () => {
	it.each([
		{},
		{ message: 'Not available' },
		{ data: [] },
		{ code: 403, message: 'Forbidden', data: {} },
	])('%j holds none', async (body) => {
		stub.answer = () => ({ body });
		expect((await stub.run('account.getBalance')).status).toBe('error');
	});

	// Whether "1,234" is more than a thousand or little more than one nobody knows.
	it.each<[string, unknown]>([
		['12,5', 12.5],
		['-0.75', -0.75],
		['1,234', '1,234'],
		['1,234.56', 1234.56],
		['1.234,56', 1234.56],
		['1,234,567', 1_234_567],
		['1 234,50', 1234.5],
		['12.50 EUR', 12.5],
		['€ 12.50', 12.5],
		['1234.5678', 1234.5678],
	])('%s', async (balance, amount) => {
		stub.answer = () => ({ body: { data: { balance, currency: 'EUR' } } });
		const run = await stub.run('account.getBalance');
		expect(run.error).toBeUndefined();
		expect(run.items[0]?.json).toMatchObject({ balance: amount, currency: 'EUR' });
	});
});
