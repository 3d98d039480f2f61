/** Campaigns that tell no sender, where only those of some senders are reported: what n8n's log is told, and how many are held. */
import type { IDataObject } from 'n8n-workflow';
import type {
	Rule,
	StatusEvent,
	TriggerEvent,
} from '../../nodes/MessagingServiceTrigger/events/index.ts';
import { BOUNDS } from '../../nodes/MessagingServiceTrigger/state/state.ts';
import { brief, Host, ruleFor } from './triggerHost.mts';
import { FakeService } from './triggerService.mts';

const ofShop = (event: TriggerEvent, more: Partial<Rule> = {}): Rule =>
	ruleFor(event, { senders: ['shop'], ...more });
const OF_SHOP = ofShop('campaignStatusChanged');

/** Polls so often, a minute apart; returns all events, and how many requests each poll made. */
async function polls(host: Host, count: number): Promise<[StatusEvent[], number[]]> {
	const [events, requests]: [StatusEvent[], number[]] = [[], []];
	for (let round = 0; round < count; round += 1) {
		host.advance(60);
		const before = host.service.requests;
		events.push(...(await host.poll()).events);
		requests.push(host.service.requests - before);
	}
	return [events, requests];
}

/** Lets a service refuse some requests for its list of campaigns. */
function refuse(
	service: FakeService,
	isRefused: (query: IDataObject) => boolean,
	httpStatus: number,
): void {
	const { read } = service;
	const failure = { kind: 'service', httpStatus };
	Object.assign(service, {
		read: async (path: string, query: IDataObject = {}) => {
			if (path === '/api/campaign' && isRefused(query))
				throw Object.assign(new Error('no'), { httpCode: String(httpStatus), failure });
			return await read(path, query);
		},
	});
}

