/** Services that tell no types of campaigns, and heed the type that a list is asked for or do not. */
import type { IDataObject } from 'n8n-workflow';
import type { StatusEvent } from '../../nodes/MessagingServiceTrigger/events/index.ts';
import { brief, Host, ruleFor } from './triggerHost.mts';
import { FakeService } from './triggerService.mts';

/** What a service does with the type that a list is asked for. */
interface Mode {
	ignores: boolean;
	/** The type whose list is away. */
	away?: string;
	/** The type whose list is refused. */
	refused?: string;
}

/** A service that tells no types; where it ignores the type, both lists show all campaigns. */
function typeless(mode: Mode): FakeService {
	const service = new FakeService({ pageMax: 30 });
	const { read } = service;
	Object.assign(service, {
		read: async (path: string, query: IDataObject = {}) => {
			const type = query['filter[type]'];
			if (mode.away !== undefined && type === mode.away)
				throw Object.assign(new Error('away'), { httpCode: '503' });
			if (mode.refused !== undefined && type === mode.refused) {
				const failure = { kind: 'http', httpStatus: 403 };
				throw Object.assign(new Error('forbidden'), { httpCode: '403', failure });
			}
			const types = service.campaigns.map((one) => one.type);
			if (mode.ignores) for (const one of service.campaigns) one.type = type as 'sms';
			const answer = read(path, query);
			service.campaigns.forEach((one, index) => (one.type = types[index] ?? 'sms'));
			const body = (await answer) as { data: IDataObject[] };
			for (const record of body.data) delete record.message_type;
			return body;
		},
	});
	return service;
}

async function polls(host: Host, count: number): Promise<StatusEvent[]> {
	const events: StatusEvent[] = [];
	for (let round = 0; round < count; round += 1) {
		host.advance(60);
		events.push(...(await host.poll()).events);
	}
	return events;
}

it('each of 200 campaigns comes once, old ones and new ones', async () => {
	const service = typeless({ ignores: true });
	for (let old = 0; old < 200; old += 1)
		service.create('sms', old % 9 === 0 ? 'sending' : 'done', service.now - 100_000 + old * 100);
	const host = new Host(service, ruleFor('campaignStatusChanged'));
	await host.poll();
	const fresh = Array.from({ length: 100 }, () => service.create('rcs', 'sending'));
	const begun = await polls(host, 5);
	expect(brief(begun).sort()).toEqual(fresh.map(({ id }) => `${id} null > sending`).sort());
	const open = service.campaigns.filter(({ status }) => status === 'sending');
	for (const one of open) service.turn(one, 'done');
	const ended = await polls(host, 10);
	expect(brief(ended).sort()).toEqual(open.map(({ id }) => `${id} sending > done`).sort());
});

it('the first campaign comes once where the first list was away at that poll', async () => {
	const mode: Mode = { ignores: true };
	const service = typeless(mode);
	const host = new Host(service, ruleFor('campaignStatusChanged'));
	await host.poll();
	const one = service.create('sms', 'sending');
	mode.away = 'sms';
	const events = await polls(host, 1);
	delete mode.away;
	events.push(...(await polls(host, 2)));
	expect(brief(events)).toEqual([`${one.id} null > sending`]);
});

it('the first campaign comes once where it is made between the looks at the two lists', async () => {
	const service = typeless({ ignores: true });
	const host = new Host(service, ruleFor('campaignStatusChanged'));
	await host.poll();
	const before = service.requests;
	service.meanwhile = () => {
		if (service.requests === before + 1 && service.campaigns.length === 0)
			service.create('sms', 'sending');
	};
	expect(await polls(host, 3)).toHaveLength(1);
});

it('a service that ignores the type at one poll alone has nothing missed of what was watched', async () => {
	const mode: Mode = { ignores: false };
	const service = typeless(mode);
	const all = (['sms', 'rcs'] as const).flatMap((type) => [
		service.create(type, 'sending'),
		service.create(type, 'sending'),
	]);
	const host = new Host(service, ruleFor('campaignFinished'));
	await host.poll();
	mode.ignores = true;
	expect(await polls(host, 1)).toEqual([]);
	mode.ignores = false;
	await polls(host, 1);
	all.push(service.create('rcs', 'sending'));
	await polls(host, 1);
	for (const one of all) service.turn(one, 'done');
	const ended = brief(await polls(host, 4));
	expect(ended.sort()).toEqual(all.map(({ id }) => `${id} sending > done`).sort());
});

it('a service that begins to heed the type has its new campaigns of both types reported', async () => {
	const mode: Mode = { ignores: true };
	const service = typeless(mode);
	service.create('sms', 'sending');
	const host = new Host(service, ruleFor('campaignFinished'));
	await host.poll();
	mode.ignores = false;
	await polls(host, 1);
	const fresh = [service.create('rcs', 'sending'), service.create('sms', 'sending')];
	await polls(host, 1);
	for (const one of fresh) service.turn(one, 'done');
	const ended = brief(await polls(host, 3));
	expect(ended.sort()).toEqual(fresh.map(({ id }) => `${id} sending > done`).sort());
});

it('campaigns that are numbered by type are told apart', async () => {
	const service = typeless({ ignores: false });
	const host = new Host(service, ruleFor('campaignFinished'));
	await host.poll();
	const all = (['sms', 'sms', 'rcs', 'rcs'] as const).map((type, index) =>
		service.create(type, 'sending', service.now - 1000 + index),
	);
	const [first, second, third, fourth] = all;
	Object.assign(third ?? {}, { id: first?.id });
	Object.assign(fourth ?? {}, { id: second?.id });
	await polls(host, 1);
	for (const one of all) service.turn(one, 'done');
	expect(await polls(host, 3)).toHaveLength(4);
});

it('a list that is refused does not hold up the other one', async () => {
	const mode: Mode = { ignores: false };
	const service = typeless(mode);
	const one = service.create('rcs', 'sending');
	const host = new Host(service, ruleFor('campaignFinished'));
	await host.poll();
	mode.refused = 'sms';
	service.turn(one, 'done');
	expect(brief(await polls(host, 2))).toEqual([`${one.id} sending > done`]);
});
