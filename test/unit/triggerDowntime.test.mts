import type { StatusEvent } from '../../nodes/MessagingServiceTrigger/events/index.ts';
import type { Read } from '../../nodes/MessagingServiceTrigger/watching/source.ts';
import { listWatcher } from './triggerHost.mts';
import { idOf, setUp } from './triggerMessages.mts';
import { watching } from './triggerNamed.mts';

/* n8n was down for longer than any message is valid. What the service still shows comes all the same. */

const DOWN = 80 * 60 * 60;

it.each([
	[30, 1],
	[1, 5000],
])('%d ended campaigns of %d open messages are read to their end', async (count, each) => {
	const { service, poll } = setUp();
	await poll();
	const campaigns = Array.from({ length: count }, () => {
		const campaign = service.create('sms', 'sending');
		service.send(campaign, each);
		return campaign;
	});
	for (let polls = 0; polls < 5; polls++) await poll();
	for (const campaign of campaigns) service.turn(campaign, 'done');
	await poll();
	for (const list of service.messages.values())
		for (const message of list) message.status = 'delivered';
	const events: StatusEvent[] = [...(await poll({}, DOWN)).events];
	for (let polls = 0; polls < 20; polls++) events.push(...(await poll({}, 150)).events);
	expect(events).toHaveLength(count * each);
	expect(new Set(events.map(idOf)).size).toBe(count * each);
});

it('a campaign whose messages cannot be read is left after 30 days', async () => {
	const { service, poll, host } = setUp();
	let away = '';
	const read: Read = async (path, qs = {}) => {
		if (path === '/api/messages' && Object.values(qs).map(String).includes(away))
			throw new Error('The list is away');
		return await service.read(path, qs);
	};
	host.watcher = listWatcher(host.rule, read, ['sms']);
	await poll();
	const campaign = service.create('sms', 'sending');
	const other = service.create('sms', 'sending');
	for (const one of [campaign, other]) service.send(one, 1);
	await poll();
	service.turn(campaign, 'done');
	await poll();
	away = String(campaign.id);
	const isFollowed = async (days: number) => {
		for (let hours = 0; hours < 24 * days; hours++) await poll({}, 3600);
		return Object.keys(host.state?.campaigns ?? {}).includes(away);
	};
	expect(await isFollowed(29)).toBe(true);
	expect(await isFollowed(1)).toBe(false);
});

it('a named message is not given up for one request that fails', async () => {
	const statuses = new Map([
		['1', 'sent'],
		['2', 'sent'],
	]);
	const { host } = watching(['1', '2'], statuses);
	await host.poll();
	host.advance(DOWN);
	statuses.set('1', 'delivered');
	statuses.set('2', 'away');
	const events = [...(await host.poll()).events];
	statuses.set('2', 'delivered');
	host.advance(3700);
	events.push(...(await host.poll()).events);
	expect(events.map(({ record }) => record.id)).toEqual([1, 2]);
});
