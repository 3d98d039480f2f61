import { readPages } from '../../nodes/shared/service/paging.ts';
import type { Answer, Asked } from './fakeFunctions.mts';
import { page, route } from './fakeOperations.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

describe('lists', () => {
	it('of campaigns are joined over periods and sorted by us where the service cannot', async () => {
		const answer = ({ options }: Asked): Answer =>
			page([
				{
					id: String(options.qs?.['filter[from]']).slice(0, 7),
					sender: String(options.qs?.['filter[from]']).slice(5, 7),
					message_type: 'sms',
				},
			]);
		const parameters = (more: object) => ({
			type: 'sms',
			returnAll: true,
			filters: { from: '2026-01-01', to: '2026-07-01' },
			...more,
		});
		const senders = async (more: object) =>
			(await route('campaign.getAll', parameters(more), answer)).json.map(({ sender }) => sender);
		// January to June are three spans of 88 days.
		expect(await senders({ options: { sort: 'sender', way: 'desc' } })).toEqual(['06', '03', '01']);
		expect(await senders({ options: { sort: 'type' } })).toHaveLength(3);
		expect(await senders({ options: { way: 'desc' } })).toEqual(['06', '03', '01']);
		expect(await senders({ returnAll: false, limit: 1 })).toEqual(['01']);
	});

	it('of campaigns end with the fault, and refuse periods that hold nothing', async () => {
		expect(
			(await route('campaign.getAll', { type: 'sms' }, () => ({ status: 403, body: {} }))).error
				?.message,
		).toBe('The account may not do this (HTTP 403) [item 0]');
		expect(
			(
				await route('campaign.getAll', { filters: { from: '2026-02-01', to: '2026-01-01' } }, () =>
					page([]),
				)
			).error,
		).toMatchObject({
			message: 'Created After is later than Created Before [item 0]',
			description: expect.stringContaining(
				'2026-02-01 00:00:00 to 2026-01-01 00:00:00 (UTC)',
			) as string,
		});
		expect(
			(await route('campaign.getAll', { filters: { from: '2126-01-01' } }, () => page([]))).error
				?.description,
		).toContain(' to now (UTC)');
	});

	it.each([404, 405, 501])(
		'of campaigns are looked for at the other path, where the first is answered %d',
		async (status) => {
			const ran = await route('campaign.getAll', { type: 'sms' }, ({ path }) =>
				path === '/api/campaigns' ? page([{ id: 1 }]) : { status, body: '' },
			);
			expect(ran.json).toMatchObject([{ campaign_id: 1 }]);
		},
	);

	it('hold one campaign, or say how far back was looked', async () => {
		const ran = await route(
			'campaign.get',
			{ campaignId: '5', options: { type: 'rcs', searchMonths: 4 } },
			() => page([]),
		);
		expect(ran.error).toMatchObject({
			message: 'Campaign 5 was not found [item 0]',
			description: expect.stringContaining('in the last 4 months') as string,
		});
		expect(ran.asked.map(({ options }) => options.qs?.['filter[from]'] !== undefined)).toEqual([
			false,
			true,
		]);
		expect(
			(await route('campaign.get', { campaignId: '5' }, () => ({ status: 403, body: {} }))).error
				?.message,
		).toBe('The account may not do this (HTTP 403) [item 0]');
		const plain = await route('campaign.get', { campaignId: '5', simplify: false }, () =>
			page([{ id: 5, statistics: { sent: 3, delivered: 0 }, colour: 'red' }]),
		);
		expect(plain.json).toEqual([{ id: 5, statistics: { sent: 3, delivered: 0 }, colour: 'red' }]);
		expect(
			(await route('campaign.get', { campaignId: '5', simplify: true }, () => page([{ id: 5 }])))
				.json,
		).toMatchObject([{ campaign_id: 5, sent: null, delivered: null }]);
	});

	it('of applications keep to the filters, and come as they are on demand', async () => {
		const ran = await route(
			'sender.getAll',
			{
				filters: {
					id: '7',
					country_code: 'ua',
					sender: 'Shop',
					status: 'new',
					created_at: '2026-11-21T23:30:00Z',
				},
				simplify: false,
			},
			() => page([{ id: 7, odd: 1 }]),
		);
		expect(ran.json).toEqual([{ id: 7, odd: 1, meta: { page: { total: 1 } } }]);
		expect(ran.asked[0]?.options.qs).toMatchObject({
			'filter[id]': '7',
			'filter[country_code]': 'UA',
			'filter[sender]': 'Shop',
			'filter[status]': 'new',
			'filter[created_at]': '2026-11-21',
		});
		expect(
			(await route('sender.getAll', { filters: { created_at: '2026-11-20' } }, () => page([])))
				.asked[0]?.options.qs,
		).toMatchObject({ 'filter[created_at]': '2026-11-20' });
		expect(
			(await route('sender.getAll', {}, () => ({ status: 403, body: {} }))).error?.message,
		).toBe('The account may not do this (HTTP 403) [item 0]');
	});

	it('are read in smaller pages where large ones are refused, and to their end where no total is told', async () => {
		const sizes: unknown[] = [];
		const all = Array.from({ length: 120 }, (_, id) => ({ id }));
		const read = async (refused: number, total?: number, limit = Infinity) => {
			sizes.length = 0;
			return await readPages(
				async (qs) => {
					const [offset, size] = [Number(qs['page[offset]']), Number(qs['page[limit]'])];
					sizes.push(size);
					if (size > refused)
						return {
							fault: {
								kind: 'http',
								httpStatus: refused === 1 ? 403 : 422,
								message: '',
								description: '',
								retryable: false,
								outcome: 'rejected',
							},
						};
					return {
						reply: {
							statusCode: 200,
							headers: {},
							body: {
								data: all.slice(offset, offset + size),
								...(total === undefined ? {} : { total }),
							},
						},
					};
				},
				{},
				limit,
			);
		};
		expect((await read(60)).records).toHaveLength(120);
		// A short page is the end.
		expect(sizes).toEqual([500, 50, 50, 50]);
		expect((await read(500, 120)).records).toHaveLength(120);
		expect((await read(500, undefined, 3)).records).toHaveLength(3);
		// Services take no smaller page than 30 (wire notes).
		expect(sizes).toEqual([30]);
		expect((await read(1)).fault).toMatchObject({ httpStatus: 403 });
		const odd = await readPages(
			async () => ({ reply: { statusCode: 200, headers: {}, body: 'text' } }),
			{},
			10,
		);
		expect(odd).toMatchObject({
			records: [],
			fault: { message: 'The service answered with something other than a list: text' },
		});
		const nameless = await readPages(
			async () => ({
				reply: { statusCode: 200, headers: {}, body: { data: [{ a: 1 }, { a: 2 }] } },
			}),
			{},
			10,
		);
		expect(nameless.records).toHaveLength(2);
	});
});

it.each([
	['the same page at every offset', { data: [{ id: 1 }], total: 3 }, 1],
	['an empty page before its end', { data: [], total: 3 }, 0],
])('a list that shows %s is a fault', async (_, body, shown) => {
	const listed = await readPages(
		async () => await Promise.resolve({ reply: { statusCode: 200, headers: {}, body } }),
		{},
		Infinity,
	);
	expect(listed.records).toHaveLength(shown);
	expect(listed.fault?.message).toBe(`The service counts 3 records and shows ${shown} of them`);
});

it('received messages that the service takes for a message ID are not offered', async () => {
	const { error } = await route('sms.getAllReceived', { returnAll: true }, () => ({
		body: { error: '20', errorDescription: 'SMS not found' },
	}));
	expect(error?.message).toBe('The service does not offer the replies to messages [item 0]');
});
