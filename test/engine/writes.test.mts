import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { APPLICATION } from '../support/application.mts';
import type { RunRequest, RunResult } from './harness.mts';
import { asked, jsonOf, stageOfTests, WAYS } from './stage.mts';
import { listRetry } from './support/savedExecutions.mts';

// Requests that change something else than a send does, in more than one try: what was carried out stands in the record of the run, and is
// not made again. Each test ends with what reached the sandbox.

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
	const run = async (request: Omit<RunRequest, 'credential'>): Promise<RunResult> =>
		await stage.engine[way]({ ...request, credential: stage.credential });
	/** Retry in the list of executions. */
	const retry = async (
		failed: RunResult,
		parameters: RunRequest['parameters'],
	): Promise<RunResult> =>
		await run({ parameters, saved: listRetry(failed), mode: 'retry', executionId: '2' });

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
		expect(JSON.stringify(recordOf({ ...tried, items: rows }))).toContain('"reply"');
	});

	it('two items with the same request are two', async () => {
		fail(403, { path: '/rest/stat/create', skip: 2, times: 1 });
		const items = itemsOf({}, {}, {});
		const failed = await run({ parameters: REPORT, items });
		expect(failed.error?.description).toMatch(
			/Of 3 items \d (is|are) done\. A retry does the others;/,
		);
		expect(changes()).toEqual([REPORTS, REPORTS, REPORTS]);
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

	it('what was accepted days ago does not overwrite what others have changed since', async () => {
		const parameters = {
			...UPDATE,
			contactId: '={{ $json.id }}',
			phone: '=38067111{{ $json.id - 2800 }}',
		};
		fail(403, { path: '/api/contacts/5002', times: 1 });
		const failed = await run({ parameters, items: itemsOf({ id: '5001' }, { id: '5002' }) });
		const { contacts } = stage.sandbox.store;
		const [first, second] = [contacts.get(5001), contacts.get(5002)];
		if (!first || !second) throw new Error('the contacts are not there');
		first.phone = '380671112277';
		const retried = await retry(failed, parameters);
		expect([retried.error, first.phone, second.phone]).toEqual([
			undefined,
			'380671112277',
			'380671112202',
		]);
	});

	describe('where it is not known whether it was carried out', () => {
		it('an application is asked for within Retry For, and not made again', async () => {
			lose({ method: 'POST' });
			fail(403, { method: 'GET', times: 1 });
			const made = await run({
				parameters: { ...REGISTER, options: { ifThereIsOne: 'register', retryFor: 20 } },
				items: senders('A'),
			});
			expect(jsonOf(made)).toMatchObject([{ sender: 'A' }]);
			expect([applied(), changes()]).toEqual([['A'], [APPLICATIONS]]);
		});

		it('an application is named by the next try, or that one cannot read the list', async () => {
			lose({ method: 'POST' });
			fail(403, { method: 'GET', skip: 1, times: 1 });
			const parameters = { ...REGISTER, options: OPTIONS };
			const failed = await run({ parameters, items: senders('A') });
			expect(failed.error?.message).toMatch(
				/^It is not known whether the application for the sender was made/,
			);
			fail(403, { method: 'GET', times: 1 });
			const unread = await retry(failed, parameters);
			expect(unread.error?.message).toMatch(/^This try made no application, as the list/);
			const again = await retry(failed, parameters);
			expect(again.error?.message).toMatch(/^The sender A has an application for UA: \d+ \(new\)/);
			expect(changes()).toEqual([APPLICATIONS]);
		});

		it('a report is requested once by a try, and again by the next', async () => {
			lose();
			const parameters = { ...REPORT, options: { retryFor: 20 } };
			const failed = await run({ parameters, items: itemsOf({}) });
			expect(failed.error?.message).toMatch(/^It is not known whether the report was requested/);
			expect(asked(stage)).toEqual([REPORTS]);
			expect((await retry(failed, parameters)).error).toBeUndefined();
			expect(asked(stage)).toEqual([REPORTS, REPORTS]);
		});

		it('a contact is changed again, and a refusal of that proves nothing', async () => {
			lose();
			const parameters = { ...UPDATE, options: { retryFor: 20 } };
			expect((await run({ parameters, items: itemsOf({}) })).error).toBeUndefined();
			expect(changes()).toEqual(['PUT /api/contacts/5001', 'PUT /api/contacts/5001']);
			lose();
			fail(403, { times: 1 });
			const open = await run({ parameters, items: itemsOf({}) });
			expect(open.error?.message).toMatch(/^It is not known whether contact 5001 was changed: /);
		});
	});
});

// There n8n makes the item anew for each try of Retry On Fail.
describe('a call of the node as a tool', () => {
	const call = async (parameters: INodeParameters, args: IDataObject = {}): Promise<string> =>
		await stage.engine.asTool({ credential: stage.credential, parameters, node: TRIES }, args);
	it('registers a sender once, though the first try could not learn that', async () => {
		lose({ method: 'POST' });
		fail(403, { method: 'GET', skip: 1, times: 1 });
		const parameters = { ...REGISTER, options: OPTIONS, senderName: 'ShopA' };
		await expect(call(parameters)).rejects.toThrow('The sender ShopA has an application for UA');
		expect(changes()).toEqual([APPLICATIONS]);
	});

	it('sends a message once, and two calls send two', async () => {
		const phone = '380671112200';
		const sender = { __rl: true, mode: 'name', value: 'Shop' };
		const message = { resource: 'sms', operation: 'send', sender, phone, text: 'Hi' };
		lose({ method: 'POST' });
		fail(403, { method: 'GET', times: 1 });
		for (let calls = 0; calls < 2; calls++)
			expect(await call({ ...message, options: OPTIONS }, { phone })).toContain('accepted');
		const held = [...stage.sandbox.store.messages.values()];
		expect(held.filter(({ msisdn }) => msisdn === phone)).toHaveLength(2);
	});
});
