import { rowOf } from '../../nodes/MessagingServiceTrigger/events/row.ts';
import type { StatusEvent } from '../../nodes/MessagingServiceTrigger/events/index.ts';
import { storedSize } from '../../nodes/MessagingServiceTrigger/state/codec.ts';
import { MessageSet } from '../../nodes/MessagingServiceTrigger/state/messageSet.ts';
import { BOUNDS } from '../../nodes/MessagingServiceTrigger/state/state.ts';
import { randomOf } from '../../tools/lib/random.mts';
import { Host, ruleFor } from './triggerHost.mts';
import { FINALS, idOf, setUp } from './triggerMessages.mts';
import { FakeService, type FakeCampaign, type FakeMessage } from './triggerService.mts';

/** Sends messages of a campaign under IDs of so many digits that do not follow each other; returns them. */
function sendAtRandom(
	service: FakeService,
	{ id: campaign }: FakeCampaign,
	{ count, digits, random }: { count: number; digits: number; random: () => number },
): FakeMessage[] {
	const least = 10 ** (digits - 1);
	const ids = Array.from({ length: count }, () => least + Math.floor(random() * 9 * least));
	const messages = ids
		.sort((one, other) => one - other)
		.map((id) => ({ id, campaign, status: 'accepted' }));
	service.messages.set(campaign, messages);
	return messages;
}

