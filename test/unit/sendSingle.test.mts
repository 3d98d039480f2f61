import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { singleEndpoint } from '../../nodes/MessagingService/sending/requests.ts';
import type { FakeOptions } from './fakeFunctions.mts';
import { CREATED, CREATED_LATER, OWN, people, phone, run, script } from './sendHarness.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

describe('single messages', () => {
	it('tell what the service said of each', async () => {
		const { json, sent, error } = await run(
			singleEndpoint,
			{ options: { validity: 5, tariff: '3', twoWay: true } },
			{ answer: script([CREATED]) },
		);
		expect(error).toBeUndefined();
		expect(Object.entries(json[0] ?? {})).toEqual(
			Object.entries({
				status: 'accepted',
				reason: 'Accepted by the service',
				phone: phone(0),
				text: 'Hi',
				segments: 1,
				message_id: 7,
				price: 0.5,
				currency: 'UAH',
				country: 'UA',
				sender: 'Shop',
				reference: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
				start_at: null,
				test: false,
			}),
		);
		expect(sent[0]).toEqual({
			destination: 'phone',
			msisdn: phone(0),
			reference: json[0]?.reference,
			originator: 'Shop',
			body: 'Hi',
			validity: 5,
			tariff: 3,
			'2way': true,
		});
	});

	it('go out once for each input under one reference a run, another in another run or at another time', async () => {
		const referencesOf = async (options: FakeOptions, text = 'Hi') =>
			(await run(singleEndpoint, { text }, { ...options, answer: script([CREATED]) })).json.map(
				({ reference }) => reference,
			);
		const token = '1'.repeat(64);
		const first = await referencesOf({ executionId: 'one', token });
		expect(await referencesOf({ executionId: 'one', token })).toEqual(first);
		expect(await referencesOf({ executionId: 'one', token }, 'Other')).toEqual(first);
		for (const other of [
			{ executionId: 'one', token: '2'.repeat(64) },
			{ executionId: 'two' },
			{ executionId: 'one' },
		])
			expect(await referencesOf(other)).not.toEqual(first);
		expect(await referencesOf({ executionId: '' })).not.toEqual(
			await referencesOf({ executionId: '' }),
		);
		// Loops, and several nodes of a workflow, whatever their ids.
		for (const other of [{ runIndex: 1 }, { node: { name: 'Second' } }])
			expect(await referencesOf({ executionId: 'one', token, ...other })).not.toEqual(first);
	});

	it('are refused when their reference belongs to another number', async () => {
		const { error } = await run(
			singleEndpoint,
			{ options: OWN },
			{
				items: people(1),
				answer: script([{ body: { error: 23 } }], {
					own0: { body: { id: 9, msisdn: '380990000000' } },
				}),
			},
		);
		expect(error).toMatchObject({
			message: 'The service has a message to another number under the reference own0 [item 0]',
			description: 'Give every message a reference of its own.',
		});
	});

	it.each([21, 33])(
		'to a number that the service refuses (%d) are left out on demand only',
		async (code) => {
			const answer = script([{ body: { error: code } }, CREATED]);
			const left = await run(
				singleEndpoint,
				{ options: { invalidRecipients: 'skip' } },
				{ answer },
			);
			expect(left.json).toMatchObject([
				{
					status: 'refused',
					reason: expect.stringContaining(`(code ${code})`) as string,
				},
				{ status: 'accepted' },
			]);
			expect(left.hints).toEqual([
				'1 recipient accepted (1 segment, 0.5 UAH), 1 refused: see the columns status and reason.',
			]);
			const stopped = await run(singleEndpoint, {}, { answer });
			expect(stopped.error).toBeInstanceOf(NodeApiError);
			expect(stopped.error).toMatchObject({
				message: expect.stringMatching(new RegExp(`\\(code ${code}\\) \\[item 0\\]$`)) as string,
				description: expect.stringMatching(
					/1 of 2 recipients were accepted before this, and no retry sends to them again\.$/,
				) as string,
			});
			expect(stopped.sent).toHaveLength(2);
			const other = await run(
				singleEndpoint,
				{ options: { invalidRecipients: 'skip' } },
				{ items: people(1), answer: script([{ body: { error: 8 } }]) },
			);
			expect(other.error?.message).toContain('(code 8)');
		},
	);

	it('become error items under Continue, the others go on', async () => {
		const { items, error } = await run(
			singleEndpoint,
			{},
			{ continueOnFail: true, answer: script([{ body: { error: 21 } }, CREATED]) },
		);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(2);
		const failed = items.find((item) => item.error);
		expect(failed).toMatchObject({
			json: {},
			error: { message: expect.stringContaining('(code 21)') as string },
		});
		expect(items.filter((item) => !item.error)).toHaveLength(1);
	});

	it('are repeated by a retry only where they are missing', async () => {
		const one = { executionId: 'retried' };
		const first = await run(
			singleEndpoint,
			{},
			{
				...one,
				items: people(3),
				answer: script([CREATED, { status: 403, body: { message: 'Forbidden' } }]),
			},
		);
		expect(first.error?.description).toMatch(/1 of 3 recipients were accepted before this/);
		const second = await run(
			singleEndpoint,
			{},
			{ ...one, items: people(3), answer: script([CREATED_LATER]) },
		);
		expect(second.sent.map(({ msisdn }) => msisdn)).toEqual([phone(1), phone(2)]);
		expect(second.json.map(({ reason }) => reason)).toEqual([
			'Accepted by the service in an earlier try',
			'Accepted by the service',
			'Accepted by the service',
		]);
		expect(second.looked).toEqual([]);
		// What went well is forgotten: the same once more is asked of the service.
		expect(
			(await run(singleEndpoint, {}, { ...one, items: people(3), answer: script([CREATED]) })).sent,
		).toHaveLength(3);
	});

	it('are not held for sent when the credential forbade the request', async () => {
		const one = { executionId: 'forbidden', items: people(1) };
		const parameters = { referenceMode: 'none' };
		const forbidden = await run(singleEndpoint, parameters, {
			...one,
			credential: { baseUrl: 'http://service.example' },
			answer: script([CREATED]),
		});
		expect(forbidden.error).toBeInstanceOf(NodeOperationError);
		expect(forbidden.sent).toEqual([]);
		expect(
			(await run(singleEndpoint, parameters, { ...one, answer: script([CREATED]) })).json[0],
		).toMatchObject({ status: 'accepted' });
	});
});
