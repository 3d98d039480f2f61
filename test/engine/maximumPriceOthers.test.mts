import type { IDataObject } from 'n8n-workflow';
import type { RunResult } from './harness.mts';
import { jsonOf, stageOfTests } from './stage.mts';
import { phoneOf } from './sendsSupport.mts';
import { listRetry } from './support/savedExecutions.mts';

/* Maximum Price, and the price of a Dry Run, of what comes from files and goes to contact lists: a segment costs 0.03 EUR. */

const PRICE = '/api/campaigns/price';
const stage = stageOfTests();
const posts = () =>
	stage.sandbox.requests.flatMap(({ method, path }) => (method === 'POST' ? path : []));
const hintsOf = ({ hints }: RunResult) => hints.map(({ message }) => message);

describe('Campaign: Send SMS to Contact Lists', () => {
	// List 201 has five contacts.
	const send = async (options: object, more: object = {}, node: object = {}) =>
		await stage.act(
			'campaign.sendSmsToContactLists',
			{
				groups: '={{ [201] }}',
				sender: 'Shop',
				text: '=Sale {{ $itemIndex }}',
				options: { retryFor: 0, ...options },
				...more,
			},
			{ items: [{}, {}], node },
		);

	it('asks for the price of the campaigns of all items, before the first one', async () => {
		const run = await send({ maximumPrice: 0.3 });
		expect(run.error).toBeUndefined();
		expect(posts()).toEqual([
			PRICE,
			PRICE,
			'/api/campaigns/sms/send-groups',
			'/api/campaigns/sms/send-groups',
		]);
	});

	it('sends nothing above the limit', async () => {
		const above = 'Nothing was sent: The price is 0.3 EUR, above Maximum Price, which is 0.29 EUR';
		expect((await send({ maximumPrice: 0.29 })).error?.message).toBe(above);
		stage.sandbox.service.recent.clear();
		const rows = await send({ maximumPrice: 0.29 }, {}, { onError: 'continueRegularOutput' });
		expect(jsonOf(rows)).toMatchObject([0, 1].map(() => ({ status: 'refused', reason: above })));
		stage.sandbox.service.recent.clear();
		const split = await send({ maximumPrice: 0.29 }, {}, { onError: 'continueErrorOutput' });
		expect(split.outputs.map((output) => output.length)).toEqual([0, 2]);
		expect(posts().every((path) => path === PRICE)).toBe(true);
	});

	it('says of what an earlier try may have sent that it is unknown, not that it is refused', async () => {
		stage.sandbox.faults.add({ kind: 'dropBefore', path: /send-groups/, times: 1 });
		const failed = await send({});
		expect(failed.error?.message).toContain('It is not known whether');
		const again = await stage.engine.run({
			saved: listRetry(failed),
			mode: 'retry',
			executionId: 'retry',
			credential: stage.credential,
			node: { onError: 'continueRegularOutput' },
			parameters: {
				resource: 'campaign',
				operation: 'sendSmsToContactLists',
				groups: '={{ [201] }}',
				sender: 'Shop',
				text: '=Sale {{ $itemIndex }}',
				options: { retryFor: 0, maximumPrice: 0.29 },
			},
		});
		const reason = expect.stringContaining('The price is 0.3 EUR') as string;
		expect(jsonOf(again)).toMatchObject([
			{ status: 'unknown', reason },
			{ status: 'refused', reason },
		]);
	});

	it.each([-1, 'ten', ''])(
		'refuses a limit of %j before anything is asked',
		async (maximumPrice) => {
			const run = await send({ maximumPrice });
			expect(run.error?.message).toMatch(/^Maximum Price is .*\[item 1\]$/);
			expect(stage.sandbox.requests).toEqual([]);
		},
	);

	it('sends nothing if the service has no price', async () => {
		stage.sandbox.config.dialect.extensions = false;
		expect((await send({ maximumPrice: 10 })).error?.message).toBe(
			'Nothing was sent: Maximum Price cannot be kept without a price. The service does not offer the price of a campaign',
		);
		expect((await send({})).error).toBeUndefined();
	});

	it('compares what the service calculated', async () => {
		stage.sandbox.config.dialect.calculatedPrice = true;
		stage.sandbox.faults.add({
			kind: 'status',
			status: 200,
			path: PRICE,
			body: { price: 0.1, currency: 'EUR' },
		});
		const run = await send({ maximumPrice: 0.2 });
		expect(jsonOf(run)).toMatchObject([0, 1].map(() => ({ price: 0.15, currency: 'EUR' })));
		expect(hintsOf(run).join()).toContain('The service calculated 0.3 EUR for what was sent');
	});

	it('shows the price in a Dry Run, and none if there is none', async () => {
		const run = await send({ maximumPrice: 0.2 }, { dryRun: true });
		expect(jsonOf(run)).toMatchObject(
			[0, 1].map(() => ({ status: 'dry run', contacts: 5, price: 0.15, currency: 'EUR' })),
		);
		expect(hintsOf(run)).toEqual([
			'It would cost 0.3 EUR: so the service says at this moment.',
			expect.stringMatching(/^The send would stop: The price is 0\.3 EUR, above Maximum Price/),
		]);
		stage.sandbox.config.dialect.extensions = false;
		const without = await send({}, { dryRun: true });
		expect(jsonOf(without)).toMatchObject([0, 1].map(() => ({ status: 'dry run', price: null })));
		expect(hintsOf(without).join()).not.toMatch(/cost|price/i);
	});
});

