/**
 * Promise: of every message of a followed campaign the final status comes, once in a life of the state, whatever the IDs are like,
 * whenever messages are added, and whatever happens to n8n meanwhile.
 */
import fc from 'fast-check';
import type { StatusEvent } from '../../nodes/MessagingServiceTrigger/events/event.ts';
import { isLong } from '../support/options.mts';
import { Host, parametersFor, type Storage } from './host.mts';
import { FakeService } from './service.mts';

const RUNS = isLong ? 100 : 20;
const FINALS = ['delivered', 'expired', 'undeliverable', 'rejected'];
const isFinal = (status: string) => FINALS.includes(status);

type Step =
	| { kind: 'campaign' | 'poll' | 'crash' | 'restart' | 'discard' }
	| { kind: 'send'; which: number; count: number; random: boolean }
	| { kind: 'move'; from: number; share: number; way: number }
	| { kind: 'end'; which: number }
	| { kind: 'wait'; seconds: number }
	| { kind: 'failingPoll'; at: number };

const plain = (kind: 'campaign' | 'poll' | 'crash' | 'restart' | 'discard', weight: number) => ({
	weight,
	arbitrary: fc.constant<Step>({ kind }),
});
const histories = fc.array(
	fc.oneof(
		plain('campaign', 3),
		{
			weight: 5,
			arbitrary: fc.record({
				kind: fc.constant('send' as const),
				which: fc.nat(20),
				count: fc.constantFrom(1, 3, 40, 700),
				random: fc.boolean(),
			}),
		},
		{
			weight: 8,
			arbitrary: fc.record({
				kind: fc.constant('move' as const),
				from: fc.nat(50),
				share: fc.constantFrom(1, 2, 7, 30),
				way: fc.nat(10),
			}),
		},
		{ weight: 2, arbitrary: fc.record({ kind: fc.constant('end' as const), which: fc.nat(20) }) },
		{
			weight: 4,
			arbitrary: fc.record({
				kind: fc.constant('wait' as const),
				seconds: fc.constantFrom(1, 60, 700, 3600, 40_000),
			}),
		},
		{
			weight: 2,
			arbitrary: fc.record({
				kind: fc.constant('failingPoll' as const),
				at: fc.integer({ min: 1, max: 6 }),
			}),
		},
		plain('poll', 10),
		plain('crash', 1),
		plain('restart', 1),
		plain('discard', 1),
	),
	{ minLength: 5, maxLength: 50 },
);

/** Changes the service as a step says; returns whether the step was one of the service. */
function make(service: FakeService, host: Host, step: Step): boolean {
	const { campaigns } = service;
	const pick = (which: number) => campaigns[which % Math.max(1, campaigns.length)];
	switch (step.kind) {
		case 'campaign':
			if (campaigns.length < 6) service.create('sms', 'sending');
			return true;
		case 'send': {
			const one = pick(step.which);
			const begin = service.messages.size + (one ? (service.messages.get(one.id)?.length ?? 0) : 0);
			// The specification calls an ID random and unique (2.2).
			const ids = Array.from({ length: step.count }, (_, index) =>
				String(
					50_000_000 + (((begin + index) * 7_368_787 + (one?.id ?? 0) * 1_000_003) % 40_000_003),
				),
			);
			if (one && one.status !== 'done')
				service.send(one, step.count, 'accepted', step.random ? ids : undefined);
			return true;
		}
		case 'move': {
			for (const [index, message] of [...service.messages.values()].flat().entries()) {
				if ((index + step.from) % step.share !== 0 || isFinal(message.status)) continue;
				message.status = step.way < 5 ? 'sent' : (FINALS[step.way % 4] ?? 'delivered');
			}
			return true;
		}
		case 'end': {
			const one = pick(step.which);
			if (one && one.status !== 'done') service.turn(one, 'done');
			return true;
		}
		case 'wait':
			host.advance(step.seconds);
			return true;
		default:
			return false;
	}
}

