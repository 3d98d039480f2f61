import { asked, jsonOf, stageOfTests, pairsOf } from './stage.mts';
import { APPLICATION as FORM } from '../support/application.mts';

const APPLICATION = {
	...FORM,
	senderName: 'Bookshop',
	countryCode: 'ua',
	legalName: 'Bookshop Ltd',
};
const OPTIONS = { options: { retryFor: 0 } };
const stage = stageOfTests();

const applications = () => [...stage.sandbox.store.applications.values()];

describe('Sender: Register', () => {
	it('names every field that does not keep its rule, before anything is sent', async () => {
		const run = await stage.act('sender.register', {
			...APPLICATION,
			senderName: 'ABCDEFGHIJKL',
			companyCode: '12a',
			legalName: 'AB',
		});
		expect(run.error?.message).toMatch(/Sender.*Company Code.*Legal Name.*\[item 1\]/);
		expect(asked(stage)).toEqual([]);
	});

	it('says that a DEMO or TEST account may not, for its item only', async () => {
		stage.sandbox.config.mode = 'demo';
		const run = await stage.act(
			'sender.register',
			{ ...APPLICATION, ...OPTIONS },
			{ node: { onError: 'continueErrorOutput' }, items: [{}, {}] },
		);
		expect(run.outputs[1]).toHaveLength(2);
		expect(String(run.outputs[1]?.[0]?.json.error)).toContain('The account may not do this');
		expect(pairsOf(run, 1)).toEqual([0, 1]);
	});

	it('does not apply twice when the answer is lost', async () => {
		const before = applications().length;
		stage.sandbox.faults.add({ kind: 'dropAfter', method: 'POST', path: '/api/senders', times: 1 });
		const run = await stage.act('sender.register', APPLICATION);
		expect(jsonOf(run)).toEqual([expect.objectContaining({ sender: 'Bookshop', status: 'new' })]);
		expect(applications()).toHaveLength(before + 1);
	});
});

describe('Sender: Get Many', () => {
	const list = async (parameters = {}) =>
		await stage.act('sender.getAll', { returnAll: true, ...parameters });

	it('lists applications, simplified or whole', async () => {
		expect(jsonOf(await list()).map(({ sender }) => sender)).toEqual([
			'380440000000',
			'Shop',
			'Sandbox',
		]);
		expect(Object.keys(jsonOf(await list())[0] ?? {})).toHaveLength(10);
		expect(jsonOf(await list({ simplify: false }))[0]).toMatchObject({
			informing_purpose: 'Order notices',
			tax_number: '1234567890',
			comment: null,
		});
		expect(
			jsonOf(
				await list({ returnAll: false, limit: 2, options: { sort: 'sender', way: 'desc' } }),
			).map(({ sender }) => sender),
		).toEqual(['Shop', 'Sandbox']);
	});

	it('filters by every filter of 4.13', async () => {
		await stage.act('sender.register', APPLICATION);
		const names = async (filters: object) =>
			jsonOf(await list({ filters })).map(({ sender }) => sender);
		expect(await names({ status: 'new' })).toEqual(['Bookshop']);
		expect(await names({ sender: 'Shop', status: 'registration completed' })).toContain('Shop');
		expect(await names({ id: String(applications().at(-1)?.id) })).toEqual(['Bookshop']);
		expect(await names({ country_code: 'Poland' })).toEqual([]);
		expect(await names({ created_at: '2026-11-21' })).toEqual(['Bookshop']);
		expect(await names({ created_at: '2026-11-21T12:30:00+02:00' })).toEqual(['Bookshop']);
	});

	it('refuses filters that no application can match', async () => {
		for (const filters of [
			{ id: 'x' },
			{ country_code: 'Atlantis' },
			{ sender: 'A'.repeat(16) },
			{ created_at: 'yesterday' },
		]) {
			expect((await list({ filters })).error?.message).toMatch(/\[item 1\]$/);
		}
		expect(asked(stage)).toEqual([]);
	});
});

describe('lists of senders', () => {
	const search = async (filter?: string) =>
		(await stage.engine.listSearch('searchSenders', { credential: stage.credential, filter }))
			.results;

	it.each(['documented', 'underscore'] as const)(
		'offers the registered names, states spelled %s',
		async (applicationStatus) => {
			await stage.act('sender.register', APPLICATION);
			stage.sandbox.config.dialect.applicationStatus = applicationStatus;
			try {
				expect(await search()).toEqual(
					['380440000000', 'Sandbox', 'Shop'].map((name) => ({ name, value: name })),
				);
				expect(await search('sho')).toEqual([{ name: 'Shop', value: 'Shop' }]);
			} finally {
				stage.sandbox.config.dialect.applicationStatus = 'documented';
			}
		},
	);

	it('says why it is empty', async () => {
		expect(await search('zzz')).toEqual([{ name: 'No sender matches the search', value: '' }]);
		stage.sandbox.store.applications.clear();
		expect((await search())[0]?.name).toContain('No sender is registered yet');
	});

	it('tells what went wrong', async () => {
		await stage.sandbox.suspend();
		try {
			await expect(search()).rejects.toThrow('The service refused the connection');
		} finally {
			await stage.sandbox.resume();
		}
	});
});
