/**
 * Promise: each click that is wanted comes once, in whatever order and on whatever page the list shows it, over midnight, after a
 * restart and after days without n8n; and a poll that fails changes nothing.
 */
import { randomUUID } from 'node:crypto';
import { BOUNDS, type Bounds } from '../../nodes/MessagingServiceTrigger/state.ts';
import { sizeOf } from '../../nodes/MessagingServiceTrigger/stored.ts';
import type { Parameters } from '../../nodes/MessagingServiceTrigger/triggerParameters.ts';
import { isLong } from '../support/options.mts';
import { Host, parametersFor } from './host.mts';
import { FakeService, type FakeClick } from './service.mts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** 14:13:20 of a day in the service's zone. */
const NOW = 1_790_000_000;

const set = (clicked: Partial<Parameters['clicked']> = {}, bounds: Partial<Bounds> = {}) => {
	const service = new FakeService({ now: NOW });
	const parameters = parametersFor('linkClicked');
	Object.assign(parameters.clicked, clicked);
	const host = new Host(service, parameters);
	host.bounds = { ...BOUNDS, ...bounds };
	const click = (more: Partial<FakeClick> = {}): string => {
		const one = { id: randomUUID(), at: service.now, isHuman: true, ...more };
		// Random IDs, and no order.
		service.clicks.splice(Math.floor(Math.random() * (service.clicks.length + 1)), 0, one);
		return one.id;
	};
	const many = (count: number, more: Partial<FakeClick> = {}) =>
		Array.from({ length: count }, () => click(more));
	const ids = async (seconds = 60): Promise<unknown[]> => {
		host.advance(seconds);
		return (await host.poll()).events.map(({ record }) => record.id);
	};
	return { service, host, click, many, ids };
};

test('a new watch notes what was clicked before, and reports each later click once', async () => {
	const { host, click, many, ids } = set();
	many(3);
	expect(await host.activate()).toEqual([]);
	const first = click();
	expect(await ids()).toEqual([first]);
	const [second, third] = [click({ at: NOW + 70 }), click({ at: NOW + 65 })];
	expect(await ids()).toEqual([third, second]);
	expect(await ids()).toEqual([]);
	// It appears late, and stands between others.
	const late = click({ at: NOW - 13 * HOUR });
	expect(await ids()).toEqual([late]);
	expect(await ids()).toEqual([]);
});

test('a click is known by its ID: two in one second from one phone are two', async () => {
	const { host, many, ids } = set();
	await host.activate();
	const two = many(2);
	expect(new Set(await ids())).toEqual(new Set(two));
});

test.each([
	['people', [true]],
	['all', [false, true]],
] as const)('clicked by %s', async (by, expected) => {
	const { host, click } = set({ by });
	await host.activate();
	click({ isHuman: false });
	click();
	host.advance(60);
	const { events } = await host.poll();
	expect(events.map(({ record }) => record.is_human).sort()).toEqual(expected);
});

test('a program’s click that the service counts as a person’s later comes then', async () => {
	const { service, host, click, ids } = set();
	await host.activate();
	const id = click({ isHuman: false });
	expect(await ids()).toEqual([]);
	for (const one of service.clicks) one.isHuman = true;
	expect(await ids()).toEqual([id]);
});

test('only the clicks of a campaign', async () => {
	const { host, click, ids } = set({ campaign: '7' });
	await host.activate();
	click();
	click({ campaign: 8 });
	const id = click({ campaign: 7 });
	expect(await ids()).toEqual([id]);
});

const CLICKS = isLong ? 12_000 : 1_300;

test(`${CLICKS} clicks of a day come once each, at most 400 while their executions may run`, async () => {
	const { service, host, many } = set();
	await host.activate();
	const all = new Set<unknown>(many(CLICKS));
	let requests = 0;
	for (let poll = 0; poll < 150 && all.size > 0; poll += 1) {
		host.advance(60);
		const before = service.requests;
		const { events } = await host.poll();
		requests = Math.max(requests, service.requests - before);
		expect(events.length).toBeLessThanOrEqual(400);
		for (const { record } of events) expect(all.delete(record.id)).toBe(true);
	}
	expect(all.size).toBe(0);
	expect(requests).toBe(Math.ceil(CLICKS / 500));
	// Nothing has changed: the first page suffices.
	host.advance(60);
	await host.poll();
	const before = service.requests;
	host.advance(60);
	expect((await host.poll()).events).toEqual([]);
	expect(service.requests - before).toBe(1);
});