/** Messages of one campaign whose IDs were drawn twice are one. */
const isFair = ({ messages }: FakeService) =>
	[...messages.values()].every((all) => new Set(all.map(({ id }) => id)).size === all.length);

const idOf = ({ record }: StatusEvent) => `${String(record.campaign_id)}.${String(record.id)}`;

async function play(
	steps: readonly Step[],
	storage: Storage,
	options: { pageMax?: number },
	dies: boolean,
): Promise<void> {
	const service = new FakeService(options);
	const parameters = parametersFor('campaignMessageFinished', {}, { campaignTypes: ['sms'] });
	const host = new Host(service, parameters, storage);
	await host.activate();
	const received = new Map<string, string>();
	let died = 0;
	const poll = async (options: Parameters<Host['poll']>[0] = {}) => {
		host.advance(30);
		const crash = options.crash === true && died < 2;
		const { delivered, fault } = await host.poll({ ...options, crash });
		if (crash) died += 1;
		else if (!fault && !options.discard) died = 0;
		for (const event of delivered) {
			const isKnown = received.has(idOf(event));
			if (event.origin === 'change' && !dies)
				expect([idOf(event), isKnown]).toEqual([idOf(event), false]);
			received.set(idOf(event), event.newStatus);
		}
	};
	for (const step of steps) {
		if (make(service, host, step)) continue;
		if (!isFair(service)) return;
		if (step.kind === 'failingPoll') service.failAt = service.requests + step.at;
		if (step.kind === 'poll' || step.kind === 'failingPoll') await poll();
		else if (dies && step.kind === 'restart') host.restart();
		else if (dies && step.kind === 'crash') await poll({ crash: true });
		else if (dies && step.kind === 'discard') await poll({ discard: true });
		service.failAt = Infinity;
	}
	if (!isFair(service)) return;
	for (let round = 0; round < 25; round++) {
		host.advance(1900);
		await poll();
	}
	const wanted = [...service.messages.values()]
		.flat()
		.filter(({ status }) => isFinal(status))
		.map(({ campaign, id, status }) => [`${campaign}.${id}`, status]);
	expect([...received].sort()).toEqual(wanted.sort());
}

test('every final status comes, once in a life, and nothing else', async () => {
	await fc.assert(
		fc.asyncProperty(
			histories,
			fc.record({ pageMax: fc.constantFrom(500, 60) }),
			async (steps, options) => await play(steps, 'legacy', options, false),
		),
		{ numRuns: RUNS },
	);
});

test('none is lost when n8n dies or throws results away', async () => {
	await fc.assert(
		fc.asyncProperty(
			histories,
			fc.constantFrom<Storage>('legacy', 'cursors', 'scheduler'),
			async (steps, storage) => await play(steps, storage, {}, true),
		),
		{ numRuns: RUNS },
	);
});

test('named campaigns alone are followed, whatever became of them, and once', async () => {
	const service = new FakeService();
	const campaigns = Array.from({ length: isLong ? 500 : 100 }, (_, index) =>
		service.create(index % 2 ? 'sms' : 'rcs', 'done', service.now - 86_400 * 30 + index),
	);
	for (const one of campaigns) service.send(one, 1);
	const other = service.create('sms', 'sending');
	service.send(other, 1, 'delivered');
	const ids = campaigns.map(({ id }) => String(id));
	const host = new Host(service, parametersFor('campaignMessageFinished', { ids }));
	await host.activate();
	for (let poll = 0; poll < 40; poll += 1) {
		host.advance(121);
		expect((await host.poll()).events).toEqual([]);
	}
	for (const one of [...service.messages.values()].flat()) one.status = 'delivered';
	const got: string[] = [];
	for (let poll = 0; poll < 80; poll += 1) {
		host.advance(1000);
		got.push(...(await host.poll()).events.map(({ record }) => String(record.campaign_id)));
	}
	expect(got.sort()).toEqual(ids.sort());
	expect(host.state?.campaigns).toEqual({});
});
