import type { IDataObject } from 'n8n-workflow';
import { listRetry } from './support/savedExecutions.mts';
import type { RunResult } from './harness.mts';
import {
	jsonOf,
	people,
	personalized,
	phoneOf,
	sendStageOfTests,
	shared,
	withOptions,
} from './sendsSupport.mts';
import type { Send } from './sendsSupport.mts';

/* Maximum Price, and the price that a Dry Run shows. A segment to the numbers of these tests costs 0.03 EUR in the sandbox. */

const PRICE = '/api/campaigns/price';
const FIVE = people(5);
const stage = sendStageOfTests();
beforeEach(() => {
	stage.sandbox.faults.clear();
	Object.assign(stage.sandbox.config.dialect, {
		extensions: true,
		prices: 'known',
		calculatedPrice: false,
	});
});

/** Requests that reached the sandbox since it was emptied. */
const paths = () =>
	stage.sandbox.requests.map(({ path }) => path).filter((path) => path.includes('campaigns'));
const questions = () => paths().filter((path) => path === PRICE);
const sendOf = async (
	send: Send,
	maximumPrice: unknown,
	{
		parameters = {},
		options = {},
		...more
	}: Omit<Partial<Send>, 'operation'> & { options?: object } = {},
) =>
	await stage.send({
		items: FIVE,
		...withOptions(send, { retryFor: 0, maximumPrice, ...options }, parameters),
		...more,
	});
const hintsOf = ({ hints }: RunResult) => hints.map(({ message }) => message);
const answers = (body: IDataObject, times?: number, status = 200) =>
	stage.sandbox.faults.add({ kind: 'status', status, path: PRICE, body, times });

