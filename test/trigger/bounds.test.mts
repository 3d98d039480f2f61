/** Promise: the state is plain JSON below 1 MB; what has no room waits in the service and is read later, and n8n's log says so. */
import { BOUNDS, ENDED, newState } from '../../nodes/MessagingServiceTrigger/state.ts';
import { fromStored, sizeOf } from '../../nodes/MessagingServiceTrigger/stored.ts';
import { isLong } from '../support/options.mts';
import { Host, parametersFor } from './host.mts';
import { FakeService } from './service.mts';

test('2,000 unfinished campaigns; others are reported when there is room', async () => {
	const service = new FakeService();
	const host = new Host(service, parametersFor('campaignFinished', {}, { campaignTypes: ['sms'] }));
	await host.activate();
	const all = Array.from({ length: 2_100 }, (_, index) =>
		service.create('sms', 'sending', service.now - 2_100 + index),
	);
	host.advance(60);
	const { notes } = await host.poll();
	expect(notes).toEqual([
		'watches 2000 unfinished ones; others wait in the service',
		'100 new ones of the list sms wait in the service',
	]);
	expect(Object.keys(host.state?.watched ?? {})).toHaveLength(2_000);
	if (host.state) expect(sizeOf(host.state)).toBeLessThan(BOUNDS.size);
	for (const one of all) service.turn(one, 'done');
	const got: number[] = [];
	for (let poll = 0; poll < 60 && got.length < all.length; poll += 1) {
		host.advance(121);
		const { events } = await host.poll();
		expect(events.length).toBeLessThanOrEqual(400);
		got.push(...events.map(({ record }) => Number(record.id)));
	}
	expect(got.sort()).toEqual(all.map(({ id }) => id).sort());
});

test('10,000 open messages of long random IDs; others come when there is room', async () => {
	const service = new FakeService();
	const host = new Host(
		service,
		parametersFor('campaignMessageFinished', {}, { campaignTypes: ['sms'] }),
	);
	host.bounds = { ...BOUNDS, messages: 10_000 };
	await host.activate();
	const campaigns = [service.create('sms', 'sending'), service.create('sms', 'sending')];
	const sent = campaigns.flatMap((one, place) => {
		const longIds = Array.from(
			{ length: 7_000 },
			(_, index) => `9${place}${String((index * 7_919) % 10_007).padStart(18, '0')}`,
		);
		return service.send(one, 7_000, 'undelivered yet', longIds).map((message) => {
			message.status = 'accepted';
			return message;
		});
	});
	for (let poll = 0; poll < 4; poll += 1) {
		host.advance(121);
		expect((await host.poll()).events).toEqual([]);
	}
	const open = Object.values(host.state?.campaigns ?? {})
		.flatMap((one) => Object.values(one.messages))
		.filter((status) => status !== ENDED);
	expect(open.length).toBe(host.bounds.messages);
	const got = new Set<unknown>();
	for (const one of sent) one.status = 'undeliverable';
	for (let poll = 0; poll < 20 && got.size < sent.length; poll += 1) {
		host.advance(121);
		for (const { record } of (await host.poll()).events) got.add(String(record.id));
		if (host.state) expect(sizeOf(host.state)).toBeLessThan(BOUNDS.size);
	}
	expect(got.size).toBe(sent.length);
});

test('where IDs of messages that ended have no room one by one, each comes once even so', async () => {
	const service = new FakeService();
	const host = new Host(
		service,
		parametersFor('campaignMessageFinished', {}, { campaignTypes: ['sms'] }),
	);
	host.bounds = { ...BOUNDS, endedMessages: 10 };
	await host.activate();
	const small = service.create('sms', 'sending');
	const large = service.create('sms', 'sending');
	// More than a poll reads, of which the last one stays open.
	const sent = service.send(large, 12_000, 'delivered').map(({ id }) => id);
	service.send(large, 1);
	service.turn(large, 'done');
	const got: string[] = [];
	for (let poll = 0; poll < 24; poll += 1) {
		if (poll > 11 && poll < 22)
			sent.push(...service.send(small, 11, 'delivered').map(({ id }) => id));
		host.advance(121);
		got.push(...(await host.poll()).events.map(({ record }) => String(record.id)));
	}
	expect(got.length).toBe(sent.length);
	expect(new Set(got)).toEqual(new Set(sent));
});

