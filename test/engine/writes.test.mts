import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { APPLICATION } from '../support/application.mts';
import type { RunRequest, RunResult } from './harness.mts';
import { asked, jsonOf, KEY, stageOfTests, WAYS } from './stage.mts';
import { listRetry } from './support/savedExecutions.mts';

// Requests that change something else than a send does, in more than one try: the record of the run keeps them from being made twice.
// Each test ends with what reached the sandbox.

const stage = stageOfTests({ config: { senders: 'any' } });

const OPTIONS = { retryFor: 0 };
const REGISTER = {
	resource: 'sender',
	operation: 'register',
	...APPLICATION,
	senderName: '={{ $json.sender }}',
	options: { ...OPTIONS, ifThereIsOne: 'register' },
};
const REPORT = {
	resource: 'report',
	operation: 'request',
	wait: false,
	timeFrom: '2026-11-01T00:00:00',
	timeTo: '2026-11-02T00:00:00',
	options: OPTIONS,
};
const UPDATE = {
	resource: 'contact',
	operation: 'update',
	contactId: '5001',
	phone: '380671112299',
	options: OPTIONS,
};
const APPLICATIONS = 'POST /api/senders/requests/legal';
const REPORTS = 'POST /rest/stat/create';
const TRIES = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 } as const;

const itemsOf = (...rows: IDataObject[]): INodeExecutionData[] => rows.map((json) => ({ json }));
const senders = (...names: string[]): INodeExecutionData[] =>
	itemsOf(...names.map((sender) => ({ sender })));
const changes = (): string[] => asked(stage).filter((request) => !request.startsWith('GET'));
/** The senders whose applications the sandbox has taken. */
const applied = (): unknown[] =>
	stage.sandbox.requests
		.flatMap(({ method, body }) => (method === 'POST' && body ? [body as IDataObject] : []))
		.map(({ sender }) => sender)
		.sort();
const recordOf = (run: RunResult): unknown => run.run?.data.executionData?.contextData;
const fail = (status: number, more: IDataObject): void =>
	void stage.sandbox.faults.add({ kind: 'status', status, ...more });
const lose = (more: IDataObject = {}): void =>
	void stage.sandbox.faults.add({ kind: 'dropAfter', times: 1, ...more });

