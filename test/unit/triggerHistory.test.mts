/** How campaigns are found: in long histories, small pages, at any time, and in lists that move while they are read. */
import { brief, Host, ruleFor } from './triggerHost.mts';
import { FakeService } from './triggerService.mts';

/** An account with a long history, most of it finished. */
function withHistory(total: number, unfinished: number, options = {}): FakeService {
	const service = new FakeService(options);
	const every = Math.floor(total / unfinished);
	for (let index = 0; index < total; index += 1) {
		const open = index % every === 0 && index / every < unfinished;
		const status = open
			? (['scheduled', 'sending', 'paused', 'spam'][(index / every) % 4] ?? 'sending')
			: index % 11 === 0
				? 'stopped'
				: 'done';
		service.create(
			'sms',
			status,
			service.now - 80 * 86400 + Math.floor((index * 80 * 86400) / total),
		);
	}
	return service;
}

describe('campaigns in the list', () => {
	it('finds the unfinished of a long history in few requests and follows each of them at every poll', async () => {
		const service = withHistory(20_000, 50);
		const host = new Host(service, ruleFor('campaignStatusChanged'), 'legacy', ['sms']);
		await host.poll();
		expect(service.requests).toBeLessThan(30);
		expect(Object.keys(host.state?.watched ?? {})).toHaveLength(50);
		const wanted: string[] = [];
		const got: string[] = [];
		for (let round = 0; round < 12; round += 1) {
			host.advance(60);
			const open = service.campaigns.filter((one) => !['done', 'stopped'].includes(one.status));
			const moved = round < 5 ? open.filter((_, index) => index % 7 === round) : [];
			for (const one of moved)
				service.turn(one, one.status === 'sending' ? (one.id % 2 ? 'done' : 'stopped') : 'sending');
			const made =
				round < 5 ? Array.from({ length: 20 }, () => service.create('sms', 'sending')) : [];
			wanted.push(...[...moved, ...made].map((one) => `${one.id} ${one.status}`));
			const before = service.requests;
			const { events } = await host.poll();
			expect(service.requests - before).toBeLessThanOrEqual(8);
			got.push(
				...events.map((event) => `${(event.record as { id: number }).id} ${event.newStatus}`),
			);
			// Every change is noticed at the next poll, however old the campaign is.
			expect(got.length).toBe(wanted.length);
		}
		expect(got.sort()).toEqual(wanted.sort());
	});

	it('follows them as well where the service neither sorts by status nor gives large pages, a few at a time', async () => {
		const service = withHistory(900, 12, { sortsByStatus: false, pageMax: 100 });
		const host = new Host(service, ruleFor('campaignFinished'), 'legacy', ['sms']);
		await host.poll();
		expect(Object.keys(host.state?.watched ?? {})).toHaveLength(12);
		const open = service.campaigns.filter((one) => !['done', 'stopped'].includes(one.status));
		for (const one of open) service.turn(one, 'done');
		const got: string[] = [];
		for (let round = 0; round < 60; round += 1) {
			host.advance(60);
			got.push(...brief((await host.poll()).events));
		}
		expect(got).toHaveLength(12);
	});

	it.each([
		{ pageMax: 30, sortsByStatus: true },
		{ pageMax: 500, sortsByStatus: false },
		{ pageMax: 30, sortsByStatus: false },
	])('notices every change at the next poll or the one after (%j)', async (options) => {
		const service = withHistory(1500, 50, options);
		const host = new Host(service, ruleFor('campaignStatusChanged'), 'legacy', ['sms']);
		await host.poll();
		for (let round = 0; round < 5; round += 1) {
			host.advance(60);
			await host.poll();
		}
		expect(Object.keys(host.state?.watched ?? {})).toHaveLength(50);
		const waiting = new Map<number, number>();
		const late: number[] = [];
		for (let round = 0; round < 10; round += 1) {
			host.advance(60);
			const open = service.campaigns.filter((one) => !['done', 'stopped'].includes(one.status));
			for (const one of open.filter(({ id }) => !waiting.has(id) && id % 9 === round % 9)) {
				waiting.set(one.id, round);
				service.turn(one, 'done');
			}
			for (let index = 0; index < 20; index += 1) {
				const one = service.create('sms', index % 10 ? 'done' : 'sending');
				waiting.set(one.id, round);
			}
			for (const { record } of (await host.poll()).events) {
				const { id } = record as { id: number };
				late.push(round - (waiting.get(id) ?? -99));
				waiting.delete(id);
			}
		}
		expect(Math.max(...late)).toBeLessThanOrEqual(1);
		expect([...waiting.values()].filter((round) => round < 9)).toEqual([]);
	});

	it.each([0, 2])(
		'is not held up by pages of 30 where 700 campaigns are created %d seconds apart',
		async (seconds) => {
			const service = new FakeService({ pageMax: 30 });
			service.create('sms', 'done');
			const host = new Host(service, ruleFor('campaignStatusChanged'), 'legacy', ['sms']);
			await host.poll();
			host.advance(60);
			for (let index = 0; index < 700; index += 1) {
				service.create('sms', 'done');
				host.advance(seconds);
			}
			const ids: unknown[] = [];
			for (let round = 0; round < 5; round += 1) {
				ids.push(...(await host.poll()).events.map(({ record }) => record.id));
				host.advance(180);
			}
			expect([ids.length, new Set(ids).size]).toEqual([700, 700]);
		},
	);

	it.each([true, false])(
		'is not held up by a service that shows the same page at every offset, and says so (total hidden: %s)',
		async (hidesTotal) => {
			const service = new FakeService({ pageMax: 30, ignoresOffset: true, hidesTotal });
			for (let index = 0; index < 40; index += 1) service.create('sms', 'done');
			const host = new Host(service, ruleFor('campaignStatusChanged'), 'legacy', ['sms']);
			await host.poll();
			host.advance(60);
			for (let index = 0; index < 100; index += 1) service.create('sms', 'done');
			const burst = await host.poll();
			expect(burst.notes[0]).toContain('the same page at every offset');
			expect(burst.events).toHaveLength(30);
			host.advance(60);
			const one = service.create('sms', 'sending');
			const next = await host.poll();
			expect([brief(next.events), next.notes]).toEqual([[`${one.id} null > sending`], []]);
		},
	);

	it('sees a campaign that appears late, under a lower id than the newest', async () => {
		const service = new FakeService();
		service.create('sms', 'done');
		const host = new Host(service, ruleFor('campaignStatusChanged'), 'legacy', ['sms']);
		await host.poll();
		const id = service.reserve();
		service.create('sms', 'sending');
		expect((await host.poll()).events).toHaveLength(1);
		service.campaigns.push({
			id,
			type: 'sms',
			status: 'sending',
			sender: 'Shop',
			created: service.now - 30,
			sent: 0,
			delivered: 0,
		});
		host.advance(60);
		expect(brief((await host.poll()).events)).toEqual([`${id} null > sending`]);
	});

	it('takes equal creation times apart and reads on where more is new than a page holds', async () => {
		const service = new FakeService({ pageMax: 30 });
		for (let index = 0; index < 40; index += 1) service.create('sms', 'done');
		const host = new Host(service, ruleFor('campaignFinished'), 'legacy', ['sms']);
		expect((await host.poll()).events).toEqual([]);
		host.advance(1);
		for (let index = 0; index < 70; index += 1) service.create('sms', 'done');
		expect((await host.poll()).events).toHaveLength(70);
		for (let index = 0; index < 35; index += 1) service.create('sms', 'done');
		expect((await host.poll()).events).toHaveLength(35);
		expect((await host.poll()).events).toEqual([]);
	});

	it('misses none that is created while it reads the pages', async () => {
		const service = new FakeService({ pageMax: 30 });
		for (let index = 0; index < 100; index += 1) service.create('sms', 'done', service.now - 86400);
		const host = new Host(service, ruleFor('campaignFinished'), 'legacy', ['sms']);
		await host.poll();
		host.advance(60);
		service.meanwhile = () => service.create('sms', 'done');
		const ids = new Set<string>();
		for (let round = 0; round < 10; round += 1) {
			host.advance(60);
			for (const event of (await host.poll()).events) ids.add(event.eventId);
		}
		service.meanwhile = () => {};
		for (const event of (await host.poll()).events) ids.add(event.eventId);
		expect(ids.size).toBe(service.campaigns.length - 100);
	});

	it('follows a campaign for longer than the list reaches back', async () => {
		const service = new FakeService();
		const old = service.create('rcs', 'paused');
		const host = new Host(service, ruleFor('campaignStatusChanged'));
		await host.poll();
		for (let day = 0; day < 120; day += 10) {
			host.advance(10 * 86400);
			service.create('sms', 'done');
			expect(brief((await host.poll()).events)).toEqual([expect.stringContaining('null > done')]);
		}
		service.turn(old, 'sending');
		expect(brief((await host.poll()).events)).toEqual([`${old.id} paused > sending`]);
	});

	it.each([-400, -40, 40, 400])('does not mind an n8n clock that is %d days off', async (days) => {
		const service = new FakeService();
		const one = service.create('sms', 'scheduled');
		const host = new Host(
			service,
			ruleFor('campaignStatusChanged'),
			'legacy',
			['sms'],
			days * 86_400_000,
		);
		await host.poll();
		host.advance(3600);
		service.turn(one, 'sending');
		const next = service.create('sms', 'creation');
		expect(brief((await host.poll()).events).sort()).toEqual(
			[`${one.id} scheduled > sending`, `${next.id} null > creation`].sort(),
		);
	});

	it('follows a campaign that is scheduled 30 days ahead', async () => {
		const service = withHistory(2_000, 20);
		const host = new Host(service, ruleFor('campaignStatusChanged'), 'legacy', ['sms']);
		await host.poll();
		host.advance(60);
		const one = service.create('sms', 'scheduled');
		expect(brief((await host.poll()).events)).toEqual([`${one.id} null > scheduled`]);
		for (let day = 0; day < 30; day += 1) {
			host.advance(86_400);
			for (let index = 0; index < 30; index += 1) service.create('sms', 'done');
			const before = service.requests;
			expect((await host.poll()).events).toHaveLength(30);
			expect(service.requests - before).toBeLessThanOrEqual(8);
		}
		service.turn(one, 'sending');
		expect(brief((await host.poll()).events)).toEqual([`${one.id} scheduled > sending`]);
		service.turn(one, 'done');
		const last = [];
		for (let round = 0; round < 3; round += 1) last.push(...brief((await host.poll()).events));
		expect(last).toEqual([`${one.id} sending > done`]);
	});

	it('goes on when nothing was created for longer than the list reaches back', async () => {
		const service = new FakeService();
		service.create('sms', 'done');
		const host = new Host(service, ruleFor('campaignFinished'), 'legacy', ['sms']);
		await host.poll();
		for (let round = 0; round < 3; round += 1) {
			for (let month = 0; month < 5; month += 1) {
				host.advance(30 * 86_400);
				expect((await host.poll()).events).toEqual([]);
			}
			const one = service.create('sms', 'done');
			expect(brief((await host.poll()).events)).toEqual([`${one.id} null > done`]);
		}
	});

	it('does not mind the hour that daylight saving time repeats', async () => {
		const service = new FakeService();
		service.create('sms', 'done');
		const host = new Host(service, ruleFor('campaignFinished'), 'legacy', ['sms']);
		await host.poll();
		// The service's clock is set back by an hour; what is made now carries an earlier time than what is known.
		const late = service.create('sms', 'done', service.now - 3500);
		expect(brief((await host.poll()).events)).toEqual([`${late.id} null > done`]);
	});
});
