import type { IDataObject } from 'n8n-workflow';
import { openStub } from './stubService.mts';
import type { Stub } from './stubService.mts';

/* Statuses of messages: that of a request is not that of a message, and what the service says of one it does not know is none. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

let nodes = 0;

/** A trigger of statuses with a memory of its own; returns what polls it. */
function watch(
	parameters: IDataObject,
): (more?: IDataObject) => Promise<Array<IDataObject[string]>> {
	const staticData: IDataObject = {};
	const node = { id: `statuses${(nodes += 1)}` };
	const credential = stub.engine.store({
		baseUrl: stub.baseUrl,
		apiKey: `live_${'a'.repeat(32)}`,
		authentication: 'apiKey',
		timeZone: 'UTC',
	});
	return async (more = {}) => {
		const output = await stub.engine.poll({
			parameters: { event: 'messageStatusChanged', options: {}, ...parameters, ...more } as never,
			staticData,
			node,
			credential,
		});
		return (output?.[0] ?? []).map(({ json }) => json.status);
	};
}

const UNNAMED: IDataObject[] = [
	{ status: 'failed', message: 'Service temporarily unavailable' },
	{ status: 'rejected', message: 'Rate limit' },
	{ status: 'rejected', detail: 'Rate limit', error: 0 },
	{ code: 200, status: 'FAILED' },
	{ status: 'accepted' },
];

it.each(UNNAMED)('the status in %j is that of the request', async (body) => {
	stub.answer = () => ({ body });
	for (const [operation, parameters] of [
		['sms.get', { messageId: '77' }],
		['sms.getByReference', { reference: 'order1' }],
	] as const) {
		const run = await stub.run(operation, parameters);
		expect([operation, run.status]).toEqual([operation, 'error']);
		expect(run.error?.message).toMatch(/^The answer of the service holds no message/);
	}
});

it.each<IDataObject>([
	{ error: 0, errorDescription: 'No errors', status: 'delivered' },
	{ status: 'sent', time_sent: '2026-06-01 10:00:00' },
	{ status: 'delivered', msisdn: '380991112233' },
	{ external_id: 77, status: 'sent' },
])('the status in %j is that of the message', async (body) => {
	stub.answer = () => ({ body });
	expect((await stub.run('sms.get', { messageId: '77' })).items[0]?.json.status).toBe(body.status);
});

it('a status of the request ends no message that is watched', async () => {
	let body: IDataObject = { id: 77, msisdn: '380991112233', status: 'sent', error: 0 };
	stub.answer = () => ({ body });
	const poll = watch({ lookUpBy: 'id', messageIds: '77', notify: 'final' });
	await poll();
	body = UNNAMED[0] ?? {};
	const told = await poll().catch(() => []);
	body = { id: 77, msisdn: '380991112233', status: 'delivered', error: 0 };
	expect([...told, ...(await poll())]).toEqual(['delivered']);
});

/** Tells of eight messages at once: of none before they are there, while a look-up of one says so too. */
function answerWithEight(isThere: () => boolean): void {
	const entry = (at: number): IDataObject =>
		isThere()
			? { id: String(at + 1), status: 'delivered' }
			: { id: String(at + 1), error: 20, errorDescription: 'SMS not found', status: 'unknown' };
	stub.answer = ({ path }) => ({
		body: path.endsWith('/getStatus')
			? { error: 0, result: Array.from({ length: 8 }, (_, at) => entry(at)) }
			: { error: 20, errorDescription: 'SMS not found' },
	});
}

it.each([false, true])(
	'an entry "SMS not found" ends no message that is watched (named later: %s)',
	async (isLater) => {
		let isThere = false;
		answerWithEight(() => isThere);
		const poll = watch({ lookUpBy: 'id', notify: 'final' });
		const eight = { messageIds: '1,2,3,4,5,6,7,8' };
		if (isLater) await poll({ messageIds: '101' });
		const told = await poll(eight);
		isThere = true;
		expect([...told, ...(await poll(eight))]).toEqual(Array(8).fill('delivered'));
	},
);

it('an entry "SMS not found" ends no wait for a delivery', async () => {
	answerWithEight(() => false);
	const credential = stub.engine.store({
		baseUrl: stub.baseUrl,
		apiKey: `live_${'a'.repeat(32)}`,
		authentication: 'apiKey',
	});
	const run = await stub.engine.run({
		items: Array.from({ length: 8 }, (_, at) => ({ json: { message_id: at + 1 } })),
		credential,
		parameters: {
			resource: 'sms',
			operation: 'waitForDelivery',
			identifyBy: 'id',
			messageId: '={{ $json.message_id }}',
			waitMinutes: 0,
			outputMode: 'single',
			options: { retryFor: 0 },
		} as never,
	});
	expect(run.items.map(({ json }) => json.status)).not.toContain('unknown');
});

it.each<IDataObject>([
	{ external_id: 12345 },
	{ external_id: '12345' },
	{ reference: 12345 },
	{ reference_id: 12345 },
])('SMS: Get by Reference takes no message of another reference: %j', async (more) => {
	const message = { id: 5, msisdn: '380991112233', status: 'delivered' };
	stub.answer = () => ({ body: { ...message, ...more } });
	const get = async (reference: string): Promise<string> =>
		(await stub.run('sms.getByReference', { reference })).status;
	expect(await get('777')).toBe('error');
	expect(await get('12345')).toBe('success');
});
