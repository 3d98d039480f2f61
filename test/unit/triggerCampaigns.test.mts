/** What is reported of campaigns: changes, new ones, progress, and what the filters leave. */
import { brief, Host, ruleFor } from './triggerHost.mts';
import { FakeService } from './triggerService.mts';

describe('campaigns', () => {
	it('notes at the first look and reports changes afterwards', async () => {
		const service = new FakeService();
		const running = service.create('sms', 'sending');
		service.create('sms', 'done');
		const host = new Host(service, ruleFor('campaignStatusChanged'));
		expect((await host.poll()).events).toEqual([]);
		host.advance(60);
		service.turn(running, 'done');
		const fresh = service.create('rcs', 'scheduled');
		const { events } = await host.poll();
		expect(brief(events).sort()).toEqual(
			[`${running.id} sending > done`, `${fresh.id} null > scheduled`].sort(),
		);
		expect(events.find((event) => event.isFinal)?.newStatus).toBe('done');
		host.advance(60);
		expect((await host.poll()).events).toEqual([]);
	});

	it('makes no news of a status that it does not know, and follows what has one', async () => {
		const service = new FakeService();
		const one = service.create('sms', 'sending');
		const host = new Host(service, ruleFor('campaignStatusChanged'));
		await host.poll();
		const fresh = service.create('sms', 'ok');
		service.turn(one, 'ok');
		expect((await host.poll()).events).toEqual([]);
		service.turn(one, 'paused');
		service.turn(fresh, 'sending');
		expect(brief((await host.poll()).events).sort()).toEqual(
			[`${one.id} sending > paused`, `${fresh.id} null > sending`].sort(),
		);
	});

	it('tells the second pause from the first, and gives each the same id in every life', async () => {
		const lives = [];
		for (let life = 0; life < 2; life += 1) {
			const service = new FakeService();
			const one = service.create('rcs', 'sending');
			const host = new Host(service, ruleFor('campaignStatusChanged'));
			await host.poll();
			const ids = [];
			for (const status of ['paused', 'sending', 'paused', 'stopped']) {
				service.turn(one, status);
				host.advance(60);
				ids.push((await host.poll()).events[0]?.eventId);
			}
			expect(new Set(ids).size).toBe(4);
			lives.push(ids);
		}
		expect(lives[0]).toEqual(lives[1]);
	});

	it('reports progress by the step, and the end', async () => {
		const service = new FakeService();
		const one = service.create('sms', 'sending');
		const host = new Host(service, ruleFor('campaignProgress', { step: 10 }));
		await host.poll();
		const seen = [];
		for (const [sent, delivered] of [
			[4, 0],
			[9, 3],
			[12, 9],
			[13, 12],
			[13, 12],
		] as const) {
			Object.assign(one, { sent, delivered });
			host.advance(60);
			seen.push(
				(await host.poll()).events.map((event) => [
					event.previousCounters?.slice(0, 2),
					(event.record as { statistics: unknown }).statistics,
				]),
			);
		}
		expect(seen).toEqual([[], [], [[[0, 0], { sent: 12, delivered: 9 }]], [], []]);
		service.turn(one, 'done');
		expect((await host.poll()).events).toMatchObject([
			{ isFinal: true, previousStatus: 'sending', newStatus: 'done' },
		]);
	});

	it('reports the end of a campaign of which nothing was sent, seen running before or not', async () => {
		const service = new FakeService();
		const host = new Host(service, ruleFor('campaignProgress', { step: 10 }));
		await host.poll();
		const [seen] = [service.create('sms', 'sending'), service.create('sms', 'done')];
		host.advance(60);
		expect((await host.poll()).events).toMatchObject([
			{ isFinal: true, previousStatus: null, newStatus: 'done' },
		]);
		service.turn(seen, 'done');
		host.advance(60);
		expect((await host.poll()).events).toMatchObject([
			{ isFinal: true, previousStatus: 'sending', newStatus: 'done' },
		]);
		host.advance(60);
		expect((await host.poll()).events).toEqual([]);
	});

	it('forgets no running campaign while the service shows an empty list, however long', async () => {
		const service = new FakeService();
		const host = new Host(service, ruleFor('campaignFinished'));
		await host.poll();
		const campaign = service.create('sms', 'sending');
		await host.poll();
		const campaigns = service.campaigns;
		service.campaigns = [];
		for (let polls = 0; polls < 30; polls++) {
			host.advance(60);
			expect((await host.poll()).events).toEqual([]);
		}
		service.campaigns = campaigns;
		service.turn(campaign, 'done');
		host.advance(60);
		expect((await host.poll()).events).toMatchObject([{ newStatus: 'done' }]);
	});

	it('keeps to the filters', async () => {
		const service = new FakeService();
		service.create('sms', 'done');
		const host = new Host(
			service,
			ruleFor('campaignStatusChanged', { senders: ['shop'], statuses: ['paused', 'done'] }),
		);
		await host.poll();
		const mine = service.create('rcs', 'sending');
		const other = service.create('rcs', 'done');
		other.sender = 'Other';
		expect((await host.poll()).events).toEqual([]);
		service.turn(mine, 'paused');
		expect(brief((await host.poll()).events)).toEqual([`${mine.id} sending > paused`]);
		const only = new Host(service, ruleFor('campaignFinished', { ids: [String(mine.id)] }));
		await only.poll();
		service.create('rcs', 'done');
		service.turn(mine, 'stopped');
		expect(brief((await only.poll()).events)).toEqual([`${mine.id} paused > stopped`]);
	});
});
