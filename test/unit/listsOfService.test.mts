import { readPages } from '../../nodes/shared/service/paging.ts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

describe('lists', () => {
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
