import { Host, ruleFor } from './triggerHost.mts';
import { idOf, setUp } from './triggerMessages.mts';
import { watching } from './triggerNamed.mts';
import { FakeService } from './triggerService.mts';

/* n8n's clock was days ahead for a poll, and was put right. Nothing is given up, and nothing waits until the clock has come as far. */

const DAYS = 4 * 24 * 60 * 60_000;
const MINUTE = 60;

/** Runs what happens while the clock of a host is ahead. */
async function ahead<T>(host: Host, work: () => Promise<T>): Promise<T> {
	host.now += DAYS;
	const result = await work();
	host.now -= DAYS;
	return result;
}

it('messages of a campaign that has ended come as soon as they have ended', async () => {
	const { service, host, poll } = setUp();
	await poll();
	const campaign = service.create('sms', 'sending');
	const sent = service.send(campaign, 3);
	await poll();
	service.turn(campaign, 'done');
	await poll();
	await ahead(host, async () => await poll());
	for (const message of sent) message.status = 'delivered';
	const { events } = await poll();
	expect(events.map(idOf)).toEqual(sent.map(({ id }) => id));
});

it('a campaign that ended while the clock was ahead is left no later than others', async () => {
	const { service, host, poll } = setUp();
	await poll();
	const campaign = service.create('sms', 'sending');
	service.send(campaign, 1);
	await poll();
	await ahead(host, async () => {
		service.turn(campaign, 'done');
		for (const message of service.messages.get(campaign.id) ?? []) message.status = 'delivered';
		await poll();
	});
	for (let polls = 0; polls < 13; polls++) await poll();
	expect(host.state?.campaigns).toEqual({});
});

it('messages that are named come as soon as they have ended', async () => {
	const statuses = new Map([['1', 'sent']]);
	const { host } = watching(['1'], statuses);
	await host.poll();
	host.advance(MINUTE);
	await ahead(host, async () => await host.poll());
	statuses.set('1', 'delivered');
	host.advance(MINUTE);
	expect((await host.poll()).events).toMatchObject([{ newStatus: 'delivered' }]);
});

it('what is named while the clock is ahead is asked for at every poll once it is right', async () => {
	const { host, asked } = watching(['1'], new Map([['1', 'sent']]));
	await ahead(host, async () => {
		await host.poll();
		host.advance(30 * MINUTE);
		await host.poll();
	});
	asked.length = 0;
	for (let polls = 0; polls < 3; polls++) {
		host.advance(MINUTE);
		await host.poll();
	}
	expect(asked).toHaveLength(3);
});

it('events that fill all the room do not hold up the next ones', async () => {
	const service = new FakeService();
	const host = new Host(service, ruleFor('campaignFinished'), 'legacy', ['sms']);
	await host.poll();
	await ahead(host, async () => {
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
	await ahead(host, async () => await host.poll({ discard: true }));
	host.advance(MINUTE);
	expect((await host.poll()).events.map(idOf)).toEqual([campaign.id]);
});
