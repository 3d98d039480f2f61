/** More than the trigger holds: what is left out is not invented later, and no final status is lost but those that a bound names. */
import type { StatusEvent } from '../../nodes/MessagingServiceTrigger/events/index.ts';
import { BOUNDS } from '../../nodes/MessagingServiceTrigger/state/state.ts';
import { Host, ruleFor } from './triggerHost.mts';
import { FakeService } from './triggerService.mts';

const idsOf = (events: StatusEvent[]) => events.map(({ record }) => record.id);

/** Polls so often, every three minutes; returns all events. */
async function polls(host: Host, count: number): Promise<StatusEvent[]> {
	const events: StatusEvent[] = [];
	for (let round = 0; round < count; round += 1) {
		host.advance(180);
		events.push(...(await host.poll()).events);
	}
	return events;
}

describe('a first look', () => {
	it.each([
		['existing', 'campaignStatusChanged', 0],
		['recovered', 'campaignStatusChanged', 0],
		['recovered', 'campaignStatusChanged', 1500],
	] as const)(
		'(%s, %s, %d finished) follows what it has no room to report',
		async (first, event, finished) => {
			const service = new FakeService();
			const all = Array.from({ length: 280 }, (_, index) =>
				service.create('sms', 'sending', service.now - 86_400 * 20 + index),
			);
			for (let index = 0; index < finished; index += 1)
				service.create('sms', 'done', service.now - 86_400 * 10 + index);
			const host = new Host(service, ruleFor(event), 'cursors', ['sms']);
			expect((await host.poll({ first })).events).toHaveLength(BOUNDS.events);
			expect(
				(await polls(host, 3)).map(
					({ previousStatus, newStatus }) => `${previousStatus} > ${newStatus}`,
				),
			).toEqual([]);
			for (const one of all) service.turn(one, 'done');
			const ended = await polls(host, 60);
			expect(idsOf(ended).sort()).toEqual(all.map(({ id }) => id).sort());
		},
	);

	it('reports nothing later that did not change, where more was unfinished than it holds', async () => {
		const service = new FakeService();
		const old = Array.from({ length: 450 }, (_, index) =>
			service.create('sms', 'paused', service.now - 86_400 * 60 + index),
		);
		for (let index = 0; index < 600; index += 1)
			service.create('sms', 'done', service.now - 86_400 * 20 + index);
		const host = new Host(service, ruleFor('campaignStatusChanged'), 'cursors', ['sms']);
		expect((await host.poll()).notes.join()).toMatch(
			/no longer watches s\d+ \(too many unfinished\)/,
		);
		const watched = Object.keys(host.state?.watched ?? {});
		const ended = old.filter(
			({ id }) => watched.indexOf(`s${id}`) >= 0 && watched.indexOf(`s${id}`) < 60,
		);
		for (const one of ended) service.turn(one, 'done');
		expect(idsOf(await polls(host, 60)).sort()).toEqual(ended.map(({ id }) => id).sort());
	});

	it('does not report decided applications of long ago as changes', async () => {
		const service = new FakeService();
		for (let id = 1; id <= 450; id += 1)
			service.applications.push({
				id,
				status: id % 2 ? 'registration completed' : 'in_progress',
				sender: 'S',
				created_at: '2025-01-01 00:00:00',
			});
		const host = new Host(service, ruleFor('applicationStatusChanged'), 'cursors');
		const { events } = await host.poll({ first: 'recovered' });
		expect([events.length, events.filter(({ recovered }) => recovered).length]).toEqual([
			BOUNDS.events,
			BOUNDS.events,
		]);
		expect(await polls(host, 4)).toEqual([]);
		const last = service.applications[447];
		if (last) last.status = 'registration completed';
		expect(idsOf(await polls(host, 1))).toEqual([448]);
	});
});

it('finds the end of each of many campaigns that were created in the same second', async () => {
	const service = new FakeService();
	const host = new Host(service, ruleFor('campaignFinished'), 'cursors', ['sms']);
	await host.poll();
	host.advance(60);
	const same = Array.from({ length: 60 }, () => service.create('sms', 'sending'));
	await polls(host, 1);
	const last = same.pop();
	for (const one of same) service.turn(one, 'done');
	await polls(host, 5);
	for (let index = 0; index < 1500; index += 1) {
		service.create('sms', 'done');
		if (index % 5 === 0) host.advance(60);
	}
	await polls(host, 20);
	if (last) service.turn(last, 'done');
	expect(idsOf(await polls(host, 40))).toEqual([last?.id]);
});

it.each([50, 4000])(
	'reads 4,000 new campaigns, %d a second, in a state of its usual size, each once',
	async (perSecond) => {
		const service = new FakeService();
		const host = new Host(service, ruleFor('campaignStatusChanged'), 'cursors', ['sms']);
		for (let index = 0; index < 50; index += 1)
			service.create('sms', 'sending', service.now - 3600 * 5);
		await host.poll();
		host.advance(300);
		for (let index = 1; index <= 4000; index += 1) {
			service.create('sms', 'done');
			if (index % perSecond === 0) host.advance(1);
		}
		const got: StatusEvent[] = [];
		let known = 0;
		for (let round = 0; round < 24; round += 1) {
			got.push(...(await polls(host, 1)));
			known = Math.max(known, host.state?.lists.sms?.ids.length ?? 0);
			expect(JSON.stringify(host.saved).length).toBeLessThanOrEqual(BOUNDS.size);
		}
		expect([got.length, new Set(idsOf(got)).size]).toEqual([4000, 4000]);
		// All of one second must stay known: there is nothing else to tell them by.
		expect(known).toBeLessThan(perSecond === 50 ? 4 * BOUNDS.ids : 4100);
	},
);

it('keeps every event of a poll for the case of a crash, however large the state is', async () => {
	const service = new FakeService();
	const host = new Host(service, ruleFor('campaignProgress'), 'cursors');
	const all = Array.from({ length: 150 }, () => [
		service.create('sms', 'scheduled'),
		service.create('rcs', 'scheduled'),
	]).flat();
	for (const one of all) one.id += 12_000_000;
	await host.poll();
	let emitted = 0;
	for (const status of ['sending', 'paused', 'sending', 'paused']) {
		for (const one of all)
			Object.assign(one, { status, sent: one.sent + 1234, delivered: one.delivered + 1200 });
		for (let round = 0; round < 12; round += 1) {
			const events = await polls(host, 1);
			emitted += events.length;
			const kept = new Set(host.state?.emitted.map(({ eventId: id }) => id));
			expect(events.filter(({ eventId }) => !kept.has(eventId))).toEqual([]);
		}
	}
	expect(emitted).toBe(4 * all.length);
});
