import { waitSums } from '../../../nodes/MessagingService/resources/sms/waitSums.ts';
import { NOT_THERE } from '../sending/fakeFunctions.mts';
import type { Answer, Asked, FakeOptions } from '../sending/fakeFunctions.mts';
import { custom } from '../sending/fakeOperations.mts';

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

	it('does not let an addition of the service take the place of its own fields', async () => {
		const body = { id: 1, status: 'delivered', delivered: 2, timed_out: 'no' };
		const more = { waitMinutes: 0, outputMode: 'single' };
		const { json } = await wait(more, () => ({ body }), { items: [{ id: '1' }] });
		expect(json).toMatchObject([{ delivered: true, timed_out: false }]);
	});

	it('says why, and of which, where the service does not show it', async () => {
		const by = { identifyBy: 'reference', reference: 'campaign1', options: { retryFor: 0 } };
		const more = { ...by, waitMinutes: 0, outputMode: 'single' };
		const { json, hints } = await wait(more, () => NOT_THERE, { items: [{}] });
		const reason = expect.stringContaining('those of a campaign later, or never') as string;
		expect(json).toMatchObject([{ reference: 'campaign1', status: 'not found', reason }]);
		expect(hints.join()).toContain('Campaign: Get');
	});

	it('stops at what cannot be asked, or goes on under Continue', async () => {
		const answer = ({ path }: Asked): Answer =>
			path.endsWith('1') ? { status: 403, body: {} } : status('delivered');
		expect((await wait({}, answer)).error?.message).toBe(
			'The account may not do this (HTTP 403) [item 1]',
		);
		const { outputs } = await wait({}, answer, { continueOnFail: true });
		expect(outputs[1]?.[0]).toMatchObject({
			error: { message: 'The account may not do this (HTTP 403) [item 1]' },
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
});

const ended = (status: string) => ({ status, done: true, failedToAsk: false });
const open = (status: string) => ({ status, done: false, failedToAsk: false });

test.each([
	[
		[ended('delivered'), ended('read'), ended('delivered'), ended('expired'), open('sent')],
		'5 messages: 3 delivered, 1 failed, 1 still on the way.',
	],
	[[open('accepted')], '1 message: 1 still on the way.'],
	[[open('')], '1 message: 1 not found so far.'],
	// An unknown status says nothing of the end.
	[[open('teleported'), ended('delivered')], '2 messages: 1 delivered, 1 still on the way.'],
	[
		[ended('not sent'), ended('unknown'), { ...ended(''), failedToAsk: true }],
		'3 messages: 1 with an unknown outcome, 1 not sent, 1 that could not be asked for.',
	],
])('sums up what was waited for: %#', (messages, sums) => {
	expect(waitSums(messages)).toBe(sums);
});