describe('Recipients From: A File', () => {
	const csv = (count: number, text: (index: number) => string) =>
		`phone,text\n${Array.from({ length: count }, (_, index) => `${phoneOf(index)},${text(index)}`).join('\n')}\n`;
	const sendFiles = async (
		contents: string[],
		options: object,
		more: IDataObject = {},
		node = {},
	) => {
		const items = await Promise.all(
			contents.map(async (content) => ({
				json: {},
				binary: { data: await stage.engine.storeBinary(Buffer.from(content), 'list.csv') },
			})),
		);
		return await stage.engine.run({
			items,
			node,
			credential: stage.engine.store(stage.credential),
			parameters: {
				resource: 'campaign',
				operation: 'sendPersonalizedSms',
				recipientSource: 'file',
				phoneField: 'phone',
				sender: 'Shop',
				text: '{text}',
				options: { retryFor: 0, ...options },
				...more,
			} as never,
		});
	};
	/** Half of them have one segment, and half of them two: so many pairs cost 0.09 EUR each. */
	const pairs = (count: number) =>
		csv(2 * count, (index) => (index % 2 === 0 ? 'a' : 'x'.repeat(161)));
	// So many rows are read again to be sent.
	const LARGE = pairs(10_100);
	const MIDDLE = pairs(100);
	const SMALL = csv(3, () => 'a');

	it('sums the questions of all files before its first request', async () => {
		const run = await sendFiles([LARGE, SMALL], { maximumPrice: 909.09 });
		expect(run.error).toBeUndefined();
		expect(posts().slice(0, 6)).toEqual([
			PRICE,
			PRICE,
			PRICE,
			PRICE,
			PRICE,
			'/api/campaigns/sms/send-individual',
		]);
		expect(posts().filter((path) => path === PRICE)).toHaveLength(5);
	}, 240_000);

	it('sends nothing above the limit, and each file is refused under Continue', async () => {
		const above = 'Nothing was sent: The price is 9.09 EUR, above Maximum Price, which is 9 EUR';
		const run = await sendFiles([MIDDLE, SMALL], { maximumPrice: 9 });
		expect(run.error?.message).toBe(above);
		stage.sandbox.service.recent.clear();
		const rows = await sendFiles(
			[MIDDLE, SMALL],
			{ maximumPrice: 9 },
			{},
			{
				onError: 'continueRegularOutput',
			},
		);
		expect(jsonOf(rows)).toMatchObject([0, 1].map(() => ({ status: 'refused', reason: above })));
		expect(posts().filter((path) => path !== PRICE)).toEqual([]);
	}, 240_000);

	it('shows the price of each file in a Dry Run', async () => {
		const other = csv(2, () => 'b');
		const run = await sendFiles([SMALL, other], {}, { dryRun: true });
		expect(jsonOf(run).map(({ price, currency }) => [price, currency])).toEqual([
			[0.09, 'EUR'],
			[0.06, 'EUR'],
		]);
		expect(hintsOf(run)[0]).toBe('It would cost 0.15 EUR: so the service says at this moment.');
	});
});
