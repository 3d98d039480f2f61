/** Lists that change while they are read, as services give them: judged by the model that made them, not by our code. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { readPages, type Listed } from '../../../nodes/shared/service/paging.ts';

/** What happens to the list after each page. */
interface Change {
	/** Places of records that are removed, as parts of the list's length. */
	removed: number[];
	added: number;
}

interface Model {
	count: number;
	/** Most records of a page, whatever is asked for. */
	cap: number;
	newestFirst: boolean;
	tellsTotal: boolean;
	changes: Change[];
}

/** A page that the model shows for a query. */
type Show = (list: readonly number[], offset: number, size: number) => number[];
const honest: Show = (list, offset, size) => list.slice(offset, offset + size);

/** Reads a list while it changes; tells which records were there from the beginning to the end. */
async function readWhile(
	{ count, cap, newestFirst, tellsTotal, changes }: Model,
	{ limit = Infinity, show = honest } = {},
): Promise<Listed & { ids: number[]; stayed: number[]; requests: number }> {
	let list = Array.from({ length: count }, (_, index) => index + 1);
	let next = count + 1;
	let requests = 0;
	const removed = new Set<number>();
	const listed = await readPages(
		async (query) => {
			const [offset, size] = [Number(query['page[offset]']), Number(query['page[limit]'])];
			const ordered = newestFirst ? [...list].reverse() : list;
			const data = show(ordered, offset, Math.min(size, cap)).map((id): IDataObject => ({ id }));
			const total = list.length;
			const change = changes[requests++];
			for (const part of change?.removed ?? []) {
				const [gone] = list.splice(Math.floor(part * list.length), 1);
				if (gone !== undefined) removed.add(gone);
			}
			for (let added = change?.added ?? 0; added > 0; added--) list = [...list, next++];
			const body = { data, ...(tellsTotal && { meta: { page: { total } } }) };
			return await Promise.resolve({ reply: { statusCode: 200, headers: {}, body } });
		},
		{},
		limit,
	);
	const stayed = Array.from({ length: count }, (_, index) => index + 1);
	return {
		...listed,
		ids: listed.records.map(({ id }) => Number(id)),
		stayed: stayed.filter((id) => !removed.has(id)),
		requests,
	};
}

const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const changeOf = (most: number): fc.Arbitrary<Change> =>
	fc.record({ removed: fc.array(part, { maxLength: most }), added: fc.nat({ max: most }) });
const modelOf = (change: fc.Arbitrary<Change>): fc.Arbitrary<Model> =>
	fc.record({
		count: fc.oneof(fc.nat({ max: 4 }), fc.nat({ max: 130 })),
		cap: fc.oneof(fc.integer({ min: 2, max: 8 }), fc.integer({ min: 9, max: 150 })),
		newestFirst: fc.boolean(),
		tellsTotal: fc.boolean(),
		changes: fc.array(change, { maxLength: 14 }),
	});

const missing = (stayed: readonly number[], ids: readonly number[]): number[] => {
	const shown = new Set(ids);
	return stayed.filter((id) => !shown.has(id));
};

test('whoever was there all the time is in the result once, or there is an error', async () => {
	const seen = { whole: 0, faults: 0 };
	await fc.assert(
		fc.asyncProperty(modelOf(changeOf(40)), async (model) => {
			const { ids, stayed, fault } = await readWhile(model);
			expect(new Set(ids).size).toBe(ids.length);
			seen[fault ? 'faults' : 'whole']++;
			if (!fault) expect(missing(stayed, ids)).toEqual([]);
		}),
		{ numRuns: 1500 },
	);
	expect(seen.whole).toBeGreaterThan(1000);
});

test('a list that changes as lists do is read without an error', async () => {
	await fc.assert(
		fc.asyncProperty(modelOf(changeOf(2)), async (model) => {
			const { ids, stayed, fault } = await readWhile({ ...model, cap: Math.max(model.cap, 15) });
			expect(fault).toBeUndefined();
			expect(missing(stayed, ids)).toEqual([]);
		}),
		{ numRuns: 1000 },
	);
});

test('a quiet list is read in its order, with few requests', async () => {
	await fc.assert(
		fc.asyncProperty(
			modelOf(changeOf(0)),
			fc.integer({ min: 1, max: 140 }),
			async (model, limit) => {
				const quiet = { ...model, cap: Math.max(model.cap, 15), changes: [] };
				const { ids, stayed, fault, requests } = await readWhile(quiet, { limit });
				const all = model.newestFirst ? stayed.reverse() : stayed;
				expect(fault).toBeUndefined();
				expect(ids).toEqual(all.slice(0, limit));
				// Each page begins with five records of the one before it; without a total one more shows the end.
				expect(requests).toBeLessThanOrEqual(Math.ceil(Math.min(limit, all.length) / 10) + 2);
			},
		),
		{ numRuns: 500 },
	);
});

