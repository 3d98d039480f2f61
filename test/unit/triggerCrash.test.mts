import type { StatusEvent } from '../../nodes/MessagingServiceTrigger/events/index.ts';
import { BOUNDS } from '../../nodes/MessagingServiceTrigger/state/state.ts';
import { Host, ruleFor } from './triggerHost.mts';
import { FakeService } from './triggerService.mts';

it.each(['legacy', 'cursors'] as const)(
	'no event is given up for newer ones while n8n dies again and again before it has worked on them (%s)',
	async (storage) => {
		const service = new FakeService();
		const host = new Host(service, ruleFor('campaignStatusChanged'), storage, ['sms']);
		await host.poll();
		const delivered = new Map<string, number>();
		for (let round = 0; round < 40; round += 1) {
			host.advance(30);
			for (let index = 0; index < 15; index += 1) service.create('sms', 'done');
			const { events } = await host.poll();
			// No execution comes to its end before n8n dies.
			if (round < 39) host.restart();
			else for (const { eventId } of events) delivered.set(eventId, 1);
			expect(JSON.stringify(host.saved).length).toBeLessThanOrEqual(BOUNDS.size);
		}
		for (let round = 0; round < 6; round += 1) {
			host.advance(60);
			for (const { eventId } of (await host.poll()).events)
				delivered.set(eventId, (delivered.get(eventId) ?? 0) + 1);
		}
		expect(delivered.size).toBe(600);
		expect([...delivered.values()].every((count) => count === 1)).toBe(true);
	},
);

/** Two main processes that n8n's scheduler lets poll in turn: `who` says which. */
async function twoMains(storage: 'cursors' | 'scheduler', who: (tick: number) => boolean) {
	const service = new FakeService();
	const host = new Host(service, ruleFor('campaignStatusChanged'), storage, ['sms']);
	await host.poll();
	host.saved ??= host.inMemory;
	const created = new Map<unknown, number>();
	const noticed = new Map<unknown, number>();
	let items = 0;
	for (let tick = 1; tick < 120; tick += 1) {
		host.advance(60);
		for (let index = 0; index < 10; index += 1) created.set(service.create('sms', 'done').id, tick);
		const { events } = await host.poll(who(tick) ? { other: 'other-main' } : {});
		items += events.length;
		for (const { record } of events) if (!noticed.has(record.id)) noticed.set(record.id, tick);
	}
	const latest = Math.max(...[...noticed].map(([id, tick]) => tick - (created.get(id) ?? 0)));
	return { events: created.size, noticed: noticed.size, items, latest };
}

it.each(['cursors', 'scheduler'] as const)(
	'two main processes that poll in turn do not take each other for a restart for ever (%s)',
	async (storage) => {
		for (const who of [
			(tick: number) => tick % 2 === 1,
			(tick: number) => Math.imul(tick, 0x9e3779b1) >>> 31 === 1,
			(tick: number) => tick % 20 > 9,
		]) {
			const { items, ...rest } = await twoMains(storage, who);
			expect(rest).toEqual({ events: 1190, noticed: 1190, latest: 0 });
			expect(items).toBeLessThanOrEqual(2 * 1190);
		}
	},
);

it('of two main processes each does the work that the other died over', async () => {
	for (const dies of ['other', 'this']) {
		const service = new FakeService();
		const host = new Host(service, ruleFor('campaignFinished'), 'scheduler', ['sms']);
		await host.poll();
		host.saved ??= host.inMemory;
		await host.poll({ other: 'other-main' });
		const one = service.create('sms', 'done');
		host.advance(60);
		expect(
			(await host.poll(dies === 'other' ? { other: 'other-main', crash: true } : { crash: true }))
				.delivered,
		).toEqual([]);
		host.advance(60);
		const { events } = await host.poll(dies === 'other' ? {} : { other: 'other-main' });
		expect(events).toMatchObject([{ repeated: true, record: { id: one.id } }]);
		host.advance(60);
		// The new process cannot know, so it emits once more; then nobody does.
		expect((await host.poll(dies === 'other' ? { other: 'next-main' } : {})).events).toMatchObject([
			{ repeated: true },
		]);
		for (let round = 0; round < 3; round += 1) {
			host.advance(60);
			expect((await host.poll()).events).toEqual([]);
			expect(
				(await host.poll({ other: dies === 'other' ? 'next-main' : 'other-main' })).events,
			).toEqual([]);
		}
	}
});

it('of two main processes the one whose result was thrown away emits again what the other stored', async () => {
	const service = new FakeService();
	const host = new Host(service, ruleFor('campaignFinished'), 'scheduler', ['sms']);
	await host.poll();
	host.saved ??= host.inMemory;
	await host.poll({ other: 'other-main' });
	const one = service.create('sms', 'done');
	host.advance(60);
	const thrown = await host.poll({ discard: true });
	host.advance(60);
	expect((await host.poll({ other: 'other-main', crash: true })).events).toMatchObject([
		{ eventId: thrown.events[0]?.eventId, record: { id: one.id } },
	]);
	host.advance(60);
	expect((await host.poll({ discard: true })).events).toMatchObject([
		{ repeated: true, record: { id: one.id } },
	]);
	host.advance(60);
	expect((await host.poll({ other: 'next-main', crash: true })).events).toMatchObject([
		{ repeated: true, record: { id: one.id } },
	]);
	host.advance(60);
	expect((await host.poll()).events).toMatchObject([{ repeated: true, record: { id: one.id } }]);
});

it('messages of many campaigns come once more with all that is known of them', async () => {
	const service = new FakeService();
	const host = new Host(service, ruleFor('campaignMessageFinished'), 'legacy', ['sms']);
	await host.poll();
	for (let index = 0; index < 60; index += 1)
		service.send(service.create('sms', 'sending'), 10, 'delivered');
	const before = new Map<string, StatusEvent>();
	for (let round = 0; round < 6; round += 1) {
		host.advance(30);
		for (const event of (await host.poll()).events) before.set(event.eventId, event);
	}
	expect(before.size).toBe(600);
	host.restart();
	host.advance(30);
	const { events } = await host.poll();
	expect(events).toHaveLength(600);
	for (const { eventId, record } of events) {
		const { id, reference, msisdn } = before.get(eventId)?.record ?? {};
		expect(record).toMatchObject({ id, reference, msisdn });
	}
});
