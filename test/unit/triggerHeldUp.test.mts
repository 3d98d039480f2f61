import type { StatusEvent } from '../../nodes/MessagingServiceTrigger/events/index.ts';
import { watcherOf } from '../../nodes/MessagingServiceTrigger/watchers.ts';
import type { Read } from '../../nodes/MessagingServiceTrigger/watching/source.ts';
import { brief, Host, listWatcher, ruleFor } from './triggerHost.mts';
import { idOf, setUp } from './triggerMessages.mts';
import { watching } from './triggerNamed.mts';
import { FakeService } from './triggerService.mts';

/* Some of what is watched cannot be read, for days, and stands first in the order. The others are reported all the same. */

const HOUR = 3600;
const DAY = 24 * HOUR;

/** What a 503 or a lost connection is to the trigger. */
const passingFault = (): Error =>
	Object.assign(new Error('No answer'), { failure: { cause: 'temporarily-unavailable' } });

it.each([2, 3, 7])('%d campaigns whose messages cannot be read', async (count) => {
	const { service, host, poll } = setUp();
	const away = new Set<string>();
	const read: Read = async (path, qs = {}) => {
		const campaign = String(qs['filter[campaign_id]']);
		if (path === '/api/messages' && away.has(campaign)) throw passingFault();
		return await service.read(path, qs);
	};
	host.watcher = listWatcher(host.rule, read, ['sms']);
	await poll();
	const campaigns = Array.from({ length: count + 1 }, () => service.create('sms', 'sending'));
	const messages = campaigns.map((one) => service.send(one, 1));
	await poll();
	for (const { id } of campaigns.slice(0, count)) away.add(String(id));
	for (const message of messages.flat()) message.status = 'delivered';
	for (const one of campaigns) service.turn(one, 'done');
	const events: StatusEvent[] = [];
	for (let polls = 0; polls < 2 * count; polls++) events.push(...(await poll({}, 60)).delivered);
	expect(events.map(idOf)).toEqual([messages.at(-1)?.[0]?.id]);
});

it.each([2, 5, 12])('%d named messages that cannot be read', async (count) => {
	const statuses = new Map([['good', 'sent']]);
	const { host } = watching([], statuses);
	const read: Read = async (path) => {
		const id = path.split('/').at(-1) ?? '';
		if (statuses.get(id) === 'away') throw passingFault();
		return { reference: id, status: statuses.get(id) };
	};
	const watch = (names: string[]): void => {
		host.watcher = watcherOf(
			{
				rule: host.rule,
				kind: 'message',
				campaignTypes: [],
				keys: names.map((one) => `x${one}`),
				expected: 0,
				received: { words: [], optOut: 'any', optOutWords: [] },
				reportExisting: false,
			},
			read,
			'UTC',
		);
	};
	watch(['good']);
	for (let polls = 0; polls < 30; polls++) {
		await host.poll();
		host.advance(60);
	}
	const bad = Array.from({ length: count }, (_, index) => `bad${index}`);
	for (const name of bad) statuses.set(name, 'away');
	watch([...bad, 'good']);
	statuses.set('good', 'delivered');
	const events: StatusEvent[] = [];
	for (let polls = 0; polls < 20 + count; polls++) {
		events.push(...(await host.poll()).delivered);
		host.advance(60);
	}
	expect(events).toMatchObject([{ newStatus: 'delivered' }]);
});

it('a look-up that the service refuses', async () => {
	const service = new FakeService();
	const good = service.create('sms', 'sending', service.now - 38 * DAY);
	const refused = service.create('sms', 'sending', service.now - 39 * DAY);
	for (let count = 0; count < 600; count++) service.create('sms', 'done', service.now - DAY);
	const host = new Host(service, ruleFor('campaignFinished'), 'legacy', ['sms']);
	const until = new Date(refused.created * 1000).toISOString().slice(0, 19).replace('T', ' ');
	let isRefused = false;
	const read: Read = async (path, qs = {}) => {
		const from = String(qs['filter[from]'] ?? '');
		if (isRefused && from !== '' && from <= until)
			throw Object.assign(new Error('The period is too long'), { httpCode: '422' });
		return await service.read(path, qs);
	};
	host.watcher = listWatcher(host.rule, read, ['sms']);
	await host.poll();
	isRefused = true;
	service.turn(good, 'done');
	const [events, notes]: [StatusEvent[], string[]] = [[], []];
	for (let polls = 0; polls < 10; polls++) {
		host.advance(60);
		const poll = await host.poll();
		events.push(...poll.delivered);
		notes.push(...poll.notes);
	}
	expect(brief(events)).toEqual([`${good.id} sending > done`]);
	expect(notes).toContain(`could not look up ${refused.id}: The period is too long`);
});

it.each([
	['tells its total', {}],
	['tells no total', { hidesTotal: true }],
])(
	'a campaign of 600 messages that have ended is left where the service %s',
	async (_, options) => {
		const { service, host, poll } = setUp('campaignMessageFinished', options);
		await poll();
		const campaign = service.create('sms', 'sending');
		service.send(campaign, 600, 'delivered');
		await poll();
		service.turn(campaign, 'done');
		for (let polls = 0; polls < 120; polls++) await poll({}, 60);
		expect(Object.keys(host.state?.campaigns ?? {})).toEqual([]);
	},
);
