import { BOUNDS } from '../../nodes/MessagingServiceTrigger/state.ts';
import { Host, ruleFor } from './triggerHost.mts';
import { FakeService } from './triggerService.mts';

it.each(['legacy', 'cursors'] as const)('no event is given up for newer ones while n8n dies again and again before it has worked on them (%s)', async (storage) => {
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
		for (const { eventId } of (await host.poll()).events) delivered.set(eventId, (delivered.get(eventId) ?? 0) + 1);
	}
	expect(delivered.size).toBe(600);
	expect([...delivered.values()].every((count) => count === 1)).toBe(true);
});
