import type { IDataObject } from 'n8n-workflow';
import type { SandboxOptions } from '../../sandbox/server.mts';
import type { Dialect } from '../../sandbox/types.mts';
import { openStage } from './stage.mts';
import type { Stage } from './stage.mts';

/* Services that the specification allows by its silence, by settings of the sandbox: the node says what is so at each of them. */

let stage: Stage | undefined;
afterEach(async () => {
	await stage?.close();
	stage = undefined;
});

async function open(
	dialect: Partial<Dialect>,
	options: SandboxOptions = {},
	authentication: 'automatic' | 'apiKey' = 'apiKey',
): Promise<Stage> {
	stage = await openStage({ clock: 'real', ...options, dialect }, authentication);
	return stage;
}

const PHONES = ['380991112211', '380991112212', '380991112213'];
const ITEMS: IDataObject[] = PHONES.map((phone) => ({ phone }));
const SEND = { sender: 'Shop', text: 'Hello' };

describe('a task whose first message has the same id', () => {
	it.each([
		['messageFirst', 'both'],
		['messageFirst', 'task'],
		['taskFirst', 'both'],
		['taskFirst', 'sms'],
	] as const)('%s, task path %s: its counters are found', async (taskOrMessage, taskPath) => {
		const { act } = await open({ taskOrMessage, taskPath });
		const [first] = (await act('sms.sendBulk', SEND, { items: ITEMS })).items;
		const got = await act('bulkTask.get', { taskId: String(first?.json.task_id) });
		expect(got.items).toMatchObject([{ json: { task_id: first?.json.task_id, price: 0.09 } }]);
	});

	it.each([
		['messageFirst', 'sms', 'bulkTask.get', /is that of a message, not of a bulk task/],
		['taskFirst', 'both', 'sms.get', /is that of a bulk task, not of a message/],
	] as const)(
		'%s, task path %s: %s says that the other one was shown',
		async (taskOrMessage, taskPath, operation, message) => {
			const { act } = await open({ taskOrMessage, taskPath });
			const [first] = (await act('sms.sendBulk', SEND, { items: ITEMS })).items;
			const id = String(first?.json.task_id);
			const got = await act(operation, { taskId: id, messageId: id });
			expect(got.error?.message).toMatch(message);
			expect(got.items).toEqual([]);
		},
	);

	it('leaves each message to be found that it does not hide', async () => {
		const { act } = await open({ taskOrMessage: 'taskFirst' });
		const sent = (await act('sms.sendBulk', SEND, { items: ITEMS })).items;
		for (const { json } of sent.slice(1)) {
			const got = await act('sms.get', { messageId: String(json.message_id) });
			expect(got.items).toMatchObject([{ json: { phone: json.phone } }]);
		}
	});
});

describe('a refusal of another kind', () => {
	it('a token that has ended, told without a code, is renewed', async () => {
		const { act, sandbox } = await open({ wrongTokenBody: 'message' }, {}, 'automatic');
		await act('campaign.getAll', { type: 'sms', limit: 1 });
		sandbox.tokens.revokeAll();
		const run = await act('campaign.sendSms', SEND, { items: ITEMS });
		expect(run.items.map(({ json }) => json.status)).toEqual(['accepted', 'accepted', 'accepted']);
	});

	it('faults in fields with 400 are a refusal, and no doubt', async () => {
		const { act, sandbox } = await open({ refusalStatus: 400 });
		const parameters = { ...SEND, sender: 'Nobody' };
		const run = await act('campaign.sendSms', parameters, { items: ITEMS });
		expect(run.error?.message).toMatch(/^The service did not (?:take the request|accept the)/);
		expect(sandbox.requests.map(({ method, status }) => `${method} ${status}`)).toEqual([
			'POST 400',
		]);
	});

	it.each(['none', 'seconds', 'date'] as const)(
		'a limit of requests is kept to, with Retry-After %s',
		async (retryAfter) => {
			const { act, sandbox } = await open({ rateLimit: 1, retryAfter }, { now: new Date() });
			const begun = Date.now();
			for (const type of ['sms', 'rcs', 'sms', 'rcs'])
				expect((await act('campaign.getAll', { type, limit: 1 })).status).toBe('success');
			const run = await act('campaign.sendSms', SEND, { items: ITEMS });
			expect(run.items.map(({ json }) => json.status)).toEqual([
				'accepted',
				'accepted',
				'accepted',
			]);
			expect(sandbox.requests.map(({ status }) => status)).toContain(429);
			expect(Date.now() - begun).toBeLessThan(15_000);
		},
	);
});

describe('a message that could not be delivered', () => {
	it.each(['undelivered', 'failed', 'rejected', 'expired', 'not-viber-user'] as const)(
		'is waited for to its end, which is called %s',
		async (finalStatus) => {
			const { act } = await open({ finalStatus });
			const [sent] = (await act('sms.send', { ...SEND, phone: '380991110002' })).items;
			const waited = await act('sms.waitForDelivery', {
				identifyBy: 'id',
				messageId: String(sent?.json.message_id),
			});
			expect(waited.outputs.flat()).toMatchObject([{ json: { status: finalStatus } }]);
			expect(waited.outputs[0]).toEqual([]);
		},
	);
});