test('over midnight both days are read, and nothing of them comes twice', async () => {
	const { host, click, ids, service } = set();
	await host.activate();
	const got: unknown[] = [];
	const all: string[] = [];
	for (let poll = 0; poll < 60; poll += 1) {
		all.push(click({ at: service.now - 300 }), click({ at: service.now }));
		got.push(...(await ids(1_800)));
	}
	expect(got).toHaveLength(all.length);
	expect(new Set(got)).toEqual(new Set(all));
	// Three days are gone, and one or two are kept.
	expect(Object.keys(host.state?.clicks?.known ?? {}).length).toBeLessThanOrEqual(2);
});

test('a day is closed only after all of it was read, though as many were added as were removed', async () => {
	const { host, many, ids, service } = set();
	await host.activate();
	const sent = many(1_100);
	const got = new Set<unknown>();
	for (let poll = 0; poll < 12; poll += 1) for (const id of await ids(121)) got.add(id);
	expect(got.size).toBe(sent.length);
	const removed = service.clicks.findIndex(({ at }) => at < NOW + 60);
	const late = { id: randomUUID(), at: service.now, isHuman: true };
	// The last page holds it, and the total is as it was.
	service.clicks.splice(removed, 1);
	service.clicks.push(late);
	for (let poll = 0; poll < 5; poll += 1) for (const id of await ids(HOUR)) got.add(id);
	expect(got.has(late.id)).toBe(true);
});

test('what came while n8n was away for a week comes when it is back, each once, whatever the size of a day', async () => {
	const { service, host, many } = set({}, { clickRequests: 2, waiting: 2_000 });
	await host.activate();
	const all: unknown[] = [];
	for (let day = 0; day < 7; day += 1) {
		host.advance(DAY);
		all.push(...many(300, { at: service.now }));
	}
	host.restart();
	const got: unknown[] = [];
	for (let poll = 0; poll < 50; poll += 1) {
		host.advance(121);
		const { events, notes } = await host.poll();
		expect(notes).toEqual([]);
		got.push(...events.map(({ record }) => record.id));
	}
	expect(got.sort()).toEqual(all.sort());
});

test('after a crash each comes once more with all that is known of it, also of a day that is over', async () => {
	const { host, many } = set();
	await host.activate();
	const sent = many(600, { at: NOW + 10 });
	host.advance(60);
	const got = (await host.poll()).delivered;
	host.advance(121);
	expect((await host.poll({ crash: true })).delivered).toEqual([]);
	host.advance(10 * HOUR);
	const { events } = await host.poll();
	expect(events.every(({ origin }) => origin === 'repeated')).toBe(true);
	expect(events.every(({ record }) => record.phone_number === '380991112233')).toBe(true);
	expect(new Set([...got, ...events].map(({ record }) => record.id))).toEqual(new Set(sent));
});

test('what comes once more comes with all that is known of it, though the list counts as many as before', async () => {
	const { host, many, ids } = set();
	await host.activate();
	many(350);
	many(900, { isHuman: false });
	expect(await ids()).toHaveLength(350);
	for (let poll = 0; poll < 2; poll += 1) expect(await ids()).toEqual([]);
	host.saved = host.live;
	host.restart();
	host.advance(60);
	const { events } = await host.poll();
	expect(events).toHaveLength(350);
	expect(events.every(({ record }) => record.phone_number === '380991112233')).toBe(true);
});

test('a day stays open while one of its clicks may be emitted once more', async () => {
	const { host, click, ids } = set();
	await host.activate();
	const id = click();
	expect(await ids()).toEqual([id]);
	for (let hour = 0; hour < 40; hour += 1) {
		click({ at: host.service.now, isHuman: false });
		expect(await ids(HOUR)).toEqual([]);
	}
	host.saved = host.live;
	host.restart();
	host.advance(60);
	expect((await host.poll()).events).toMatchObject([
		{ origin: 'repeated', record: { id, phone_number: '380991112233' } },
	]);
});

test('a day of which a poll had no time to read all stays open', async () => {
	const { service, host, many, ids } = set();
	await host.activate();
	const sent = many(900, { at: NOW + 60 });
	host.advance(15 * HOUR);
	const newest = { id: randomUUID(), at: service.now, isHuman: true };
	const programs = Array.from({ length: 499 }, () => ({
		...newest,
		id: randomUUID(),
		isHuman: false,
	}));
	service.clicks.unshift(newest, ...programs);
	const got: unknown[] = [];
	for (let poll = 0; poll < 3; poll += 1) {
		host.advance(121);
		got.push(...(await host.poll({ short: true })).events.map(({ record }) => record.id));
	}
	for (let poll = 0; poll < 4; poll += 1) got.push(...(await ids(121)));
	expect(new Set(got)).toEqual(new Set([...sent, newest.id]));
});