test('what has no room at a first look comes later, as that look would have reported it', async () => {
	const service = new FakeService();
	const sms = Array.from({ length: 480 }, () => service.create('sms', 'done'));
	const rcs = Array.from({ length: 480 }, () => service.create('rcs', 'sending'));
	const host = new Host(service, parametersFor('campaignStatusChanged'));
	const got = [...(await host.activate('recovered'))];
	expect(got).toHaveLength(400);
	for (const one of rcs) service.turn(one, 'done');
	for (let poll = 0; poll < 10; poll += 1) {
		host.advance(121);
		got.push(...(await host.poll()).events);
	}
	const ended = got.filter(({ isFinal }) => isFinal).map(({ record }) => record.id);
	expect(ended.sort()).toEqual([...sms, ...rcs].map(({ id }) => id).sort());
	expect(got.filter(({ origin }) => origin === 'change')).toEqual([]);
});

test('as many named messages as one trigger takes, long IDs and four statuses each', async () => {
	const service = new FakeService();
	const names = Array.from({ length: BOUNDS.namedIds }, (_, index) => String(10 ** 15 + index));
	const keys = names.map((name) => `i${name}`);
	const host = new Host(
		service,
		parametersFor('messageStatusChanged', { statuses: ['delivered'] }, { keys }),
	);
	for (const status of ['moderation', 'scheduled', 'accepted', 'sent']) {
		for (const name of names) service.singles.set(name, status);
		host.advance(60);
		await host.poll();
	}
	for (const name of names.slice(0, 1_000)) service.singles.set(name, 'delivered');
	host.advance(60);
	expect((await host.poll()).events).toHaveLength(400);
	if (host.state) expect(sizeOf(host.state)).toBeLessThan(BOUNDS.size);
});

test('900 campaigns that run at the activation are reported as such, once each', async () => {
	const service = new FakeService();
	const all = Array.from({ length: 900 }, () => service.create('sms', 'sending'));
	const host = new Host(service, parametersFor('campaignStatusChanged'));
	const got = await host.activate('existing');
	for (let poll = 0; poll < 30; poll += 1) {
		host.advance(121);
		got.push(...(await host.poll()).events);
	}
	expect(got.map(({ record }) => record.id).sort()).toEqual(all.map(({ id }) => id).sort());
	expect(got.filter(({ origin }) => origin !== 'existing')).toEqual([]);
});

test('campaigns beyond the bound at the activation are followed when there is room', async () => {
	const bounds = { ...BOUNDS, ...(!isLong && { followed: 100 }) };
	const service = new FakeService();
	const all = Array.from({ length: 1.4 * bounds.followed }, (_, index) =>
		service.create(index % 2 ? 'sms' : 'rcs', 'sending'),
	);
	const sent = all.map((one) => service.send(one, 1)).flat();
	const host = new Host(service, parametersFor('campaignMessageFinished'));
	host.bounds = bounds;
	await host.activate();
	for (let poll = 0; poll < 40; poll += 1) {
		host.advance(121);
		expect((await host.poll()).events).toEqual([]);
	}
	const got: string[] = [];
	for (const one of all) service.turn(one, 'done');
	for (let poll = 0; poll < 120 && got.length < sent.length; poll += 1) {
		host.advance(300);
		const followed = host.state?.campaigns ?? {};
		for (const one of sent) if (followed[one.campaign]?.readAt) one.status = 'delivered';
		got.push(...(await host.poll()).events.map(({ record }) => String(record.id)));
	}
	expect(got.sort()).toEqual(sent.map(({ id }) => id).sort());
});

test('a state of another version, another watch or no state at all begins anew', () => {
	const state = newState('watch', 'life', 'process');
	expect(fromStored(state, 'watch', 'campaignFinished')).toEqual(state);
	expect(fromStored(state, 'other', 'campaignFinished')).toBeUndefined();
	expect(fromStored({ ...state, version: 2 }, 'watch', 'campaignFinished')).toBeUndefined();
	for (const one of [undefined, null, '', 5, [], {}])
		expect(fromStored(one, 'watch', 'campaignFinished')).toBeUndefined();
});

test('a service that ignores its documented sorting or filter is named in the log, and nothing is built for it', async () => {
	const service = new FakeService();
	for (let index = 0; index < 5; index += 1) service.create('sms', 'done');
	const host = new Host(service, parametersFor('campaignFinished'), 'legacy', 0, {
		timeZone: 'UTC',
		call: async (request, policy) => {
			const qs = { ...request.qs, way: 'asc', 'filter[type]': 'sms' };
			return await service.call({ ...request, qs }, policy);
		},
	});
	const { notes, events } = await host.poll();
	expect(events).toEqual([]);
	expect(notes).toEqual([
		'the service ignores the sorting by ID that its list documents',
		'the service ignores a filter that its list documents',
	]);
});
