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
