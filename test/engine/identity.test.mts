import { ONE_AT_A_TIME } from '../support/oneAtATime.mts';
import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	IRunExecutionData,
} from 'n8n-workflow';
import type { RunRequest, RunResult } from './harness.mts';
import {
	bulk,
	jsonOf,
	once,
	sendStageOfTests,
	people,
	personalized,
	phoneOf,
	single,
	withOptions,
} from './sendsSupport.mts';
import type { Send } from './sendsSupport.mts';
import { WAYS } from './stage.mts';
import type { Way } from './stage.mts';
import { job, listRetry } from './support/savedExecutions.mts';

// What counts as the same send: each test ends with what the sandbox's store holds.

const stage = sendStageOfTests();

const CREATE = '/rest/sms/create';
const LOOK_UP = '/rest/sms/reference';

const itemsOf = (rows: IDataObject[]): INodeExecutionData[] => rows.map((json) => ({ json }));

/** Sends with the sandbox's key; a request in flight at a time, so that a fault meets a known one. */
async function send(
	request: Omit<RunRequest, 'parameters'> & { more?: IDataObject; options?: IDataObject },
	way: Way = 'run',
): Promise<RunResult> {
	const { more, options, ...rest } = request;
	return await stage.engine[way]({
		...rest,
		credential: stage.credential,
		parameters: {
			resource: 'sms',
			operation: 'send',
			sender: 'Shop',
			text: 'Sale',
			phone: '={{ $json.phone }}',
			...(more as object),
			...ONE_AT_A_TIME,
			options: { retryFor: 0, ...options },
		},
	});
}

const requests = (method: string, path: string): number =>
	stage.sandbox.requests.filter((one) => one.method === method && one.path.startsWith(path)).length;
const referencesOf = (run: RunResult): unknown[] => jsonOf(run).map(({ reference }) => reference);

describe.each(WAYS)('Retry in the list of executions (%s)', (way) => {
	it('sends what is missing, and neither sends nor asks for what was accepted', async () => {
		stage.sandbox.faults.add({
			kind: 'status',
			status: 403,
			body: {},
			path: CREATE,
			skip: 3,
			times: 1,
		});
		const failed = await send({ items: itemsOf(people(5)), executionId: '41' }, way);
		expect([failed.status, stage.stored()]).toEqual(['error', once(3)]);
		const before = requests('POST', CREATE);
		const retried = await send({ saved: listRetry(failed), mode: 'retry', executionId: '42' }, way);
		expect(retried.error).toBeUndefined();
		expect(stage.stored()).toEqual(once(5));
		expect([requests('POST', CREATE) - before, requests('GET', LOOK_UP)]).toEqual([2, 0]);
		const stored = [...stage.sandbox.store.messages.values()];
		expect(jsonOf(retried)).toEqual(
			people(5).map(({ phone }, index) => {
				const { id, reference } = stored.find(({ msisdn }) => msisdn === phone) ?? {};
				return expect.objectContaining({
					phone,
					message_id: id,
					reference,
					status: 'accepted',
					reason: `Accepted by the service${index < 3 ? ' in an earlier try' : ''}`,
					// The record holds no price.
					currency: index < 3 ? null : 'EUR',
				}) as unknown;
			}),
		);
	});
});

describe('a run', () => {
	it('a stalled job that another worker runs again sends nothing twice', async () => {
		const worker = job(itemsOf(people(3)));
		const run = async (saved: IRunExecutionData): Promise<RunResult> =>
			await send({ saved, executionId: '51' });
		const [killed, again] = [await run(worker()), await run(worker())];
		expect(referencesOf(again)).toEqual(referencesOf(killed));
		expect(stage.stored()).toEqual(once(3));
	});

	it('a new database, which counts executions from 1 again, sends', async () => {
		for (const order of [1, 2]) {
			const saved = job(itemsOf(people(1).map((one) => ({ ...one, order }))))();
			const run = await send({ saved, executionId: '1' });
			expect(jsonOf(run)).toMatchObject([{ status: 'accepted' }]);
		}
		expect([...stage.stored().values()]).toEqual([2]);
	});

	it('a new execution sends, also where the same started it', async () => {
		for (const executionId of ['71', '72'])
			await send({ saved: job(itemsOf(people(1)))(), executionId });
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
		const run = await send({
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

describe('Message Reference', () => {
	const own = '={{ $json.order }}';
	const messages = () => [...stage.sandbox.store.messages.values()];
	const references = () =>
		messages()
			.map(({ reference }) => reference)
			.sort();

	it.each<[Send, INodeParameters, IDataObject[]]>([
		[single, { reference: own }, people(2)],
		[bulk, { reference: '{order}' }, people(2)],
	])('of the user is read in Options: %j', async (sms, given, items) => {
		const options = { referenceMode: 'custom', ...given };
		const run = await stage.send({ ...withOptions(sms, options), items });
		expect(run.error).toBeUndefined();
		expect(references()).toEqual(['order0', 'order1']);
	});

	it.each<[Send, string, IDataObject[], RegExp]>([
		[
			single,
			own,
			[{ phone: phoneOf(0), name: 'A' }, ...people(2).slice(1)],
			/Own Reference needs the field "order", which is empty here/,
		],
		[
			personalized,
			'{order}',
			people(2).map((one) => ({ ...one, order: 'same' })),
			/The reference same is the same as in item 1/,
		],
	])('that is missing or comes twice is refused: %j', async (form, reference, items, message) => {
		const run = await stage.send({
			...withOptions(form, { referenceMode: 'custom', reference }),
			items,
		});
		expect(run.error?.message).toMatch(message);
		expect(messages()).toEqual([]);
	});

	it('is automatic where Own is not chosen, whatever the field of Own holds', async () => {
		const options = { referenceMode: 'automatic', reference: own };
		const run = await stage.send({ ...withOptions(single, options), items: people(1) });
		expect(run.error).toBeUndefined();
		expect(references()).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
	});

	it('from content and day sends no SMS again on the same day', async () => {
		const form = withOptions(single, { referenceMode: 'content' });
		await stage.send({ ...form, items: people(3) });
		const more = await stage.send({ ...form, items: people(5) });
		expect(more.error).toBeUndefined();
		expect(jsonOf(more).map(({ status }) => status)).toEqual([
			...Array<string>(3).fill('already sent'),
			...Array<string>(2).fill('accepted'),
		]);
		expect(stage.stored()).toEqual(once(5));
	});
});
