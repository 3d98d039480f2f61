/** Promise: what happened while n8n was away comes when it is back, once each. */
import { Host, parametersFor } from './host.mts';
import { FakeService, serviceText } from './service.mts';

test.each([
	['that were running before', true],
	['that were created meanwhile', false],
])('away for a week while 620 campaigns ended, %s', async (_, isRunning) => {
	const service = new FakeService();
	for (let index = 0; index < 900; index += 1) service.create('sms', 'done', service.now - 86_400);
	const create = () =>
		Array.from({ length: 620 }, (__, index) =>
			service.create(index % 3 ? 'sms' : 'rcs', 'sending'),
		);
	const before = isRunning ? create() : [];
	const host = new Host(service, parametersFor('campaignFinished'));
	await host.activate();
	for (let poll = 0; poll < 4; poll += 1) await host.poll();
	host.saved = host.live;
	host.restart();
	host.advance(7 * 86_400);
	const ended = isRunning ? before : create();
	for (const one of ended) service.turn(one, 'done');
	const got: number[] = [];
	for (let poll = 0; poll < 60; poll += 1) {
		host.advance(60);
		for (const { record } of (await host.poll()).events) got.push(Number(record.id));
	}
	expect(got.sort()).toEqual(ended.map(({ id }) => id).sort());
});

test('more is new than a poll reads: 9,000 campaigns come, the oldest first, once each', async () => {
	const service = new FakeService();
	const older = service.create('sms', 'sending');
	for (let index = 0; index < 600; index += 1) service.create('sms', 'done');
	const host = new Host(service, parametersFor('campaignFinished', {}, { campaignTypes: ['sms'] }));
	await host.activate();
	service.turn(older, 'done');
	const fresh = Array.from({ length: 9_000 }, () => service.create('sms', 'done'));
	const got: number[] = [];
	service.requests = 0;
	for (let poll = 0; poll < 80 && got.length <= fresh.length; poll += 1) {
		host.advance(121);
		for (const { record } of (await host.poll()).events) got.push(Number(record.id));
	}
	// An older one that ended meanwhile does not wait for all that is new.
	expect(got).toEqual([older.id, ...fresh.map(({ id }) => id)]);
	// Each block of pages is read once, and one page more of it.
	expect(service.requests).toBeLessThan(100);
});

test('after a lost state sender applications of long ago are no news, one that ended today is', async () => {
	const service = new FakeService();
	const [old, today] = [service.now - 400 * 86_400, service.now - 3_600];
	for (let id = 1; id <= 30; id += 1)
		service.applications.push({
			id,
			status: 'rejected',
			sender: 'Shop',
			created_at: serviceText(old),
			status_changed_at: id === 7 ? serviceText(today) : id % 2 ? serviceText(old) : null,
		});
	const host = new Host(service, parametersFor('applicationStatusChanged'));
	const events = await host.activate('recovered');
	expect(events.map(({ record }) => record.id)).toEqual([7]);
});

test('progress that comes again after a crash tells what the counters were before it', async () => {
	const service = new FakeService();
	const one = service.create('sms', 'sending');
	one.sent = 100;
	const host = new Host(service, parametersFor('campaignProgress', {}, { campaignTypes: ['sms'] }));
	await host.activate();
	one.sent = 150;
	const [before] = (await host.poll({ crash: true })).events;
	const [again] = (await host.poll()).events;
	expect(again).toMatchObject({ origin: 'repeated', eventId: before?.eventId });
	expect(again?.previousCounters).toEqual([100, 0, 0, 0]);
});

test('a campaign whose messages cannot be read is given up 30 days after its end, and the log says so', async () => {
	const service = new FakeService();
	const gone = service.create('sms', 'sending');
	const other = service.create('sms', 'sending');
	const host = new Host(service, parametersFor('campaignMessageFinished'), 'legacy', 0, {
		timeZone: 'UTC',
		call: async (request, policy) => {
			if (request.qs?.['filter[campaign_id]'] === String(gone.id)) throw new Error('gone');
			return await service.call(request, policy);
		},
	});
	await host.activate();
	service.send(gone, 1);
	const open = service.send(other, 1);
	service.turn(gone, 'done');
	host.advance(121);
	await host.poll();
	host.advance(29 * 86_400);
	await host.poll();
	expect(Object.keys(host.state?.campaigns ?? {})).toContain(String(gone.id));
	host.advance(86_400);
	const { notes } = await host.poll();
	expect(notes).toContain('gave up messages of campaigns that can no longer be valid');
	expect(Object.keys(host.state?.campaigns ?? {})).toEqual([String(other.id)]);
	open.forEach((message) => (message.status = 'delivered'));
	host.advance(86_400);
	expect((await host.poll()).events).toHaveLength(1);
});

test('a message without an end is given up 73 hours after that of its campaign, if its list was read by then', async () => {
	const service = new FakeService();
	let isAway = false;
	const one = service.create('sms', 'sending');
	const other = service.create('sms', 'sending');
	const host = new Host(service, parametersFor('campaignMessageFinished'), 'legacy', 0, {
		timeZone: 'UTC',
		call: async (request, policy) => {
			if (isAway && request.qs?.['filter[campaign_id]'] === String(one.id)) throw new Error('away');
			return await service.call(request, policy);
		},
	});
	await host.activate();
	service.send(one, 1);
	service.send(other, 1);
	service.turn(one, 'done');
	host.advance(121);
	await host.poll();
	const followed = (): boolean => String(one.id) in (host.state?.campaigns ?? {});
	host.advance(72 * 3_600);
	expect((await host.poll()).notes).toEqual([]);
	isAway = true;
	host.advance(3_600);
	await host.poll();
	expect(followed()).toBe(true);
	isAway = false;
	host.advance(3_600);
	expect((await host.poll()).notes).toEqual([
		'gave up messages of campaigns that can no longer be valid',
	]);
	expect(followed()).toBe(false);
});

test('a message that was seen delivered has ended: that it was read later is not reported', async () => {
	const service = new FakeService();
	const one = service.create('rcs', 'sending');
	const host = new Host(service, parametersFor('campaignMessageStatusChanged'));
	await host.activate();
	const [message] = service.send(one, 1);
	const told: unknown[] = [];
	for (const status of ['sent', 'delivered', 'read']) {
		if (message) message.status = status;
		host.advance(121);
		told.push(...(await host.poll()).events.map(({ record }) => record.status));
	}
	expect(told).toEqual(['sent', 'delivered']);
});
