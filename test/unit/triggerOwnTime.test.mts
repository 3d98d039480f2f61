import type { StatusEvent } from '../../nodes/MessagingServiceTrigger/events/index.ts';
import { idOf, setUp } from './triggerMessages.mts';
import { watching } from './triggerNamed.mts';

/* The time by which the trigger waits and gives up goes on as the true one does, however rarely it polls and whoever polls. */

const HOUR = 3600;
const HOUR_MS = 3_600_000;

describe('100 ended campaigns, each with a message that stays on the way', () => {
	it.each([
		['polls once a day', 24 * HOUR, false],
		['polls once a week', 7 * 24 * HOUR, false],
		['polls every hour', HOUR, false],
		['polls every hour of an n8n that is restarted every night', HOUR, true],
	])('make room for the next one: %s', async (_, seconds, isNightly) => {
		const { service, host, poll } = setUp();
		await poll();
		for (let count = 0; count < 100; count++) service.send(service.create('sms', 'sending'), 2);
		await poll();
		for (const one of service.campaigns) service.turn(one, 'done');
		const next = service.create('sms', 'sending');
		const [message] = service.send(next, 1);
		// With an event n8n stores the state.
		const [first] = service.campaigns;
		const stored = (first && service.messages.get(first.id)) ?? [];
		for (const one of stored.slice(0, 1)) one.status = 'delivered';
		let atFirst = 0;
		for (let polls = 0; polls < 15; polls++) atFirst += (await poll()).delivered.length;
		expect(atFirst).toBe(1);
		service.turn(next, 'done');
		if (message) message.status = 'delivered';
		const events: StatusEvent[] = [];
		// Four days of true time, or four polls.
		const polls = Math.max(4, (96 * HOUR) / seconds) + 4;
		for (let count = 0; count < polls; count++) {
			events.push(...(await poll({}, seconds)).delivered);
			if (isNightly && count % 24 === 23) host.restart();
		}
		expect(events.filter(({ repeated }) => !repeated).map(idOf)).toEqual([message?.id]);
	});
});

describe('a named message is followed for its whole time', () => {
	it('where two main processes with clocks two hours apart take turns', async () => {
		const statuses = new Map([['1', 'sent']]);
		const { host } = watching(['1'], statuses);
		await host.poll();
		const events: StatusEvent[] = [];
		const takeTurns = async (): Promise<void> => {
			host.advance(60);
			events.push(...(await host.poll()).delivered);
			host.advance(60);
			host.now += 2 * HOUR_MS;
			events.push(...(await host.poll({ other: 'second' })).delivered);
			host.now -= 2 * HOUR_MS;
		};
		for (let turns = 0; turns < 30 * 24; turns++) await takeTurns();
		statuses.set('1', 'delivered');
		for (let turns = 0; turns < 60; turns++) await takeTurns();
		expect(events.filter(({ repeated }) => !repeated)).toMatchObject([{ newStatus: 'delivered' }]);
	});

	it('where the clock leaps to and fro at each poll', async () => {
		const statuses = new Map([['1', 'sent']]);
		const { host } = watching(['1'], statuses);
		await host.poll();
		for (let polls = 0; polls < 240; polls++) {
			host.advance(60);
			host.now += (polls % 2 === 0 ? -2 : 2) * HOUR_MS;
			await host.poll();
		}
		statuses.set('1', 'delivered');
		const events: StatusEvent[] = [];
		for (let polls = 0; polls < 120; polls++) {
			host.advance(60);
			events.push(...(await host.poll()).delivered);
		}
		expect(events).toMatchObject([{ newStatus: 'delivered' }]);
	});
});
