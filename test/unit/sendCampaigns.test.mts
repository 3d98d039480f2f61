import { campaignEndpoint } from '../../nodes/MessagingService/sending/requests.ts';
import { CAMPAIGN, people, phone, run, script } from './sendHarness.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

describe('campaigns', () => {
	it('tell their id', async () => {
		const { json, sent } = await run(
			campaignEndpoint,
			{ options: { startAt: new Date(Date.now() + 3_600_000).toISOString() } },
			{ answer: script([CAMPAIGN]) },
		);
		expect(json).toMatchObject([
			{ status: 'accepted', campaign_id: 70, already_accepted: false },
			{ campaign_id: 70 },
		]);
		expect(sent[0]).toMatchObject({
			sender: 'Shop',
			text: 'Hi',
			phones: [{ number: Number(phone(0)) }, {}],
			start_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
		});
	});

	it('show the reply that made them as the service sent it, on demand', async () => {
		const body = {
			data: {
				id: 70,
				name: 'N',
				status: 'creation',
				statistics: { sent: 0, delivered: 0 },
				odd: 1,
			},
			beside: true,
		};
		for (const more of [{}, { simplify: true }]) {
			const answer = script([{ body }]);
			const { json } = await run(
				campaignEndpoint,
				{ ...more, options: { rawOutput: true } },
				{ answer },
			);
			expect(json.map(({ reply }) => reply)).toEqual('simplify' in more ? [body] : [body, body]);
			expect(Object.keys(json[0] ?? {}).at(-1)).toBe('reply');
			const plain = await run(campaignEndpoint, more, { answer });
			expect(plain.json[0]).not.toHaveProperty('reply');
		}
	});

	it('stop under Continue as the errors of their recipients', async () => {
		const { items } = await run(
			campaignEndpoint,
			{},
			{ continueOnFail: true, answer: script([{ status: 403, body: { message: 'Forbidden' } }]) },
		);
		expect(items.map(({ error, pairedItem }) => [error?.message, pairedItem])).toEqual([
			['The account may not do this: Forbidden (HTTP 403) [item 0]', { item: 0 }],
			['The account may not do this: Forbidden (HTTP 403) [item 1]', { item: 1 }],
		]);
	});

	it('of a run that failed are not made again', async () => {
		const one = { executionId: 'campaigns', items: people(2) };
		const parameters = {
			recipientSource: 'list',
			recipients: '={{ $json.phone }}',
			options: { maxInFlight: 1 },
		};
		expect(
			(
				await run(campaignEndpoint, parameters, {
					...one,
					answer: script([CAMPAIGN, { status: 403, body: { message: 'Forbidden' } }]),
				})
			).error,
		).toBeDefined();
		const again = await run(campaignEndpoint, parameters, {
			...one,
			answer: script([{ body: { data: { id: 72, sender: 'Shop' } } }]),
		});
		expect(again.json).toMatchObject([
			{ campaign_id: 70, already_accepted: true },
			{ campaign_id: 72, already_accepted: false },
		]);
	});
});
