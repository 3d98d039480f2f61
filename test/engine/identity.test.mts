import { ONE_AT_A_TIME } from '../support/oneAtATime.mts';
import type { IDataObject, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import { APPLICATION } from '../support/application.mts';
import type { RunRequest, RunResult } from './harness.mts';
import { jsonOf, KEY, openStage, people } from './sendsSupport.mts';
import type { Stage } from './sendsSupport.mts';
import { job, listRetry } from './support/savedExecutions.mts';

// What counts as the same send: each test ends with what the sandbox's store holds.

let stage: Stage;
beforeAll(async () => {
	stage = await openStage({ authentication: 'apiKey' });
});
beforeEach(() => stage.sandbox.reset());
afterAll(async () => await stage.close());

const CREATE = '/rest/sms/create';
const LOOK_UP = '/rest/sms/reference';
const CAMPAIGNS = '/api/campaigns/sms';

type Way = 'run' | 'viaRoute';
const itemsOf = (rows: IDataObject[]): INodeExecutionData[] => rows.map((json) => ({ json }));

/** Sends with the sandbox's key; a request in flight at a time, so that a fault meets a known one. */
async function send(
	operation: string,
	request: Omit<RunRequest, 'parameters'> & { more?: IDataObject; options?: IDataObject },
	way: Way = 'run',
): Promise<RunResult> {
	const { more, options, ...rest } = request;
	const [resource = '', name = ''] = operation.split('.');
	return await stage.engine[way]({
		...rest,
		credential: { baseUrl: stage.sandbox.url, apiKey: KEY, authentication: 'apiKey' },
		parameters: {
			resource,
			operation: name,
			sender: 'Shop',
			text: 'Sale',
			...(operation === 'sms.send' ? { phone: '={{ $json.phone }}' } : {}),
			...(more as object),
			...ONE_AT_A_TIME,
			options: { retryFor: 0, ...options },
		},
	});
}

const requests = (method: string, path: string): number =>
	stage.sandbox.requests.filter((one) => one.method === method && one.path.startsWith(path)).length;
const once = (count: number): Map<string, number> =>
	new Map(people(count).map(({ phone }) => [String(phone), 1]));
const referencesOf = (run: RunResult): unknown[] => jsonOf(run).map(({ reference }) => reference);

describe.each(['run', 'viaRoute'] as const)('Retry in the list of executions (%s)', (way) => {
	it.each(['automatic', 'content'])(
		'sends what is missing, and neither sends nor asks for what was accepted (%s)',
		async (referenceMode) => {
			const options = { referenceMode };
			stage.sandbox.faults.add({
				kind: 'status',
				status: 403,
				body: {},
				path: CREATE,
				skip: 15,
				times: 1,
			});
			const items = itemsOf(people(20));
			const failed = await send('sms.send', { items, options, executionId: '41' }, way);
			expect([failed.status, stage.stored().size]).toEqual(['error', 15]);
			const before = requests('POST', CREATE);
			const retried = await send(
				'sms.send',
				{ saved: listRetry(failed), options, mode: 'retry', executionId: '42' },
				way,
			);
			expect(retried.error).toBeUndefined();
			expect(stage.stored()).toEqual(once(20));
			expect(requests('POST', CREATE) - before).toBe(5);
			expect(requests('GET', LOOK_UP)).toBe(0);
			const stored = [...stage.sandbox.store.messages.values()];
			expect(jsonOf(retried)).toEqual(
				people(20).map(({ phone }, index) => {
					const { id, reference } = stored.find(({ msisdn }) => msisdn === phone) ?? {};
					return expect.objectContaining({
						phone,
						message_id: id,
						reference,
						status: 'accepted',
						reason: `Accepted by the service${index < 15 ? ' in an earlier try' : ''}`,
						// The record holds no price.
						currency: index < 15 ? null : 'EUR',
					}) as unknown;
				}),
			);
		},
	);

	it('asks for a message whose outcome was not learned, and does not send it again', async () => {
		stage.sandbox.faults.add({ kind: 'dropAfter', path: CREATE, times: 1 });
		stage.sandbox.faults.add({ kind: 'status', status: 403, path: LOOK_UP, times: 5 });
		const items = itemsOf(people(1));
		const failed = await send('sms.send', { items, executionId: '43' }, way);
		expect(failed.error?.message).toMatch(/^It is not known/);
		stage.sandbox.faults.clear();
		const saved = listRetry(failed);
		const retried = await send('sms.send', { saved, mode: 'retry', executionId: '44' }, way);
		expect(jsonOf(retried)).toMatchObject([{ status: 'accepted' }]);
		expect(stage.stored()).toEqual(once(1));
	});

	it('does not create again the campaigns that were, in any form of the workflow', async () => {
		stage.sandbox.faults.add({
			kind: 'status',
			status: 403,
			path: CAMPAIGNS,
			skip: 1,
			times: 1,
		});
		const more = { recipientSource: 'list', recipients: '={{ $json.list }}' };
		const items = itemsOf(people(2).map(({ phone }) => ({ list: [{ phone }] })));
		const failed = await send('campaign.sendPersonalizedSms', { items, more }, way);
		expect([failed.status, stage.sandbox.store.campaigns.size]).toEqual(['error', 1]);
		for (const text of ['Sale', 'What it should have said']) {
			const retried = await send(
				'campaign.sendPersonalizedSms',
				{ saved: listRetry(failed), more: { ...more, text }, mode: 'retry' },
				way,
			);
			expect(retried.error).toBeUndefined();
			expect(jsonOf(retried)[0]).toMatchObject({
				status: 'accepted',
				reason: 'Accepted by the service in an earlier try',
				campaign_id: [...stage.sandbox.store.campaigns.keys()][0],
			});
		}
		expect(stage.stored().get(String(people(1)[0]?.phone))).toBe(1);
	});

	it('of an execution that was cut off, which left nothing behind, sends under the same references', async () => {
		const worker = job(itemsOf(people(3)));
		await send('sms.send', { saved: worker(), executionId: '45' }, way);
		const retried = await send(
			'sms.send',
			{ saved: worker(), mode: 'retry', executionId: '46' },
			way,
		);
		expect(jsonOf(retried).map(({ status }) => status)).toEqual(Array(3).fill('accepted'));
		expect(stage.stored()).toEqual(once(3));
	});
});

describe('a run', () => {
	it('a stalled job that another worker runs again sends nothing twice', async () => {
		const worker = job(itemsOf(people(3)));
		const run = async (saved: IRunExecutionData): Promise<RunResult> =>
			await send('sms.send', { saved, executionId: '51' });
		const [killed, again] = [await run(worker()), await run(worker())];
		expect(referencesOf(again)).toEqual(referencesOf(killed));
		expect(stage.stored()).toEqual(once(3));
	});

	it('a new database, which counts executions from 1 again, sends', async () => {
		for (const order of [1, 2]) {
			const saved = job(itemsOf(people(1).map((one) => ({ ...one, order }))))();
			const run = await send('sms.send', { saved, executionId: '1' });
			expect(jsonOf(run)).toMatchObject([{ status: 'accepted' }]);
		}
		expect([...stage.stored().values()]).toEqual([2]);
	});

	it('a list retry knows what was accepted', async () => {
		stage.sandbox.faults.add({ kind: 'status', status: 403, path: CREATE, skip: 1, times: 1 });
		const saved = job(itemsOf(people(2)))();
		const failed = await send('sms.send', { saved, executionId: '61' });
		const retried = await send('sms.send', {
			saved: listRetry(failed),
			mode: 'retry',
			executionId: '62',
		});
		expect(jsonOf(retried).map(({ reason }) => reason)).toEqual([
			'Accepted by the service in an earlier try',
			'Accepted by the service',
		]);
		expect(stage.stored()).toEqual(once(2));
	});

	it('a new execution sends, also where the same started it', async () => {
		for (const executionId of ['71', '72'])
			await send('sms.send', { saved: job(itemsOf(people(1)))(), executionId });
		expect([...stage.stored().values()]).toEqual([2]);
	});
});

describe('an error output that leads back to the node', () => {
	const node = { onError: 'continueErrorOutput' as const };

	it('sends nothing twice under an own reference that is made from what came before', async () => {
		stage.sandbox.faults.add({ kind: 'dropAfter', path: CREATE, times: 1 });
		stage.sandbox.faults.add({ kind: 'status', status: 403, path: LOOK_UP, times: 5 });
		// n8n leaves an item of an error output nothing but the text of the error, and which item it is paired with.
		const more = { phone: '={{ $("Start").item.json.phone }}' };
		const options = {
			referenceMode: 'custom',
			reference: '={{ $("Start").item.json.order }}',
		};
		const stop = new AbortController();
		const run = await send('sms.send', {
			items: itemsOf(people(1)),
			more,
			options,
			node,
			loops: true,
			signal: stop.signal,
			onTry: (number) => void (number > 10 && stop.abort()),
		});
		const rounds = run.run?.data.resultData.runData['Messaging Service'] ?? [];
		expect(rounds.length).toBeGreaterThan(1);
		expect(rounds.at(-1)?.data?.main?.[0]?.[0]?.json).toMatchObject({ reference: 'order0' });
		expect(stage.stored()).toEqual(once(1));
	});
});

describe.each(['run', 'viaRoute'] as const)('a list retry of writes (%s)', (way) => {
	const credential = (): IDataObject => ({
		baseUrl: stage.sandbox.url,
		apiKey: KEY,
		authentication: 'apiKey',
	});
	const REGISTER = {
		resource: 'sender',
		operation: 'register',
		...APPLICATION,
		sender: '={{ $json.sender }}',
		options: { retryFor: 0 },
	};
	const names = itemsOf(['ShopA', 'ShopB', 'ShopC'].map((sender) => ({ sender })));
	const APPLICATIONS = '/api/senders/requests';

	it('does not apply again for the senders that were taken, and applies for the rest', async () => {
		stage.sandbox.faults.add({
			kind: 'status',
			status: 403,
			method: 'POST',
			path: APPLICATIONS,
			skip: 2,
			times: 1,
		});
		const failed = await stage.engine[way]({
			credential: credential(),
			parameters: REGISTER,
			items: names,
		});
		expect(failed.error).toBeDefined();
		const made = requests('POST', APPLICATIONS);
		const retried = await stage.engine[way]({
			credential: credential(),
			parameters: REGISTER,
			saved: listRetry(failed),
			mode: 'retry',
		});
		expect(retried.error).toBeUndefined();
		expect(jsonOf(retried).map(({ sender }) => sender)).toEqual(['ShopA', 'ShopB', 'ShopC']);
		expect(new Set(jsonOf(retried).map(({ application_id }) => application_id)).size).toBe(3);
		expect(requests('POST', APPLICATIONS) - made).toBe(1);
	});

	it('looks for an application first of which nobody knew what became', async () => {
		stage.sandbox.faults.add({ kind: 'dropAfter', method: 'POST', path: APPLICATIONS, times: 1 });
		stage.sandbox.faults.add({
			kind: 'status',
			status: 403,
			method: 'GET',
			path: APPLICATIONS,
			times: 9,
		});
		const items = names.slice(0, 1);
		const failed = await stage.engine[way]({
			credential: credential(),
			parameters: REGISTER,
			items,
		});
		expect(failed.error).toBeDefined();
		stage.sandbox.faults.clear();
		const made = requests('POST', APPLICATIONS);
		const retried = await stage.engine[way]({
			credential: credential(),
			parameters: REGISTER,
			saved: listRetry(failed),
			mode: 'retry',
		});
		expect(jsonOf(retried)).toEqual([expect.objectContaining({ sender: 'ShopA' })]);
		expect(requests('POST', APPLICATIONS) - made).toBe(0);
	});

	it('takes a report that was requested, and requests one that the user has changed', async () => {
		stage.sandbox.faults.add({
			kind: 'status',
			status: 403,
			path: '/rest/stat/create',
			skip: 1,
			times: 1,
		});
		const parameters = (from: string) => ({
			resource: 'report',
			operation: 'request',
			wait: false,
			timeFrom: from,
			timeTo: '2026-11-02T00:00:00',
			options: { retryFor: 0 },
		});
		const first = '2026-11-01T00:00:00';
		const failed = await stage.engine[way]({
			credential: credential(),
			parameters: parameters(first),
			items: names.slice(0, 2),
		});
		expect([failed.status, requests('POST', '/rest/stat/create')]).toEqual(['error', 2]);
		for (const [from, more] of [
			[first, 1],
			['2026-11-01T12:00:00', 2],
		] as const) {
			// The sandbox prepares a few reports at a time.
			stage.sandbox.reset();
			const made = requests('POST', '/rest/stat/create');
			const retried = await stage.engine[way]({
				credential: credential(),
				parameters: parameters(from),
				saved: listRetry(failed),
				mode: 'retry',
			});
			expect(retried.error).toBeUndefined();
			expect(jsonOf(retried)).toHaveLength(2);
			expect(requests('POST', '/rest/stat/create') - made).toBe(more);
			expect(JSON.stringify(retried.run?.data.executionData?.contextData)).not.toContain('Writes');
		}
	});
});