test('pages of many lengths are read to their end', async () => {
	const show: Show = (list, offset, size) => list.slice(offset, offset + size - (offset % 4));
	await fc.assert(
		fc.asyncProperty(modelOf(changeOf(0)), async (model) => {
			const still = { ...model, cap: Math.max(model.cap, 15), changes: [] };
			const { ids, stayed, fault } = await readWhile(still, { show });
			expect(fault).toBeUndefined();
			expect(missing(stayed, ids)).toEqual([]);
		}),
		{ numRuns: 500 },
	);
});

test('pages that do not follow one another are an error', async () => {
	const shows: Show[] = [
		// It ignores the offset.
		(list, _, size) => list.slice(0, size),
		// It counts pages where records are meant.
		(list, offset, size) => list.slice(offset * size, (offset + 1) * size),
		// It shows no more than its first page.
		(list, offset, size) => (offset === 0 ? list.slice(0, size) : []),
	];
	await fc.assert(
		fc.asyncProperty(modelOf(changeOf(0)), fc.constantFrom(...shows), async (model, show) => {
			const still = { ...model, changes: [] };
			const { ids, stayed, fault } = await readWhile(still, { show });
			if (!fault) expect(missing(stayed, ids)).toEqual([]);
			else expect(fault.message).toMatch(/shows|do not follow/);
		}),
		{ numRuns: 1000 },
	);
});

/** Reads pages of which each is answered so. */
const readFrom = async (
	answer: (offset: number, size: number) => unknown,
	limit = Infinity,
): Promise<Listed & { sizes: number[] }> => {
	const sizes: number[] = [];
	const listed = await readPages(
		async (query) => {
			const [offset, size] = [Number(query['page[offset]']), Number(query['page[limit]'])];
			sizes.push(size);
			const body = answer(offset, size);
			const refused = {
				message: '',
				description: '',
				retryable: false,
				outcome: 'rejected',
			} as const;
			return await Promise.resolve(
				typeof body === 'number'
					? { fault: { ...refused, httpStatus: body } }
					: { reply: { statusCode: 200, headers: {}, body } },
			);
		},
		{},
		limit,
	);
	return { ...listed, sizes };
};

describe('the size of pages', () => {
	const all = Array.from({ length: 120 }, (_, id) => ({ id }));
	const upTo =
		(largest: number, status = 422) =>
		(offset: number, size: number): unknown =>
			size > largest ? status : { data: all.slice(offset, offset + size), total: all.length };

	it('is the documented one where the service refuses large ones', async () => {
		const { records, sizes } = await readFrom(upTo(60));
		expect(records).toEqual(all);
		expect(sizes).toEqual([500, 50, 50, 50]);
		expect((await readFrom(upTo(1, 403))).fault).toMatchObject({ httpStatus: 403 });
	});

	it('is 30 at least, as services take no smaller one (wire notes)', async () => {
		const { records, sizes } = await readFrom(upTo(500), 3);
		expect(records).toEqual(all.slice(0, 3));
		expect(sizes).toEqual([30]);
	});
});

it('knows records without an ID by all that they hold', async () => {
	const all = Array.from({ length: 50 }, (_, phone) => ({ phone }));
	const { records, fault } = await readFrom((offset) => ({ data: all.slice(offset, offset + 30) }));
	expect(fault).toBeUndefined();
	expect(records).toEqual(all);
});

it.each([
	['no list', 'text', 0, 'The service answered with something other than a list: text'],
	[
		'the same page at every offset',
		{ data: [{ id: 1 }], total: 3 },
		1,
		'The service counts 3 records and shows 1 of them',
	],
	[
		'an empty page before its end',
		{ data: [], total: 3 },
		0,
		'The service counts 3 records and shows 0 of them',
	],
	[
		'the same page at every offset, and no total',
		{ data: [{ id: 1 }, { id: 2 }] },
		2,
		'The pages of the list do not follow one another; 2 records were read',
	],
])('a list that shows %s is a fault', async (_, body, shown, message) => {
	const { records, fault } = await readFrom(() => body);
	expect(records).toHaveLength(shown);
	expect(fault?.message).toBe(message);
});
