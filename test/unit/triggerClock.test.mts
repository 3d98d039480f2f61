import type { StatusEvent } from '../../nodes/MessagingServiceTrigger/events/index.ts';
import { Host, ruleFor } from './triggerHost.mts';
import { idOf, setUp } from './triggerMessages.mts';
import { watching } from './triggerNamed.mts';
import { FakeService } from './triggerService.mts';

/* n8n's clock was days off for a poll, and was put right. Nothing is given up, and nothing waits until the clock has come as far. */

const DAY = 24 * 60 * 60_000;
const MINUTE = 60;

describe.each([
	['4 days ahead', 4 * DAY],
	['40 days ahead', 40 * DAY],
	['4 days behind', -4 * DAY],
])('a clock that is %s', (_, off) => {
	/** Runs what happens while the clock of a host is off. */
	async function whileOff<T>(host: Host, work: () => Promise<T>): Promise<T> {
		host.now += off;
		const result = await work();
		host.now -= off;
		return result;
	}

	it('messages of a campaign that has ended come within six minutes of their end', async () => {
		const { service, host, poll } = setUp();
		await poll();
		const campaign = service.create('sms', 'sending');
		const sent = service.send(campaign, 3);
		await poll();
		service.turn(campaign, 'done');
		await poll();
		await whileOff(host, async () => await poll());
		for (const message of sent) message.status = 'delivered';
		const events: StatusEvent[] = [];
		for (let polls = 0; polls < 6; polls++) events.push(...(await poll()).events);
		expect(events.map(idOf)).toEqual(sent.map(({ id }) => id));
	});

	it('a campaign that ended then is left no later than others', async () => {
		const { service, host, poll } = setUp();
		await poll();
		const campaign = service.create('sms', 'sending');
		service.send(campaign, 1);
		await poll();
		await whileOff(host, async () => {
			service.turn(campaign, 'done');
			for (const message of service.messages.get(campaign.id) ?? []) message.status = 'delivered';
			await poll();
		});
		for (let polls = 0; polls < 13; polls++) await poll();
		expect(host.state?.campaigns).toEqual({});
	});

	it('messages that are named come within ten minutes of their end', async () => {
		const statuses = new Map([['1', 'sent']]);
		const { host } = watching(['1'], statuses);
		await host.poll();
		host.advance(MINUTE);
		await whileOff(host, async () => await host.poll());
		statuses.set('1', 'delivered');
		const events: StatusEvent[] = [];
		for (let polls = 0; polls < 10; polls++) {
			host.advance(MINUTE);
			events.push(...(await host.poll()).events);
		}
		expect(events).toMatchObject([{ newStatus: 'delivered' }]);
	});

	it('events that fill all the room do not hold up the next ones', async () => {
		const service = new FakeService();
		const host = new Host(service, ruleFor('campaignFinished'), 'legacy', ['sms']);
		await host.poll();
		await whileOff(host, async () => {
			for (let polls = 0; polls < 2; polls++) {
				for (let count = 0; count < 200; count++) service.create('sms', 'done');
				host.advance(MINUTE);
				await host.poll();
			}
		});
		const next = service.create('sms', 'done');
		host.advance(MINUTE);
		expect((await host.poll()).events.map(idOf)).toEqual([next.id]);
	});

	it('a result that n8n threw away comes at the next poll', async () => {
		const service = new FakeService();
		const host = new Host(service, ruleFor('campaignFinished'), 'scheduler', ['sms']);
		await host.poll();
		const campaign = service.create('sms', 'done');
		await whileOff(host, async () => await host.poll({ discard: true }));
		host.advance(MINUTE);
		expect((await host.poll()).events.map(idOf)).toEqual([campaign.id]);
	});

	it('messages that are named then are followed for as long as others', async () => {
		const statuses = new Map([['1', 'sent']]);
		const { host } = watching(['1'], statuses);
		await whileOff(host, async () => await host.poll());
		for (let hours = 0; hours < 72; hours++) {
			host.advance(60 * MINUTE);
			await host.poll();
		}
		statuses.set('1', 'delivered');
		host.advance(60 * MINUTE);
		expect((await host.poll()).events).toMatchObject([{ newStatus: 'delivered' }]);
	});

	it('messages of a campaign that ends then are followed for as long as others', async () => {
		const { service, host, poll } = setUp();
		await poll();
		const campaign = service.create('sms', 'sending');
		const sent = service.send(campaign, 3);
		await poll();
		service.turn(campaign, 'done');
		await whileOff(host, async () => await poll());
		for (let hours = 0; hours < 71; hours++) await poll({}, 60 * MINUTE);
		for (const message of sent) message.status = 'delivered';
		expect((await poll({}, 60 * MINUTE)).events.map(idOf)).toEqual(sent.map(({ id }) => id));
	});
});
