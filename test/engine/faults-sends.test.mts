import { ONE_AT_A_TIME } from '../support/oneAtATime.mts';
import type { FaultRule } from '../../sandbox/faults.mts';
import { jsonOf, once, openStage, people, single } from './sendsSupport.mts';
import type { Stage } from './sendsSupport.mts';

const oneByOne = { ...single, parameters: { ...single.parameters, ...ONE_AT_A_TIME } };

let stage: Stage;
beforeAll(async () => {
	stage = await openStage({ authentication: 'apiKey' });
});
beforeEach(() => {
	stage.sandbox.reset();
	stage.sandbox.config.latencyMs = 0;
});
afterAll(async () => await stage.close());

const CREATE = '/rest/sms/create';

describe('five items, one failing', () => {
	const failing: FaultRule = {
		kind: 'status',
		status: 400,
		body: { error: '24', errorDescription: 'x' },
		method: 'POST',
		path: CREATE,
		skip: 2,
		times: 1,
	};

	it('sends five messages with Retry On Fail', async () => {
		stage.sandbox.faults.add(failing);
		const run = await stage.send({
			...single,
			items: people(5),
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 },
		});
		expect(run.error).toBeUndefined();
		expect(run.tries).toBe(2);
		expect(jsonOf(run).map(({ status }) => status)).toEqual(Array(5).fill('accepted'));
		expect(stage.stored()).toEqual(once(5));
		expect(stage.sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(6);
	});

	it('does so with the declarative route', async () => {
		stage.sandbox.faults.add(failing);
		const run = await stage.send({
			...single,
			items: people(5),
			way: 'viaRoute',
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 },
		});
		expect(run.error).toBeUndefined();
		expect(stage.stored()).toEqual(once(5));
	});

	it('says what became of the others when it stops', async () => {
		stage.sandbox.faults.add(failing);
		const run = await stage.send({ ...oneByOne, items: people(5) });
		expect(run.error?.message).toMatch(/code 24\) \[item 2\]$/);
		expect(run.error?.description).toContain(
			'2 of 5 recipients were accepted before this, and no retry sends to them again.',
		);
		expect(stage.sandbox.store.messages.size).toBe(2);
	});

	it.each(['run', 'viaRoute'] as const)(
		'gives 4 results and 1 error under Continue (%s)',
		async (way) => {
			stage.sandbox.faults.add(failing);
			const run = await stage.send({
				...oneByOne,
				way,
				items: people(5),
				node: { onError: 'continueErrorOutput' },
			});
			expect(run.error).toBeUndefined();
			expect(run.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
				[0, 1, 3, 4].map((item) => ({ item })),
			);
			expect(run.outputs[1]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 2 }]);
			expect(stage.sandbox.store.messages.size).toBe(4);
		},
	);

	it('runs once under Continue with Retry On Fail, even if the first item fails', async () => {
		stage.sandbox.faults.add({ ...failing, skip: 0 });
		const run = await stage.send({
			...single,
			items: people(5),
			node: {
				onError: 'continueRegularOutput',
				retryOnFail: true,
				maxTries: 3,
				waitBetweenTries: 10,
			},
		});
		expect(run.error).toBeUndefined();
		expect(stage.sandbox.store.messages.size).toBe(4);
	});
});

it('stops sending when the execution is cancelled', async () => {
	stage.sandbox.config.latencyMs = 100;
	const abort = new AbortController();
	setTimeout(() => abort.abort(), 450);
	const run = await stage.send({
		...oneByOne,
		items: people(100),
		signal: abort.signal,
	});
	expect(run.status).toBe('canceled');
	await new Promise((resolve) => setTimeout(resolve, 500));
	expect(stage.sandbox.store.messages.size).toBeLessThan(20);
});
