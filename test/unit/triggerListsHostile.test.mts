/** The lists of campaigns and messages where the service answers in ways of which nothing is said. */
import type { IDataObject } from 'n8n-workflow';
import type {
	CampaignType,
	TriggerEvent,
} from '../../nodes/MessagingServiceTrigger/events/index.ts';
import { storedSize } from '../../nodes/MessagingServiceTrigger/state/codec.ts';
import { Host, listWatcher, ruleFor } from './triggerHost.mts';
import { idOf, setUp } from './triggerMessages.mts';
import { FakeService } from './triggerService.mts';

/** Changes what a host is told: takes a request and the service's answer. */
function tell(
	{ host, service }: { host: Host; service: FakeService },
	event: TriggerEvent,
	types: CampaignType[],
	answer: (path: string, query: IDataObject, body: unknown) => unknown,
): void {
	host.watcher = listWatcher(
		ruleFor(event),
		async (path, query = {}) => answer(path, query, await service.read(path, query)),
		types,
	);
}

it('messages that were sent by themselves are none of a campaign, where the service lists all alike', async () => {
	const { host, service, poll } = setUp();
	const alone = service.send(service.create('sms', 'done'), 3, 'delivered');
	tell({ host, service }, 'campaignMessageFinished', ['sms'], (path, _, body) => {
		if (path !== '/api/messages') return body;
		const all = [...service.messages.values()].flat();
		const data = all.map((message) => ({
			...message,
			campaign_id: alone.includes(message) ? null : message.campaign,
		}));
		return { data, meta: { page: { total: all.length } } };
	});
	const before = service.create('sms', 'sending');
	service.send(before, 1);
	await poll();
	const campaign = service.create('sms', 'sending');
	const sent = service.send(campaign, 1, 'delivered');
	expect((await poll()).events.map(idOf)).toEqual(sent.map(({ id }) => id));
});

it.each(['campaignStatusChanged', 'campaignMessageFinished'] as const)(
	'a list that cannot be read any more does not hold the others up (%s)',
	async (event) => {
		const service = new FakeService();
		const host = new Host(service, ruleFor(event));
		let forbidden: CampaignType[] = [];
		tell({ host, service }, event, ['rcs', 'sms'], (_, query, body) => {
			if (forbidden.includes(query['filter[type]'] as CampaignType)) throw new Error('forbidden');
			return body;
		});
		await host.poll();
		forbidden = ['rcs'];
		service.send(service.create('sms', 'sending'), 1, 'delivered');
		const { events, notes } = await host.poll();
		expect(events).toHaveLength(1);
		expect(notes).toEqual(['could not read the list rcs: forbidden']);
		forbidden = ['rcs', 'sms'];
		expect((await host.poll()).fault).toBeDefined();
	},
);

it('a time of creation that is no time takes no room', async () => {
	const { service, poll, host } = setUp();
	host.watcher = listWatcher(
		host.rule,
		async (path, query = {}) => {
			const body = (await service.read(path, query)) as { data: object[] };
			if (path !== '/api/campaign') return body;
			return { ...body, data: body.data.map((one) => ({ ...one, created_at: 'x'.repeat(1000) })) };
		},
		['sms'],
	);
	await poll();
	for (let count = 0; count < 100; count++) service.send(service.create('sms', 'sending'), 2);
	for (let polls = 0; polls < 10; polls++) await poll();
	expect(Object.keys(host.state?.campaigns ?? {})).toHaveLength(100);
	expect(host.state && storedSize(host.state)).toBeLessThan(64_000);
});

it.each([
	['9007199254740993', 'IDs of sixteen digits or more lie far apart'],
	['b3f1c2d4-0000', 'IDs are no numbers'],
])('n8n’s log says which messages cannot be followed (%s)', async (id, why) => {
	const { service, poll, host } = setUp();
	const campaign = service.create('sms', 'sending');
	service.send(campaign, 1);
	host.watcher = listWatcher(
		host.rule,
		async (path, query = {}) => {
			const body = (await service.read(path, query)) as { data: object[] };
			if (path !== '/api/messages') return body;
			return { ...body, data: [...body.data, { ...body.data[0], id, status: 'delivered' }] };
		},
		['sms'],
	);
	const { notes } = await poll();
	expect(notes).toEqual([expect.stringContaining(why)]);
});