describe('Campaign Message Finished', () => {
	it('reports each message of a new campaign once, when it has ended', async () => {
		const { service, poll } = setUp();
		await poll();
		const campaign = service.create('sms', 'sending');
		const messages = service.send(campaign, 3);
		expect((await poll()).events).toEqual([]);
		const [one, two, three] = messages as [FakeMessage, FakeMessage, FakeMessage];
		two.status = 'delivered';
		expect((await poll()).events.map(idOf)).toEqual([two.id]);
		one.status = 'sent';
		expect((await poll()).events).toEqual([]);
		one.status = 'undelivered';
		three.status = 'delivered';
		const { events } = await poll();
		expect(events.map(idOf)).toEqual([one.id, three.id]);
		expect(events[0]).toMatchObject({ previousStatus: 'sent', newStatus: 'undelivered' });
		service.turn(campaign, 'done');
		for (let index = 0; index < 30; index++) expect((await poll()).events).toEqual([]);
	});

	it('gives the row that Campaign: Get Messages gives, with whom it went to first', async () => {
		const { service, poll } = setUp();
		await poll();
		const campaign = service.create('sms', 'sending');
		const [message] = service.send(campaign, 1, 'delivered');
		const [event] = (await poll()).events;
		const row = rowOf(event as StatusEvent);
		expect(Object.keys(row).slice(0, 5)).toEqual([
			'phone',
			'status',
			'reference',
			'campaign_id',
			'message_id',
		]);
		expect(row).toMatchObject({
			reference: `r${message?.id}`,
			campaign_id: campaign.id,
			price: 0.01,
			currency: 'EUR',
			country: 'UA',
			is_final: true,
		});
	});

	it('notes what has ended before the activation, and follows the rest of a running campaign', async () => {
		const { service, poll } = setUp();
		const campaign = service.create('sms', 'sending');
		service.send(campaign, 3, 'delivered');
		const [open] = service.send(campaign, 1);
		await poll();
		expect((await poll()).events).toEqual([]);
		if (open) open.status = 'expired';
		expect((await poll()).events.map(idOf)).toEqual([open?.id]);
	});

	it('follows the campaigns that are named, and asks for no list of campaigns then', async () => {
		const service = new FakeService();
		const [one, other] = [service.create('sms', 'sending'), service.create('sms', 'sending')];
		const [message] = service.send(one, 1);
		const [unwanted] = service.send(other, 1);
		const rule = ruleFor('campaignMessageFinished', { ids: [String(one.id)] });
		const host = new Host(service, rule, 'legacy', ['sms']);
		await host.poll();
		for (const sent of [message, unwanted]) if (sent) sent.status = 'delivered';
		host.advance(60);
		const before = service.requests;
		expect((await host.poll()).events.map(idOf)).toEqual([message?.id]);
		expect(service.requests - before).toBe(1);
	});

	it('follows the campaigns of the senders that are wanted', async () => {
		const { service, poll } = setUp('campaignMessageFinished', {}, { senders: ['books'] });
		await poll();
		const [one, other] = [service.create('sms', 'sending'), service.create('sms', 'sending')];
		one.sender = 'Books';
		const [message] = service.send(one, 1, 'delivered');
		service.send(other, 1, 'delivered');
		expect((await poll()).events.map(idOf)).toEqual([message?.id]);
	});

	it('reports what is there already where that is asked for', async () => {
		const { service, poll } = setUp();
		const [message] = service.send(service.create('sms', 'sending'), 1, 'delivered');
		const { events } = await poll({ first: 'existing' });
		expect(events).toMatchObject([{ existing: true, newStatus: 'delivered' }]);
		expect(events.map(idOf)).toEqual([message?.id]);
	});

	it('fails at the activation where the service has no list of messages', async () => {
		const { poll } = setUp('campaignMessageFinished', { hasNoMessages: true });
		expect((await poll()).fault?.error).toMatchObject({ message: 'no such list' });
	});

	it('takes up a message that appears late, below others that have ended', async () => {
		const { service, poll } = setUp();
		await poll();
		const campaign = service.create('sms', 'sending');
		const messages = service.send(campaign, 2_000, 'delivered', 2);
		await poll();
		const late = (messages[700]?.id ?? 0) + 1;
		service.sendLate(campaign, late, 'delivered');
		const seen: number[] = [];
		for (let index = 0; index < 3; index++) seen.push(...(await poll()).events.map(idOf));
		expect(seen).toEqual([late]);
	});

	it('follows 10,000 messages with at most 20 requests a poll and a state under 64 kB', async () => {
		const { service, host, poll } = setUp();
		await poll();
		const campaign = service.create('sms', 'sending');
		const messages = service.send(campaign, 10_000, 'accepted', 3);
		const seen = new Map<number, number>();
		let [requests, size] = [0, 0];
		for (let round = 0; round < 40 && seen.size < messages.length; round++) {
			for (const [index, message] of messages.entries())
				if ((index * 7 + round * 13) % 10 < 2 + round / 4)
					message.status = FINALS.includes(message.status)
						? message.status
						: (FINALS[index % 4] ?? '');
			const polled = await poll();
			requests = Math.max(requests, polled.requests);
			size = Math.max(size, host.state ? storedSize(host.state) : 0);
			for (const event of polled.events) seen.set(idOf(event), (seen.get(idOf(event)) ?? 0) + 1);
		}
		expect(seen.size).toBe(10_000);
		expect([...seen.values()].every((times) => times === 1)).toBe(true);
		expect(requests).toBeLessThanOrEqual(20);
		expect(size).toBeLessThan(BOUNDS.size);
	});

	it('follows 10,000 messages all at the same time where their IDs are ten digits drawn at random', async () => {
		const { service, host, poll } = setUp();
		const random = randomOf(5);
		await poll();
		const campaign = service.create('sms', 'sending');
		const messages = sendAtRandom(service, campaign, { count: 10_000, digits: 10, random });
		await poll();
		await poll();
		const { messages: known = '' } = host.state?.campaigns[String(campaign.id)] ?? {};
		expect(MessageSet.unpack(known).size).toBe(10_000);
		const seen = new Set<number>();
		let size = 0;
		for (let round = 0; round < 5; round++) {
			for (const [index, message] of messages.entries())
				if (index % 4 <= round) message.status = 'delivered';
			const lost = await poll({ crash: round === 1 });
			if (round === 1) {
				// Whatever n8n has not worked on comes once more.
				const again = (await poll()).delivered.map(idOf);
				expect(again).toEqual(expect.arrayContaining(lost.events.map(idOf)));
				for (const id of again) seen.add(id);
			}
			size = Math.max(size, host.state ? storedSize(host.state) : 0);
			for (const event of lost.delivered) {
				expect(seen.has(idOf(event))).toBe(false);
				seen.add(idOf(event));
			}
		}
		expect(seen.size).toBeGreaterThanOrEqual(2_000);
		expect(size).toBeLessThanOrEqual(BOUNDS.size);
	});

	it('makes room for others when campaigns have ended, not only when they are left alone', async () => {
		const { service, host, poll } = setUp();
		const random = randomOf(6);
		const small = Array.from({ length: 22 }, () => service.create('sms', 'sending'));
		for (const campaign of small)
			for (const message of sendAtRandom(service, campaign, { count: 250, digits: 15, random }))
				message.status = 'delivered';
		await poll();
		for (const campaign of small) service.turn(campaign, 'done');
		const other = service.create('sms', 'sending');
		sendAtRandom(service, other, { count: 500, digits: 15, random });
		for (let round = 0; round < 6; round++) await poll({}, 55);
		const { campaigns = {} } = host.state ?? {};
		const sizeOf = ({ id }: FakeCampaign) => MessageSet.unpack(campaigns[id]?.messages ?? '').size;
		expect([...small, other].map(sizeOf)).toEqual([...small.map(() => 250), 500]);
	});

	it('leaves a campaign alone when it and all its messages have ended', async () => {
		const { service, host, poll } = setUp();
		await poll();
		const campaign = service.create('sms', 'sending');
		service.send(campaign, 700, 'delivered');
		await poll();
		service.turn(campaign, 'done');
		for (let index = 0; index < 15; index++) await poll();
		expect(host.state?.campaigns).toEqual({});
		expect((await poll()).requests).toBe(1);
	});

	it('gives up messages that can no longer be valid, and tells the log', async () => {
		const { service, host, poll } = setUp();
		await poll();
		const campaign = service.create('sms', 'sending');
		service.send(campaign, 2, 'sent');
		await poll();
		service.turn(campaign, 'done');
		await poll();
		for (let hours = 1; hours < 73; hours++) expect((await poll({}, 3600)).notes).toEqual([]);
		const { notes } = await poll({}, 3600);
		expect(notes).toEqual([expect.stringContaining('can no longer be valid')]);
		expect(host.state?.campaigns).toEqual({});
	});

	it('reads on with the others where the messages of one campaign cannot be read', async () => {
		const service = new FakeService();
		const campaigns = [service.create('sms', 'sending'), service.create('sms', 'sending')];
		const [broken, fine] = campaigns as [FakeCampaign, FakeCampaign];
		const [message] = service.send(fine, 1);
		const rule = ruleFor('campaignMessageFinished', { ids: campaigns.map(({ id }) => String(id)) });
		const host = new Host(service, rule, 'legacy', ['sms']);
		await host.poll();
		if (message) message.status = 'delivered';
		service.meanwhileReading = (query) => {
			if (query['filter[campaign_id]'] === String(broken.id)) throw new Error('403');
		};
		host.advance(60);
		const { events, notes } = await host.poll();
		expect(events.map(idOf)).toEqual([message?.id]);
		expect(notes).toEqual([expect.stringContaining('could not read the messages of 1')]);
	});
});

describe('Campaign Message Status Changed', () => {
	it('reports every status, once each', async () => {
		const { service, poll } = setUp('campaignMessageStatusChanged');
		await poll();
		const [message] = service.send(service.create('sms', 'sending'), 1) as [FakeMessage];
		const seen: string[] = [];
		for (const status of ['accepted', 'sent', 'sent', 'delivered', 'read']) {
			message.status = status;
			seen.push(...(await poll()).events.map(({ newStatus }) => newStatus));
		}
		expect(seen).toEqual(['accepted', 'sent', 'delivered']);
	});
});
