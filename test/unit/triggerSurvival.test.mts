/** What the trigger's state survives, and what it is bounded by. */
import { brief, Host, ruleFor } from './triggerHost.mts';
import { FakeService } from './triggerService.mts';

describe('what the state survives', () => {
	const started = async (
		event: 'campaignStatusChanged' | 'campaignFinished' = 'campaignStatusChanged',
	) => {
		const service = new FakeService();
		const one = service.create('sms', 'sending');
		const host = new Host(service, ruleFor(event));
		await host.poll();
		host.saved = host.live;
		host.advance(60);
		return { service, one, host };
	};

	it('emits the last batch once more after a restart, under the same ids, and not again', async () => {
		const { service, one, host } = await started();
		service.turn(one, 'done');
		const lost = await host.poll({ crash: true });
		expect(lost.delivered).toEqual([]);
		const { events } = await host.poll();
		expect(events).toMatchObject([
			{
				eventId: lost.events[0]?.eventId,
				repeated: true,
				newStatus: 'done',
				isFinal: true,
				record: { id: one.id, status: 'done' },
			},
		]);
		host.advance(60);
		expect((await host.poll()).events).toEqual([]);
	});

	it('throws on a fault and leaves the state as it was', async () => {
		const { service, one, host } = await started();
		service.turn(one, 'done');
		service.failAt = service.requests + 1;
		const before = JSON.stringify(host.live);
		expect((await host.poll()).fault).toBeDefined();
		expect(JSON.stringify(host.live)).toBe(before);
		service.failAt = Infinity;
		expect(brief((await host.poll()).events)).toEqual([`${one.id} sending > done`]);
	});

	it('goes on from the memory of the process when the node is renamed', async () => {
		const { service, one, host } = await started();
		service.turn(one, 'paused');
		await host.poll();
		await host.poll();
		host.live = undefined;
		host.saved = undefined;
		service.turn(one, 'done');
		expect(brief((await host.poll()).events)).toEqual([`${one.id} paused > done`]);
	});

	it('emits again what n8n threw away', async () => {
		const { service, one, host } = await started();
		service.turn(one, 'done');
		const thrown = await host.poll({ discard: true });
		host.advance(60);
		expect((await host.poll()).delivered.map((event) => event.eventId)).toEqual(
			thrown.events.map((event) => event.eventId),
		);
	});

	it('waits for events that are on their way into storage, and emits them again when they do not come there', async () => {
		const service = new FakeService();
		const one = service.create('sms', 'sending');
		const host = new Host(service, ruleFor('campaignStatusChanged'), 'cursors');
		await host.poll();
		const before = host.saved;
		service.turn(one, 'done');
		host.advance(60);
		const [event] = (await host.poll()).events;
		const after = host.saved;
		// A tick whose cursor n8n read before it stored the last one.
		host.saved = before;
		host.advance(3);
		const early = await host.poll();
		expect([early.events, early.write]).toEqual([[], undefined]);
		host.saved = after;
		host.advance(3);
		expect((await host.poll()).events).toEqual([]);
		// It never came there.
		service.create('sms', 'sending');
		host.advance(600);
		await host.poll({ discard: true });
		host.saved = after;
		host.advance(30);
		expect((await host.poll()).events).toMatchObject([{ repeated: true, newStatus: 'sending' }]);
		expect(event).toMatchObject({ newStatus: 'done' });
	});

	it('reports what it finds, marked and bounded, when the state was lost', async () => {
		const service = new FakeService();
		for (let index = 0; index < 1000; index += 1)
			service.create('sms', 'done', service.now - 3 * 86400);
		const one = service.create('sms', 'sending');
		const host = new Host(service, ruleFor('campaignFinished'));
		await host.poll();
		service.turn(one, 'done');
		host.advance(60);
		const first = await host.poll();
		host.lose();
		const { events } = await host.poll({ first: 'recovered' });
		expect(events).toMatchObject([{ recovered: true, eventId: first.events[0]?.eventId }]);
		host.advance(60);
		expect((await host.poll()).events).toEqual([]);
	});

	it('reports what is already running when asked to', async () => {
		const service = new FakeService();
		const one = service.create('sms', 'sending');
		service.create('sms', 'done');
		const host = new Host(service, ruleFor('campaignStatusChanged'));
		expect((await host.poll({ first: 'existing' })).events).toMatchObject([
			{ existing: true, newStatus: 'sending', record: { id: one.id } },
		]);
	});

	it('reports 200 events at a time and the rest at the next poll', async () => {
		const { service, host } = await started('campaignFinished');
		for (let index = 0; index < 450; index += 1) service.create('sms', 'done');
		const counts = [];
		for (let round = 0; round < 4; round += 1) {
			counts.push((await host.poll()).events.length);
			host.advance(60);
		}
		expect(counts).toEqual([200, 200, 50, 0]);
	});

	it('stays under 64 kB and says what it dropped', async () => {
		const { service, host } = await started();
		for (let index = 0; index < 700; index += 1) service.create('sms', 'sending');
		const notes = [];
		for (let round = 0; round < 6; round += 1) notes.push(...(await host.poll()).notes);
		expect(JSON.stringify(host.live).length).toBeLessThan(64_000);
		expect(Object.keys(host.state?.watched ?? {}).length).toBeLessThanOrEqual(300);
		expect(notes.at(-1)).toMatch(
			/no longer watches s\d+ \(too many unfinished\); forgotten so far: \d+/,
		);
	});
});
