import {
	beginStub,
	endStub,
	polls,
	serviceTime,
	stub,
	trigger,
} from './contraryTriggerSupport.mts';
import type { Answer, Asked } from './stubService.mts';

/** Replies at services that do not show all of a period: each comes, once, and none holds the others up. */
beforeAll(beginStub);
afterAll(endStub);

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

	it('that the service counts and does not show begin no watch, and are no news later', async () => {
		const all = replies(2, false);
		let result: Reply[] = [];
		stub.answer = ({ path }) =>
			path === '/rest/sms/2wayIncoming'
				? { body: { error: 0, result, total_count: 2 } }
				: { status: 404, body: {} };
		const poll = trigger({ event: 'messageReceived' });
		await expect(poll()).rejects.toThrow('something other than what was asked for');
		result = all;
		expect(await polls(2, poll)).toEqual([]);
	});

	describe('of a service that takes no period which ends ahead of now', () => {
		const REFUSALS: Answer[] = [
			{
				status: 422,
				body: {
					message: 'The given data was invalid.',
					errors: { end_date: ['The end date must be a date before or equal to now.'] },
				},
			},
			{ status: 400, body: { code: 400, message: 'end_date is in the future' } },
			{ body: { error: 10, errorDescription: 'bad time' } },
		];

		it.each(REFUSALS)('come, each once, and what was there is no news: %j', async (refused) => {
			const all = replies(350, true);
			let count = 5;
			const shown = received(() => all.slice(0, count), 'oldest', true);
			const isAhead = ({ query }: Asked) =>
				(query.get('end_date') ?? '') > serviceTime(Date.now() + 60_000);
			stub.answer = (asked) =>
				asked.path === '/rest/sms/2wayIncoming' && isAhead(asked) ? refused : shown(asked);
			const poll = trigger({ event: 'messageReceived' });
			expect(await poll()).toEqual([]);
			count = 350;
			stub.asked = [];
			expect(await polls(4, poll)).toHaveLength(345);
			expect(stub.asked.filter(isAhead)).toHaveLength(4);
		});

		it.each([2, 30])('come, each once, where its clock is %d s behind', async (behind) => {
			const all: Reply[] = [];
			const its = (at: number): string => serviceTime(at - behind * 1000);
			const shown = received(() => all, 'oldest', true);
			stub.answer = (asked) =>
				(asked.query.get('end_date') ?? '') > its(Date.now())
					? { status: 422, body: { message: 'The end date must not be in the future' } }
					: shown(asked);
			const poll = trigger({ event: 'messageReceived' });
			expect(await polls(2, poll)).toEqual([]);
			const now = Date.now();
			const clock = jest.spyOn(Date, 'now');
			const ids: unknown[] = [];
			for (let round = 1; round <= 5; round += 1) {
				clock.mockReturnValue(now + round * 60_000);
				const [reply] = replies(1, true);
				// It came before the poll, later than the end that the service takes.
				all.push({ ...reply, id: round, date: its(Date.now()) } as Reply);
				ids.push(...(await poll()).map(({ reply_id }) => reply_id));
			}
			clock.mockReturnValue(now + 6 * 60_000);
			ids.push(...(await polls(2, poll)).map(({ reply_id }) => reply_id));
			clock.mockRestore();
			expect(ids).toEqual([1, 2, 3, 4, 5]);
		});

		it('are asked for once where the service refuses any period', async () => {
			stub.answer = () => ({ body: { error: 35, errorDescription: '2WAY is not activated' } });
			stub.asked = [];
			await expect(trigger({ event: 'messageReceived' })()).rejects.toThrow('(code 35)');
			expect(stub.asked).toHaveLength(1);
		});
	});
});
