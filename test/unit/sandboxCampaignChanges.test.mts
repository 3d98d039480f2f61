import { closeAll, data, list, open } from './sandboxClient.mts';

afterEach(closeAll);

describe('stop and renew (4.11, 4.12, 3.2)', () => {
	const [done, paused, scheduled] = [1001, 1002, 1003];

	it('stops from every stoppable state, once', async () => {
		const client = await open();
		const stopped = await client.put(`/api/campaigns/${scheduled}/stop`);
		expect(data(stopped)).toMatchObject({
			id: scheduled,
			status: 'stopped',
			finished_at: '2026-05-10 12:00:00',
			calculated_price: 0.6,
			alternative_channels: { sms: { statistic: { sent: 0, delivered: 0 } } },
		});
		expect((await client.put(`/api/campaigns/${scheduled}/stop`)).json).toMatchObject({
			errors: { status: ['A campaign in status stopped cannot be stopped.'] },
		});
		expect((await client.put(`/api/campaigns/${done}/stop`)).status).toBe(422);
		client.sandbox.clock.advance(3 * 86_400_000);
		expect(client.sandbox.store.campaigns.get(scheduled)).toMatchObject({
			status: 'stopped',
			counters: { deleted: 20 },
		});
		for (const status of [
			'creation',
			'moderation',
			'spam',
			'scheduled',
			'sending',
			'paused',
		] as const) {
			const campaign = client.sandbox.store.campaigns.get(paused);
			if (campaign) campaign.status = status;
			expect((await client.put(`/api/campaigns/${paused}/stop`)).status).toBe(200);
		}
	});

	it('renews what is paused, and only that', async () => {
		const client = await open();
		expect(data(await client.put(`/api/campaigns/${paused}/renew`))).toMatchObject({
			status: 'sending',
		});
		expect((await client.put(`/api/campaigns/${paused}/renew`)).status).toBe(422);
		for (const id of [done, scheduled])
			expect((await client.put(`/api/campaigns/${id}/renew`)).status).toBe(422);
		client.sandbox.clock.advance(40_000);
		expect(
			list(
				await client.get(
					'/api/campaign?filter[type]=rcs&filter[field]=taskname&filter[value]=1002',
				),
			)[0],
			// All twenty are delivered, and the half that was read counts as sent no more (2.1).
		).toMatchObject({ status: 'done', statistics: { sent: 10, delivered: 20 } });
	});

	it('knows no other campaign, and stops SMS campaigns by PATCH', async () => {
		const client = await open();
		const { id } = data(await client.campaign());
		for (const wrong of [String(id), '999', 'abc'])
			expect((await client.put(`/api/campaigns/${wrong}/stop`)).json).toEqual({
				code: 404,
				message: 'Campaign not found',
			});
		expect(data(await client.call('PATCH', `/api/campaigns/${String(id)}/stop`))).toMatchObject({
			status: 'stopped',
		});
	});
});
