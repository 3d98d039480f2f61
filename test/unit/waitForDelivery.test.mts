import { NOT_THERE } from './fakeFunctions.mts';
import type { Answer, Asked, FakeOptions } from './fakeFunctions.mts';
import { custom, paths } from './fakeOperations.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

describe('SMS: Wait for Delivery', () => {
	const wait = async (
		parameters: object,
		answer: FakeOptions['answer'],
		options: FakeOptions = {},
	) =>
		await custom(
			'sms.waitForDelivery',
			{ identifyBy: 'id', messageId: '={{ $json.id }}', waitMinutes: 1, ...parameters },
			answer,
			{ items: [{ id: '1' }, { id: '2' }], ...options },
		);
	const status = (name: string): Answer => ({
		body: { error: 0, msisdn: '380991112233', status: name },
	});

	it('parts the delivered from the others, and gives up those that were never sent', async () => {
		const { outputs } = await wait(
			{},
			({ path }, count) =>
				path.endsWith('1') ? status(count < 2 ? 'sent' : 'delivered') : status('expired'),
			{ items: [{ id: '1' }, { id: '2' }, { id: '' }] },
		);
		expect(
			outputs.map((output) =>
				output.map(({ json, pairedItem }) => [json.status, json.timed_out, pairedItem]),
			),
		).toEqual([
			[['delivered', false, { item: 0 }]],
			[
				['expired', false, { item: 1 }],
				['not sent', false, { item: 2 }],
			],
		]);
	});

	it('gives all in one output, with what is not known yet', async () => {
		const { outputs, hints } = await wait(
			{ outputMode: 'single', waitMinutes: 0, options: { retryFor: 0 } },
			({ path }) => (path.endsWith('1') ? NOT_THERE : { status: 503, body: '' }),
		);
		expect(outputs).toHaveLength(1);
		expect(
			outputs[0]?.map(({ json }) => [
				json.delivered,
				json.timed_out,
				json.status,
				json.reason !== undefined,
			]),
		).toEqual([
			[false, true, 'not found', true],
			[false, true, 'not known', true],
		]);
		expect(outputs[0]?.map(({ json }) => json.message_id)).toEqual(['1', '2']);
		expect(hints).toEqual([
			'2 messages: 1 not found so far, 1 that could not be asked for.',
			expect.stringMatching(/^1 of 2 messages: The service shows no such message so far\./),
		]);
	});

	it('says why one of a status that nobody knows is among the others', async () => {
		const { outputs, hints } = await wait({ waitMinutes: 0 }, ({ path }) =>
			path.endsWith('1')
				? { body: { id: '1', msisdn: '380991112233', status: 'teleported' } }
				: status('delivered'),
		);
		expect(outputs[1]?.map(({ json }) => [json.status, json.timed_out, json.reason])).toEqual([
			['teleported', true, 'It had no final status when the time was up'],
		]);
		expect(hints).toEqual(['2 messages: 1 delivered, 1 still on the way.']);
	});

	it('stops at what cannot be asked, or goes on under Continue', async () => {
		const answer = ({ path }: Asked): Answer =>
			path.endsWith('1') ? { status: 403, body: {} } : status('delivered');
		expect((await wait({}, answer)).error?.message).toBe(
			'The account may not do this (HTTP 403) [item 0]',
		);
		const { outputs } = await wait({}, answer, { continueOnFail: true });
		expect(outputs[1]?.[0]).toMatchObject({
			error: { message: 'The account may not do this (HTTP 403) [item 0]' },
		});
		expect((await wait({}, answer, { items: [{ id: 'x' }] })).error?.message).toContain(
			'Message ID "x"',
		);
		expect(
			(await wait({}, answer, { items: [{ id: 'x' }, { id: '2' }], continueOnFail: true }))
				.outputs[1]?.[0]?.error?.message,
		).toContain('Message ID "x"');
		expect((await wait({}, answer, { items: [{}] })).error?.message).toContain(
			'Message ID is empty',
		);
	});

	it('asks a service without a list of messages for it once', async () => {
		const items = Array.from({ length: 8 }, (_, index) => ({ reference: `order${index}` }));
		const looks = new Map<string, number>();
		const ran = await wait(
			{ identifyBy: 'reference', reference: '={{ $json.reference }}' },
			({ path }) => {
				if (path === '/api/messages') return { status: 404, body: {} };
				const look = (looks.get(path) ?? 0) + 1;
				looks.set(path, look);
				return status(look < 4 ? 'sent' : 'delivered');
			},
			{ items },
		);
		expect(ran.outputs.map(({ length }) => length)).toEqual([8, 0]);
		expect(paths(ran).filter((path) => path === 'GET /api/messages')).toHaveLength(1);
	});

	it('ends with the execution', async () => {
		const stop = new AbortController();
		const { outputs } = await wait(
			{},
			() => {
				stop.abort();
				return status('sent');
			},
			{ signal: stop.signal },
		);
		expect(outputs[1]?.map(({ json }) => json.timed_out)).toEqual([true, true]);
	});
});