describe.each([
	['Campaign: Send SMS', shared],
	['Campaign: Send Personalized SMS', personalized],
])('%s', (_, send) => {
	it('asks once right before the first request, and sends what costs as much as the limit', async () => {
		const run = await sendOf(send, 0.15);
		expect(run.error).toBeUndefined();
		expect(paths()).toEqual([PRICE, expect.stringMatching(/send/)]);
		expect(stage.stored().size).toBe(5);
	});

	it('sends nothing above the limit, and names both figures and what to do', async () => {
		const run = await sendOf(send, 0.1499);
		expect(run.error?.message).toBe(
			'Nothing was sent: The price is 0.15 EUR, above Maximum Price, which is 0.1499 EUR',
		);
		expect(run.error?.description).toBe(
			'Raise Maximum Price, or send to fewer recipients or a shorter text.',
		);
		expect(paths()).toEqual([PRICE]);
		expect(stage.stored().size).toBe(0);
	});

	it('refuses each item under Continue', async () => {
		const onError = (way: string) => ({ node: { onError: way as 'continueErrorOutput' } });
		const split = await sendOf(send, 0.1, onError('continueErrorOutput'));
		expect(split.outputs.map((output) => output.length)).toEqual([0, 5]);
		expect(split.outputs[1]?.[4]?.json.error).toMatch(
			/^…0411: Nothing was sent: The price is 0\.15 EUR, above Maximum Price, which is 0\.1 EUR \[item 5\]$/,
		);
		const rows = await sendOf(send, 0.1, {
			...onError('continueRegularOutput'),
			items: FIVE.slice(1),
		});
		expect(jsonOf(rows).map(({ status, reason }) => [status, reason])).toEqual(
			FIVE.slice(1).map(() => [
				'refused',
				'Nothing was sent: The price is 0.12 EUR, above Maximum Price, which is 0.1 EUR',
			]),
		);
		expect(stage.stored().size).toBe(0);
	});

	it.each([
		[-1, 'Maximum Price is -1, which it does not accept'],
		['ten', 'Maximum Price is "ten", which it does not accept'],
		['', 'Maximum Price is empty'],
		['={{ $json.nothing }}', 'Maximum Price is empty'],
	])('refuses a limit of %j before anything is asked', async (limit, message) => {
		const run = await sendOf(send, limit);
		expect(run.error?.message).toBe(`${message} [item 1]`);
		expect(run.error?.description).toMatch(/^(?:Use a number from 0|Correct it, or take it out)/);
		expect(stage.sandbox.requests).toEqual([]);
	});

	it('refuses limits that differ, as there is one for all', async () => {
		const run = await sendOf(send, '={{ $itemIndex + 1 }}');
		expect(run.error?.message).toBe('Maximum Price is 1 in item 1 and 2 in item 2 [item 2]');
		expect(stage.sandbox.requests).toEqual([]);
	});

	it('refuses the send if the service names no price, and says why', async () => {
		const cannot = 'Nothing was sent: Maximum Price cannot be kept without a price. ';
		stage.sandbox.config.dialect.prices = 'unknown';
		const none = await sendOf(send, 10);
		expect(none.error?.message).toBe(`${cannot}The service names no price for it`);
		stage.sandbox.config.dialect.extensions = false;
		const missing = await sendOf(send, 10);
		expect(missing.error?.message).toBe(
			`${cannot}The service does not offer the price of a campaign`,
		);
		expect(missing.error?.description).toContain('take Maximum Price out of Options');
		stage.sandbox.faults.add({ kind: 'status', status: 500, path: PRICE });
		expect((await sendOf(send, 10)).error?.message).toContain(cannot);
		expect(stage.stored().size).toBe(0);
	});

	it('asks again within Retry For if the answer is lost, or the same was asked a moment ago', async () => {
		stage.sandbox.faults.add({ kind: 'dropAfter', path: PRICE, times: 1 });
		const run = await sendOf(send, 10, { options: { retryFor: 20 } });
		expect(run.error).toBeUndefined();
		// The sandbox takes the second question for a duplicate (429) for five seconds.
		expect(questions().length).toBeGreaterThan(2);
		expect(new Set(stage.stored().values())).toEqual(new Set([1]));
	}, 30_000);

	it('prices what earlier tries sent, and lets a retry on if the whole list is within the limit', async () => {
		const items = people(12_000);
		const text = { text: 'Hi' };
		stage.sandbox.faults.add({ kind: 'status', status: 400, path: /send/, skip: 1, times: 1 });
		const failed = await sendOf(send, 360, { items, parameters: text, executionId: 'first' });
		expect(failed.error).toBeDefined();
		expect(questions()).toHaveLength(2);
		expect([0, 12_000]).not.toContain(stage.stored().size);
		stage.sandbox.requests.length = 0;
		stage.sandbox.service.recent.clear();
		const retry = async (maximumPrice: number) =>
			await stage.engine.run({
				saved: listRetry(failed),
				mode: 'retry',
				executionId: 'retry',
				credential: stage.credential,
				parameters: {
					resource: send.resource,
					operation: send.operation,
					...send.parameters,
					...text,
					options: { retryFor: 0, maximumPrice },
				},
			});
		const above = await retry(359.99);
		expect(above.error?.message).toBe(
			'Nothing was sent in this try: The price is 360 EUR, above Maximum Price, which is 359.99 EUR',
		);
		expect(above.error?.description).toContain('with what earlier tries sent');
		stage.sandbox.service.recent.clear();
		expect((await retry(360)).error).toBeUndefined();
		expect([stage.stored().size, new Set(stage.stored().values())]).toEqual([12_000, new Set([1])]);
	}, 60_000);
});

describe('The questions', () => {
	it('are one for each sender, segments and tariff, and each number is in one of them once', async () => {
		const items = [
			{ phone: phoneOf(1), text: 'a', brand: 'Shop' },
			{ phone: phoneOf(2), text: 'b', brand: 'Shop' },
			{ phone: phoneOf(2), text: 'c', brand: 'Shop' },
			{ phone: phoneOf(3), text: 'x'.repeat(161), brand: 'Shop' },
			{ phone: phoneOf(4), text: 'd', brand: 'Store' },
		];
		const parameters = { text: '{text}', sender: '{brand}' };
		const run = await sendOf(personalized, 0.18, { items, parameters });
		expect(run.error).toBeUndefined();
		expect(questions()).toHaveLength(4);
		stage.sandbox.service.recent.clear();
		const above = await sendOf(personalized, 0.179, { items: [...items].reverse(), parameters });
		expect(above.error?.message).toContain('The price is 0.18 EUR');
	});

	it('that name several currencies give no price', async () => {
		answers({ price: 1, currency: 'EUR' }, 1);
		answers({ price: 1, currency: 'UAH' }, 1);
		const items = [{ phone: phoneOf(1) }, { phone: phoneOf(2), long: 'x'.repeat(161) }];
		const run = await sendOf(personalized, 10, { items, parameters: { text: 'Hi {long|you}' } });
		expect(run.error?.message).toContain('The service names prices in EUR and in UAH');
		expect(stage.stored().size).toBe(0);
	});
});

