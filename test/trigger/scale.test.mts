/**
 * Promise: a large account costs no more than a small one, and no change is late. 50 unfinished over 89 days, 20
 * new and about as many ended in each of 60 polls, SMS and RCS.
 */
import { isLong } from '../support/options.mts';
import { randomOf } from '../support/random.mts';
import { Host, parametersFor } from './host.mts';
import { FakeService, type FakeCampaign } from './service.mts';

const CAMPAIGNS = isLong ? 100_000 : 10_000;
const UNFINISHED = 50;
const DAYS = 89;
const POLLS = 60;
const NEW_A_POLL = 20;
const STATES = ['sending', 'scheduled', 'paused', 'sending'];
const FINALS = ['done', 'done', 'done', 'stopped'];

test(`${CAMPAIGNS} campaigns: at most 15 requests a poll and 4.5 on average, the newest at the next poll, older ones within 3`, async () => {
	const chance = randomOf(7);
	const random = (below: number) => Math.floor(chance() * below);
	const service = new FakeService();
	const open: FakeCampaign[] = [];
	for (let index = 0; index < CAMPAIGNS; index += 1) {
		const created = service.now - Math.floor(((CAMPAIGNS - index) * DAYS * 86_400) / CAMPAIGNS);
		const one = service.create(random(10) === 0 ? 'rcs' : 'sms', FINALS[random(4)], created);
		if (index % (CAMPAIGNS / UNFINISHED) !== 0) continue;
		service.turn(one, STATES[random(4)] ?? 'sending');
		delete one.finished;
		open.push(one);
	}
	const host = new Host(service, parametersFor('campaignStatusChanged'));
	const requests: number[] = [];
	const counted = async () => {
		host.advance(60);
		const before = service.requests;
		const { events } = await host.poll();
		requests.push(service.requests - before);
		return events;
	};
	expect(await counted()).toEqual([]);
	// The first look goes on at the next polls, as far as their requests go.
	const isReading = () =>
		Object.values(host.state?.lists ?? {}).some(({ history }) => history !== undefined);
	while (isReading()) expect(await counted()).toEqual([]);
	expect(requests.length).toBeLessThanOrEqual(36);
	expect(Math.max(...requests)).toBeLessThanOrEqual(16);
	expect(Object.keys(host.state?.watched ?? {})).toHaveLength(UNFINISHED);

	requests.length = 0;
	/** Changes that are still to come: the poll before which each happened, and whether it is of one of the newest 400. */
	const due = new Map<number, { poll: number; isNew: boolean }>();
	const late = { newest: 0, older: 0 };
	const take = async (poll: number) => {
		for (const { record } of await counted()) {
			const change = due.get(Number(record.id));
			expect([record.id, change]).toEqual([record.id, expect.anything()]);
			const kind = change?.isNew ? 'newest' : 'older';
			late[kind] = Math.max(late[kind], poll - (change?.poll ?? 0));
			due.delete(Number(record.id));
		}
	};
	for (let poll = 0; poll < POLLS; poll += 1) {
		const recent = service.campaigns.slice(-8_000);
		const newestOf = (type: string) => recent.filter((one) => one.type === type).slice(-400);
		const newest = new Set([...newestOf('sms'), ...newestOf('rcs')]);
		for (let index = 0; index < NEW_A_POLL; index += 1) {
			const one = service.create(index % 10 === 0 ? 'rcs' : 'sms', 'sending', service.now + 50);
			open.push(one);
			due.set(one.id, { poll, isNew: true });
		}
		while (open.length > UNFINISHED) {
			const young = Math.max(0, open.length - 1 - random(30));
			const [one] = open.splice(random(4) === 0 ? random(open.length) : young, 1);
			if (!one) continue;
			service.turn(one, FINALS[random(4)] ?? 'done');
			due.set(one.id, due.get(one.id) ?? { poll, isNew: newest.has(one) });
		}
		await take(poll);
	}
	expect(requests).toHaveLength(POLLS);
	expect(Math.max(...requests)).toBeLessThanOrEqual(15);
	expect(requests.reduce((sum, count) => sum + count, 0) / POLLS).toBeLessThanOrEqual(4.5);
	for (let poll = POLLS; due.size > 0 && poll < POLLS + 30; poll += 1) await take(poll);
	expect([...due]).toEqual([]);
	expect(late.newest).toBe(0);
	expect(late.older).toBeLessThanOrEqual(3);
});
