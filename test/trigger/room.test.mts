/** Promise: messages of campaigns that have no room in the state wait in the service, and each of them comes later. */
import type { StatusEvent } from '../../nodes/MessagingServiceTrigger/events/event.ts';
import { BOUNDS, type Bounds } from '../../nodes/MessagingServiceTrigger/state.ts';
import { sizeOf } from '../../nodes/MessagingServiceTrigger/stored.ts';
import { Host, parametersFor } from './host.mts';
import { FakeService, type FakeMessage } from './service.mts';

/** A trigger that is active, with room for ten open messages. */
async function activeHost(service: FakeService, bounds: Partial<Bounds> = {}): Promise<Host> {
	const host = new Host(
		service,
		parametersFor('campaignMessageFinished', {}, { campaignTypes: ['sms'] }),
	);
	host.bounds = { ...BOUNDS, messages: 10, ...bounds };
	await host.activate();
	return host;
}

/** Polls so many times. @returns the IDs of the messages that were reported, in order of their numbers */
async function reported(host: Host, polls: number): Promise<string[]> {
	const got: string[] = [];
	for (let poll = 0; poll < polls; poll += 1) {
		host.advance(121);
		got.push(...(await host.poll()).events.map(({ record }) => String(record.id)));
		if (host.state) expect(sizeOf(host.state)).toBeLessThan(host.bounds.size);
	}
	return got.sort();
}

function deliver(messages: readonly FakeMessage[]): void {
	for (const message of messages) message.status = 'delivered';
}
const idsIn = (events: readonly StatusEvent[]): string[] =>
	events.map(({ record }) => String(record.id)).sort();
const idsOf = (messages: readonly FakeMessage[]): string[] => messages.map(({ id }) => id).sort();

test('those after them do not pass them', async () => {
	const service = new FakeService();
	const host = await activeHost(service, { endedMessages: 10 });
	const one = service.create('sms', 'sending');
	const ended = service.send(one, 20, 'delivered');
	const open = service.send(one, 15);
	const after = service.send(one, 30, 'delivered');
	expect(await reported(host, 4)).toEqual(idsOf(ended));
	deliver(open);
	expect(await reported(host, 4)).toEqual(idsOf([...open, ...after]));
});

test('those after them leave them room', async () => {
	const service = new FakeService();
	const host = await activeHost(service, { size: 110_000 });
	const one = service.create('sms', 'sending');
	const open = service.send(one, 15);
	const after = service.send(one, 900, 'delivered');
	await reported(host, 20);
	deliver(open);
	expect(await reported(host, 40)).toEqual(idsOf([...open, ...after]));
});

test('a campaign of which some wait is not left when it ends', async () => {
	const service = new FakeService();
	const host = await activeHost(service);
	const large = service.create('sms', 'sending');
	const small = service.create('sms', 'sending');
	const open = service.send(large, 10);
	await reported(host, 1);
	const waiting = service.send(small, 5);
	for (const one of [large, small]) service.turn(one, 'done');
	expect(await reported(host, 20)).toEqual([]);
	deliver([...open, ...waiting]);
	expect(await reported(host, 20)).toEqual(idsOf([...open, ...waiting]));
});

test('known ones after them are still looked at', async () => {
	const service = new FakeService({ pageMax: 5 });
	const host = await activeHost(service);
	const one = service.create('sms', 'sending');
	const known = service.send(one, 10, 'accepted', ids(9_000_000, 10));
	await reported(host, 1);
	const waiting = service.send(one, 10, 'accepted', ids(8_000_000, 10));
	await reported(host, 1);
	deliver(known);
	expect(await reported(host, 3)).toEqual(idsOf(known));
	deliver(waiting);
	expect(await reported(host, 3)).toEqual(idsOf(waiting));
});

test('pages of which all wait are not read', async () => {
	const service = new FakeService({ pageMax: 5 });
	const host = await activeHost(service);
	const one = service.create('sms', 'sending');
	service.send(one, 10);
	await reported(host, 3);
	service.requests = 0;
	await reported(host, 1);
	const { requests } = service;
	service.send(one, 90);
	service.requests = 0;
	await reported(host, 1);
	expect(service.requests).toBe(requests + 1);
});

test('those that the service shows after the end of a campaign are reported while others still come', async () => {
	const service = new FakeService();
	const host = await activeHost(service);
	const one = service.create('sms', 'sending');
	const sent = service.send(one, 1);
	await reported(host, 2);
	service.turn(one, 'done');
	const got: string[] = [];
	for (let late = 0; late < 10; late += 1) {
		deliver(sent);
		got.push(...(await reported(host, 2)));
		sent.push(...service.send(one, 1));
	}
	deliver(sent);
	got.push(...(await reported(host, 2)));
	expect(got.sort()).toEqual(idsOf(sent));
});

test('those that a first look had no room for come as it would have reported them', async () => {
	const service = new FakeService();
	const one = service.create('sms', 'sending');
	const known = service.send(one, 10);
	const sent = [...known, ...service.send(one, 5)];
	const host = new Host(service, parametersFor('campaignMessageStatusChanged'));
	host.bounds = { ...BOUNDS, messages: 10 };
	const events = await host.activate('existing');
	await reported(host, 3);
	deliver(sent);
	for (let poll = 0; poll < 3; poll += 1) {
		host.advance(121);
		events.push(...(await host.poll()).events);
	}
	const found = events.filter(({ origin }) => origin === 'existing');
	expect(idsIn(found)).toEqual(idsOf(sent));
	expect(idsIn(events.filter(({ origin }) => origin !== 'existing'))).toEqual(idsOf(known));
});

test('a campaign that runs keeps knowing its messages one by one while one that ended can make room', async () => {
	const service = new FakeService();
	const host = await activeHost(service, { endedMessages: 10 });
	const running = service.create('sms', 'sending');
	const ended = service.create('sms', 'sending');
	await reported(host, 1);
	service.send(running, 5, 'delivered');
	service.send(ended, 5, 'delivered');
	// It is followed as long as this one is open.
	service.send(ended, 1);
	service.turn(ended, 'done');
	await reported(host, 1);
	service.send(ended, 5, 'delivered');
	await reported(host, 1);
	// Its ID is drawn at random, and lies before those that are known.
	const late = service.send(running, 1, 'delivered', ids(1_000_000, 1));
	expect(await reported(host, 2)).toEqual(idsOf(late));
});

/** IDs in a row. */
function ids(from: number, count: number): string[] {
	return Array.from({ length: count }, (_, index) => String(from + index));
}