it.each(['done', 'sending'])(
	"a campaign that ends without a sender is named in n8n's log: first seen when %s",
	async (status) => {
		const service = new FakeService();
		service.create();
		const host = new Host(service, OF_SHOP, 'legacy', ['sms']);
		await host.poll();
		const one = service.create('sms', status);
		one.sender = '';
		const { notes: first } = await host.poll();
		service.turn(one, 'done');
		const { events, notes } = await host.poll();
		expect(events).toEqual([]);
		expect([...first, ...notes]).toEqual([
			expect.stringMatching(/^no longer watches s\d+ \(it ended without a sender/),
		]);
	},
);

it('parked campaigns make room for those of the senders, which are followed to their end', async () => {
	const service = new FakeService();
	const wanted = Array.from({ length: 5 }, () => service.create('sms', 'sending'));
	for (let parked = 0; parked < BOUNDS.watched; parked += 1)
		service.create('sms', 'sending').sender = '';
	const host = new Host(service, OF_SHOP, 'legacy', ['sms']);
	const { notes } = await host.poll();
	expect(notes.join()).toContain('too many that tell no sender');
	for (const one of wanted) service.turn(one, 'done');
	const [events] = await polls(host, 10);
	expect(brief(events).sort()).toEqual(wanted.map(({ id }) => `${id} sending > done`).sort());
});

it('each status that a campaign passes without a sender is reported when it tells one', async () => {
	const service = new FakeService();
	service.create();
	const rules = [OF_SHOP, ofShop('campaignStatusChanged', { statuses: ['scheduled'] })];
	const hosts = rules.map((rule) => new Host(service, rule, 'legacy', ['sms']));
	for (const host of hosts) await host.poll();
	const one = service.create('sms', 'creation');
	one.sender = '';
	for (const status of ['creation', 'scheduled']) {
		service.turn(one, status);
		for (const host of hosts) expect((await host.poll()).events).toEqual([]);
	}
	one.sender = 'Shop';
	service.turn(one, 'sending');
	const [all, scheduled] = [await hosts[0]?.poll(), await hosts[1]?.poll()];
	expect(brief(all?.events ?? [])).toEqual([
		`${one.id} null > creation`,
		`${one.id} creation > scheduled`,
		`${one.id} scheduled > sending`,
	]);
	expect(brief(scheduled?.events ?? [])).toEqual([`${one.id} creation > scheduled`]);
	expect(scheduled?.events[0]?.record.status).toBe('scheduled');
});

it('what was there at the activation says so, and what it became later does not', async () => {
	const service = new FakeService();
	const one = service.create('sms', 'scheduled');
	one.sender = '';
	const host = new Host(service, ofShop('campaignProgress'), 'legacy', ['sms']);
	expect((await host.poll({ first: 'existing' })).events).toEqual([]);
	Object.assign(one, { sender: 'Shop', sent: 10 });
	service.turn(one, 'done');
	const { events } = await host.poll();
	expect(events.map(({ newStatus, existing }) => [newStatus, existing])).toEqual([
		['scheduled', true],
		['done', undefined],
	]);
});

it('looks that miss a parked campaign count only in a row', async () => {
	const service = new FakeService();
	service.create();
	const host = new Host(service, ofShop('campaignFinished'), 'legacy', ['sms']);
	await host.poll();
	const one = service.create('sms', 'scheduled');
	one.sender = '';
	await host.poll();
	for (let round = 0; round < 12; round += 1) {
		service.campaigns = service.campaigns.filter((other) => other !== one);
		expect((await polls(host, 1))[0]).toEqual([]);
		service.campaigns.push(one);
		expect((await polls(host, 1))[0]).toEqual([]);
	}
	one.sender = 'Shop';
	service.turn(one, 'sending');
	await host.poll();
	service.turn(one, 'done');
	expect(brief((await host.poll()).events)).toEqual([`${one.id} sending > done`]);
});

it.each([false, true])(
	'campaigns without a sender leave requests for the messages of others, sorted by status: %s',
	async (sortsByStatus) => {
		const service = new FakeService({ sortsByStatus, pageMax: 30 });
		for (let at = 0; at < 1600; at += 1) {
			const isOpen = at % 20 === 0;
			const created = service.now - 3_000_000 + at * 1000;
			const one = service.create('sms', isOpen ? 'scheduled' : 'done', created);
			if (isOpen) one.sender = '';
		}
		const host = new Host(service, ofShop('campaignMessageFinished'), 'legacy', ['sms']);
		await host.poll();
		service.send(service.create('sms', 'sending'), 3, 'delivered');
		const [events, requests] = await polls(host, 12);
		expect(events).toHaveLength(3);
		expect(Math.max(...requests)).toBeLessThanOrEqual(20);
	},
);

it.each<[string, (query: IDataObject) => boolean, number]>([
	['a look-up by the time of creation', (query) => query['filter[from]'] !== undefined, 503],
	['the order by status', ({ sort }) => sort === 'status', 422],
])('messages of others are reported where the service refuses %s', async (_, isRefused, status) => {
	const service = new FakeService({ pageMax: 30 });
	for (let open = 0; open < 5; open += 1)
		service.create('sms', 'scheduled', service.now - 1_000_000 + open).sender = '';
	for (let done = 0; done < 55; done += 1)
		service.create('sms', 'done', service.now - 900_000 + done);
	refuse(service, isRefused, status);
	const wanted = service.create('sms', 'sending');
	const host = new Host(service, ofShop('campaignMessageFinished'), 'legacy', ['sms']);
	await host.poll();
	service.send(wanted, 3, 'delivered');
	expect((await polls(host, 5))[0]).toHaveLength(3);
});

it.each(['scheduled', 'moderation', 'creation'])(
	'messages of a campaign that had sent none at the activation are all reported: %s',
	async (status) => {
		const service = new FakeService();
		const one = service.create('sms', status);
		one.sender = '';
		const host = new Host(service, ofShop('campaignMessageFinished'), 'legacy', ['sms']);
		await polls(host, 2);
		one.sender = 'Shop';
		service.turn(one, 'sending');
		service.send(one, 3, 'delivered');
		expect((await polls(host, 3))[0]).toHaveLength(3);
	},
);

it('parked campaigns take no room and no turn from old ones of the senders', async () => {
	const service = new FakeService({ sortsByStatus: false, pageMax: 30 });
	let at = service.now - 3_000_000;
	const wanted = service.create('sms', 'sending', at);
	for (let done = 0; done < 400; done += 1) service.create('sms', 'done', (at += 100));
	for (let other = 0; other < 1200; other += 1)
		if (other % 4 === 0) service.create('sms', 'scheduled', (at += 100)).sender = '';
		else service.create('sms', 'done', (at += 100));
	const host = new Host(service, ofShop('campaignFinished'), 'legacy', ['sms']);
	await polls(host, 30);
	service.turn(wanted, 'done');
	expect(brief((await polls(host, 8))[0])).toEqual([`${wanted.id} sending > done`]);
});

it('130 that tell their sender at once are all followed, as there is room', async () => {
	const service = new FakeService();
	const host = new Host(service, ofShop('campaignMessageFinished'), 'legacy', ['sms']);
	await host.poll();
	const all = Array.from({ length: 130 }, () => service.create('sms', 'creation'));
	for (const one of all) one.sender = '';
	await polls(host, 1);
	for (const one of all) {
		one.sender = 'Shop';
		service.turn(one, 'sending');
		service.send(one, 1, 'delivered');
	}
	const [first] = await polls(host, 10);
	for (const one of all) service.turn(one, 'done');
	const events = [...first, ...(await polls(host, 120))[0]];
	expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(130);
	expect(events).toHaveLength(130);
});