test.each([
	['in time', false],
	['without time for its second page at first', true],
])(
	'two days of more pages than a poll reads are closed, and n8n’s log says so: read %s',
	async (_, short) => {
		const { host, many, ids, service } = set({}, { clickRequests: 2, waiting: 2_000 });
		await host.activate();
		const sent = many(600, { at: NOW - 15 * HOUR });
		const programs = many(500, { at: NOW + 60, isHuman: false });
		service.clicks.sort((one, other) => Number(one.isHuman) - Number(other.isHuman));
		host.advance(3 * DAY);
		if (short) await host.poll({ short });
		const { events, notes } = await host.poll();
		expect(notes).toEqual(['cannot read all clicks of two days: some are not reported']);
		const got: unknown[][] = [events.map(({ record }) => record.id)];
		const next = many(5, { at: service.now });
		for (let poll = 0; poll < 8; poll += 1) got.push(await ids(HOUR));
		const all = new Set(got.flat());
		expect(sent.filter((id) => all.has(id))).toHaveLength(500);
		expect(programs.some((id) => all.has(id))).toBe(false);
		expect(next.every((id) => all.has(id))).toBe(true);
	},
);

test('beyond the limit of a day no more is reported, and n8n’s log says so; the next day begins anew', async () => {
	const { host, many, ids, service } = set({}, { clicks: 3 });
	await host.activate();
	many(5);
	host.advance(60);
	const { events, notes } = await host.poll();
	expect(events).toHaveLength(3);
	expect(notes).toEqual(['knows 3 clicks of a day: further ones of that day are not reported']);
	expect(await ids()).toEqual([]);
	host.advance(60);
	expect(await host.poll()).toMatchObject({ events: [], notes: [] });
	await ids(DAY);
	const next = many(2, { at: service.now });
	expect(new Set(await ids())).toEqual(new Set(next));
});

test('the limit of two full days fits into the state', async () => {
	const { service, host, many } = set();
	const { clicks } = BOUNDS;
	many(clicks, { at: NOW - DAY });
	many(clicks);
	await host.activate();
	many(500, { at: NOW + DAY });
	host.advance(60);
	const { events } = await host.poll();
	expect(events.length).toBeLessThanOrEqual(400);
	expect(service.requests).toBeLessThanOrEqual(2 * BOUNDS.clickRequests);
	expect(host.state && sizeOf(host.state)).toBeLessThan(BOUNDS.size);
});

test('a poll that fails on any page changes nothing', async () => {
	const { service, host, many, ids } = set();
	await host.activate();
	const sent = many(1_200);
	const before = JSON.stringify(host.state);
	for (const page of [1, 2, 3]) {
		service.failAt = service.requests + page;
		host.advance(60);
		expect(await host.poll()).toMatchObject({ events: [], fault: {} });
		expect(JSON.stringify(host.state)).toBe(before);
	}
	service.failAt = Infinity;
	const got = new Set<unknown>();
	for (let poll = 0; poll < 10; poll += 1) for (const id of await ids(121)) got.add(id);
	expect(got).toEqual(new Set(sent));
});

test('a poll without time goes on where it came to, and a first look takes the time that it needs', async () => {
	const { host, many, service, ids } = set();
	many(1_200);
	expect((await host.poll({ short: true })).events).toEqual([]);
	host.saved = host.live;
	expect((await ids()).length).toBe(0);
	const sent = many(900, { at: service.now });
	const got = new Set<unknown>();
	for (let poll = 0; poll < 5; poll += 1) {
		host.advance(121);
		for (const { record } of (await host.poll({ short: true })).events) got.add(record.id);
	}
	for (let poll = 0; poll < 5; poll += 1) for (const id of await ids(121)) got.add(id);
	expect(got).toEqual(new Set(sent));
});

test('what moves to another page while a poll reads comes at the latest with the next one', async () => {
	const { host, many, service, ids } = set();
	await host.activate();
	const all = new Set(many(1_400));
	const got: unknown[] = [];
	service.meanwhile = () => {
		if (service.clicks.length < 1_440) all.add(randomOf(many(1)));
	};
	for (let poll = 0; poll < 40; poll += 1) got.push(...(await ids(121)));
	expect(got).toHaveLength(all.size);
	expect(new Set(got)).toEqual(all);
});

const randomOf = ([one]: string[]): string => one ?? '';

test('the test step shows the newest click that is wanted', async () => {
	const { host, click } = set();
	click({ at: NOW - 40 * DAY });
	const newest = click({ at: NOW - 30 * DAY });
	click({ isHuman: false });
	expect((await host.example())?.record.id).toBe(newest);
});