describe.each(WAYS)('%s', (way) => {
	const run = async (request: Omit<RunRequest, 'credential'>, apiKey = KEY): Promise<RunResult> =>
		await stage.engine[way]({
			...request,
			credential: { baseUrl: stage.sandbox.url, apiKey, authentication: 'apiKey' },
		});
	/** Retry in the list of executions. */
	const retry = async (
		failed: RunResult,
		parameters: RunRequest['parameters'],
		apiKey = KEY,
	): Promise<RunResult> =>
		await run({ parameters, saved: listRetry(failed), mode: 'retry', executionId: '2' }, apiKey);

	it('what was accepted is not made again by Retry On Fail, and leaves nothing behind', async () => {
		fail(403, { method: 'POST', skip: 1, times: 1 });
		const tried = await run({ parameters: REGISTER, items: senders('A', 'B', 'C'), node: TRIES });
		expect([tried.error, tried.tries]).toEqual([undefined, 2]);
		expect(jsonOf(tried).map(({ sender }) => sender)).toEqual(['A', 'B', 'C']);
		expect([applied(), changes().length]).toEqual([['A', 'B', 'C'], 4]);
		expect(JSON.stringify(recordOf(tried))).not.toContain('messagingService');
	});

	it('each row goes on by itself under Continue, and the record stays', async () => {
		fail(403, { method: 'POST', times: 1 });
		const node = { ...TRIES, onError: 'continueRegularOutput' } as const;
		const items = senders('A', 'B');
		const { items: rows, ...tried } = await run({ parameters: REGISTER, items, node });
		expect(rows.map(({ json }) => json.sender ?? 'error').sort()).toEqual([...applied(), 'error']);
		expect(changes()).toEqual([APPLICATIONS, APPLICATIONS]);
		expect(JSON.stringify(recordOf({ ...tried, items: rows }))).toContain('"accepted"');
	});

	it('two items with the same request are two', async () => {
		fail(403, { path: '/rest/stat/create', skip: 2, times: 1 });
		const items = itemsOf({}, {}, {});
		const failed = await run({ parameters: REPORT, items });
		expect([failed.error !== undefined, changes()]).toEqual([true, [REPORTS, REPORTS, REPORTS]]);
		// The sandbox makes few reports at a time.
		stage.sandbox.reset();
		stage.sandbox.requests.length = 0;
		const retried = await retry(failed, REPORT);
		expect([retried.error, changes()]).toEqual([undefined, [REPORTS]]);
		expect(jsonOf(retried)).toHaveLength(3);
	});

	it('one that the user has changed is another one, and one that is as before is not', async () => {
		const failed = await run({ parameters: REGISTER, items: senders('A', '!!') });
		const sender = (first: string) => `={{ $json.sender === 'A' ? '${first}' : 'C' }}`;
		expect((await retry(failed, { ...REGISTER, senderName: sender('A') })).error).toBeUndefined();
		expect(applied()).toEqual(['A', 'C']);
		expect((await retry(failed, { ...REGISTER, senderName: sender('D') })).error).toBeUndefined();
		expect(applied()).toEqual(['A', 'C', 'C', 'D']);
	});

	describe('where it is not known whether it was carried out', () => {
		it('an application is made once, and is an error while the list cannot be read', async () => {
			lose({ method: 'POST' });
			fail(403, { method: 'GET', times: 9 });
			const tried = await run({ parameters: REGISTER, items: senders('A'), node: TRIES });
			expect([tried.tries, tried.error?.message]).toEqual([
				3,
				expect.stringMatching(/Whether an earlier try went through is not known/),
			]);
			expect(changes()).toEqual([APPLICATIONS]);
			stage.sandbox.faults.clear();
			expect(jsonOf(await retry(tried, REGISTER))).toMatchObject([{ sender: 'A' }]);
			expect(changes()).toEqual([APPLICATIONS]);
		});

		it('a report, which nothing can be asked for, is requested once', async () => {
			lose();
			const tried = await run({ parameters: REPORT, items: itemsOf({}), node: TRIES });
			expect([tried.tries, tried.error?.message]).toEqual([
				3,
				'It is not known whether an earlier try was carried out [item 1]',
			]);
			expect(asked(stage)).toEqual([REPORTS]);
		});

		it('a contact is changed again', async () => {
			lose();
			const tried = await run({ parameters: UPDATE, items: itemsOf({}), node: TRIES });
			expect([tried.error, tried.tries]).toEqual([undefined, 2]);
			expect(changes()).toEqual(['PUT /api/contacts/5001', 'PUT /api/contacts/5001']);
		});

		it('an application is not made with another API key, and a contact is changed', async () => {
			const other = 'live_sandbox_1111111111111111';
			lose({ method: 'POST' });
			fail(403, { method: 'GET', times: 1 });
			const application = await run({ parameters: REGISTER, items: senders('A') });
			stage.sandbox.requests.length = 0;
			const again = await retry(application, REGISTER, other);
			expect(again.error?.message).toBe(
				'It is not known whether an earlier try was carried out: it used another API key [item 1]',
			);
			expect(asked(stage)).toEqual([]);
			lose({ method: 'PUT' });
			const contact = await run({ parameters: UPDATE, items: itemsOf({}) });
			await retry(contact, UPDATE, other);
			expect(changes()).toEqual(['PUT /api/contacts/5001', 'PUT /api/contacts/5001']);
		});
	});
});

// There n8n makes the item anew for each try of Retry On Fail.
describe('a call of the node as a tool', () => {
	const call = async (parameters: INodeParameters, args: IDataObject = {}): Promise<string> =>
		await stage.engine.asTool({ credential: stage.credential, parameters, node: TRIES }, args);
	/** The first answer to what changes something is lost, and so is the first look at the record. */
	const loseAnswers = (): void => {
		lose({ method: 'POST' });
		fail(403, { method: 'GET', times: 1 });
	};

	it('registers a sender once, though the first try could not learn that', async () => {
		loseAnswers();
		expect(await call({ ...REGISTER, senderName: 'ShopA' })).toContain('ShopA');
		expect(changes()).toEqual([APPLICATIONS]);
	});

	it('sends a message once, and two calls send two', async () => {
		const phone = '380671112200';
		const sender = { __rl: true, mode: 'name', value: 'Shop' };
		const message = { resource: 'sms', operation: 'send', sender, phone, text: 'Hi' };
		loseAnswers();
		for (let calls = 0; calls < 2; calls++)
			expect(await call({ ...message, options: OPTIONS }, { phone })).toContain('accepted');
		const held = [...stage.sandbox.store.messages.values()];
		expect(held.filter(({ msisdn }) => msisdn === phone)).toHaveLength(2);
	});
});