it('says in a hint if the service calculated more than the limit for what was sent', async () => {
	stage.sandbox.config.dialect.calculatedPrice = true;
	answers({ price: 0.1, currency: 'EUR' });
	const parameters = { simplify: true };
	const run = await sendOf(shared, 0.1, { parameters });
	expect(jsonOf(run)).toMatchObject([{ accepted: 5, price: 0.15, currency: 'EUR' }]);
	expect(hintsOf(run)).toContain(
		'The service calculated 0.15 EUR for what was sent, above Maximum Price, which is 0.1 EUR: it named less when it was asked right before.',
	);
	const within = await sendOf(shared, 0.15, { parameters, items: people(6).slice(1) });
	expect(hintsOf(within).join()).not.toContain('calculated');
});

describe('A Dry Run', () => {
	const dry = async (options: object = {}, parameters: object = {}) =>
		await stage.send({
			items: FIVE,
			...withOptions(shared, { retryFor: 0, ...options }, { dryRun: true, ...parameters }),
		});

	it('shows the price of the whole in a hint and in Summary Only', async () => {
		const run = await dry({}, { simplify: true });
		expect(hintsOf(run)).toContain('It would cost 0.15 EUR: so the service says at this moment.');
		expect(jsonOf(run)).toMatchObject([{ status: 'dry run', price: 0.15, currency: 'EUR' }]);
		expect(paths()).toEqual([PRICE]);
	});

	it('says if the send would stop', async () => {
		expect(hintsOf(await dry({ maximumPrice: 0.1 }))).toContain(
			'The send would stop: The price is 0.15 EUR, above Maximum Price, which is 0.1 EUR. Raise Maximum Price, or send to fewer recipients or a shorter text.',
		);
	});

	it('waits with a limit as the send does, if the same question was just asked', async () => {
		answers({ message: 'Too Many Attempts.' }, 5, 429);
		const run = await dry({ maximumPrice: 1, retryFor: 60 });
		expect(hintsOf(run)).toContain('It would cost 0.15 EUR: so the service says at this moment.');
		expect(hintsOf(run).join()).not.toContain('would stop');
	});

	it('waits for the price without a limit, too, where the same question was just asked', async () => {
		const { config } = stage.sandbox;
		const usual = config.duplicateSeconds;
		try {
			config.duplicateSeconds = 6;
			await dry({});
			expect(hintsOf(await dry({ retryFor: 20 }))).toContain(
				'It would cost 0.15 EUR: so the service says at this moment.',
			);
		} finally {
			config.duplicateSeconds = usual;
		}
	});

	it('says why it shows no price where the service says prices, but not now', async () => {
		answers({ message: 'Too Many Attempts for 380501234567.' }, 50, 429);
		const run = await dry({}, { simplify: true });
		expect(jsonOf(run)).toMatchObject([{ status: 'dry run', price: null }]);
		expect(hintsOf(run)).toContain(
			'The price is not known. The service receives too many requests: Too Many Attempts for …4567 (HTTP 429).',
		);
		// With a limit the hint that the send would stop says it.
		expect(hintsOf(await dry({ maximumPrice: 1 })).join()).not.toContain('is not known');
	});

	it('shows no price if the service has none, and ends as without', async () => {
		stage.sandbox.config.dialect.extensions = false;
		const run = await dry({}, { simplify: true });
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)).toMatchObject([{ status: 'dry run', price: null, currency: null }]);
		expect(hintsOf(run).join()).not.toMatch(/price|cost/i);
		expect(hintsOf(await dry({ maximumPrice: 10 })).join()).toContain(
			'The send would stop: Maximum Price cannot be kept without a price. The service does not offer the price of a campaign',
		);
	});
});
