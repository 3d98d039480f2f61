/** Services that tell no types of campaigns, and heed the type that a list is asked for or do not. */
import type { IDataObject } from 'n8n-workflow';
import type { StatusEvent } from '../../nodes/MessagingServiceTrigger/events/index.ts';
import { decode, encode } from '../../nodes/MessagingServiceTrigger/state/codec.ts';
import { BOUNDS, newState } from '../../nodes/MessagingServiceTrigger/state/state.ts';
import { brief, Host, ruleFor } from './triggerHost.mts';
import { FakeService } from './triggerService.mts';

/** What a service does with the type that a list is asked for. */
interface Mode {
	ignores: boolean;
	/** The type whose list is away. */
	away?: string;
	/** The type whose list is refused. */
	refused?: string;
	/** IDs of the campaigns that tell their type; the others are shown in both lists. */
	told?: Set<number>;
}

/** A service that tells no types, or those of some; where it ignores the type, both lists show all campaigns. */
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
			for (const one of service.campaigns)
				if (mode.ignores || mode.told?.has(one.id) === false) one.type = type as 'sms';
			const answer = read(path, query);
			service.campaigns.forEach((one, index) => (one.type = types[index] ?? 'sms'));
			const body = (await answer) as { data: IDataObject[] };
			for (const record of body.data)
				if (mode.told?.has(Number(record.id)))
					record.message_type = service.campaigns.find(({ id }) => id === record.id)?.type;
				else delete record.message_type;
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

it('what is known of types is stored', () => {
	const state = newState('signature', 'life', 'process');
	state.watched.s9 = { status: 'creation', typeless: true };
	state.lists.sms = { ids: ['8'], floor: '', backlog: 0, elsewhere: { 9: '2026-01-05 10:00:00' } };
	expect(decode(encode(state), 'signature')).toEqual(state);
});

it('what was emitted before a campaign told its type is emitted once more with that type', async () => {
	const mode: Mode = { ignores: false, told: new Set() };
	const service = typeless(mode);
	const host = new Host(service, ruleFor('campaignStatusChanged'));
	await host.poll();
	const one = service.create('rcs', 'creation');
	const events = await polls(host, 1);
	mode.told?.add(one.id);
	service.turn(one, 'sending');
	events.push(...(await polls(host, 1)));
	host.restart();
	const again = await polls(host, 1);
	const idsOf = (some: readonly StatusEvent[]) => some.map(({ eventId }) => eventId);
	expect(idsOf(again)).toEqual(idsOf(events));
	expect(again.map(({ record }) => record.message_type)).toEqual(['rcs', 'rcs']);
});

it('of what came while the list of SMS was refused the newest are known', async () => {
	const mode: Mode = { ignores: true };
	const service = typeless(mode);
	const host = new Host(service, ruleFor('campaignFinished'));
	await host.poll();
	mode.refused = 'sms';
	const all = Array.from({ length: BOUNDS.elsewhere + 20 }, () => service.create('sms', 'done'));
	expect(await polls(host, 1)).toHaveLength(all.length);
	const known = Object.keys(host.state?.lists.sms?.elsewhere ?? {}).map(Number);
	expect(known).toEqual(all.slice(-BOUNDS.elsewhere).map(({ id }) => id));
	for (const one of all.slice(0, 20)) service.campaigns.splice(service.campaigns.indexOf(one), 1);
	delete mode.refused;
	expect(await polls(host, 2)).toEqual([]);
});

/** Numbers from 0 to below 1, the same ones for the same seed. */
function chanceOf(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

const COURSE = ['creation', 'scheduled', 'sending', 'done'];

it.each(Array.from({ length: 60 }, (_, seed) => seed))(
	'each status comes once, whenever the types are told and a list is away: history %s',
	async (seed) => {
		const chance = chanceOf(seed + 1);
		const mode: Mode = { ignores: chance() < 0.5, told: new Set() };
		const service = typeless(mode);
		const told = mode.told ?? new Set();
		/** Whether a type is told at some time, or at none. */
		const tells = chance() < 0.7;
		/** Where no types are told or heeded, the campaigns that are in both lists are those of one. */
		mode.ignores ||= !tells;
		for (const type of ['sms', 'rcs', 'sms', 'rcs'] as const)
			told.add(service.create(type, 'done').id);
		if (!tells) told.clear();
		const host = new Host(service, ruleFor('campaignStatusChanged'));
		await host.poll();
		const events: StatusEvent[] = [];
		const expected: string[] = [];
		const course = new Map<number, number>();
		for (let round = 0; round < 20; round += 1) {
			for (const one of service.campaigns) {
				const at = course.get(one.id);
				// What has ended without a type tells none later.
				if (at === undefined || one.status === 'done') continue;
				if (tells && chance() < 0.3) told.add(one.id);
				if (chance() < 0.5) continue;
				service.turn(one, COURSE[at + 1] ?? 'done');
				course.set(one.id, at + 1);
				expected.push(`${one.id} ${one.status}`);
			}
			if (chance() < 0.4) {
				const at = chance() < 0.3 ? COURSE.length - 1 : 0;
				const one = service.create(chance() < 0.5 ? 'sms' : 'rcs', COURSE[at]);
				course.set(one.id, at);
				expected.push(`${one.id} ${one.status}`);
			}
			if (chance() < 0.4) mode.refused = chance() < 0.7 ? 'sms' : 'rcs';
			else if (chance() < 0.2) mode.away = chance() < 0.5 ? 'sms' : 'rcs';
			events.push(...(await polls(host, mode.refused ? 1 + Math.floor(chance() * 12) : 1)));
			delete mode.refused;
			delete mode.away;
			events.push(...(await polls(host, 2)));
		}
		const seen = events.map(({ record, newStatus }) => `${String(record.id)} ${newStatus}`);
		expect(seen.filter((one, at) => seen.indexOf(one) !== at)).toEqual([]);
		const missed = expected.filter((one) => !seen.includes(one));
		expect(missed).toEqual([]);
	},
);
