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
		expect(json).toMatchObject([{ status: 'accepted', campaign_id: 70 }, { campaign_id: 70 }]);
		expect(sent[0]).toMatchObject({
			sender: 'Shop',
			text: 'Hi',
			phones: [{ number: Number(phone(0)) }, {}],
			start_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
		});
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
			{ campaign_id: 70, reason: 'Accepted by the service in an earlier try' },
			{ campaign_id: 72 },
		]);
	});
});
