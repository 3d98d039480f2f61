/**
 * Promise: in a small world of two campaigns, messages, replies or clicks, with limits that these reach, no order of changes, polls, kills,
 * faults, restarts, renames and main processes loses a final status, invents one, or gives one change two ids.
 */
import { hash } from 'node:crypto';
import type { FirstSight, TriggerEvent } from '../../nodes/MessagingServiceTrigger/events/event.ts';
import { BOUNDS, type Bounds } from '../../nodes/MessagingServiceTrigger/state.ts';
import { isLong } from '../support/options.mts';
import { parametersFor, type Storage } from './host.mts';
import { nameOf, pollStep, settle, Wrong } from './smallSteps.mts';
import { emptyWorld, type Setting, type Thing, type World } from './smallWorld.mts';

type Step = [name: string, to: (world: World, setting: Setting) => World | undefined];

/** Limits that two objects reach. */
const SMALL: Bounds = {
	...BOUNDS,
	watched: 1,
	messages: 1,
	endedMessages: 1,
	followed: 1,
	named: 2,
	waiting: 1,
	least: 1,
	waitingMessages: 1,
	known: 1,
	replies: 2,
	clicks: 4,
	clickRequests: 4,
	misses: 2,
	listRequests: 3,
	messageRequests: 1,
	turns: 1,
};

const change = (world: World, key: string, to: Partial<Thing>): World => ({
	...world,
	things: world.things.map((one) =>
		one.key === key ? { ...one, ...to, serial: one.serial + 1 } : one,
	),
});
const statusOf = ({ things }: World, key: string) => things.find((one) => one.key === key)?.status;

/** Gives an object that has one status another. */
const move = (key: string, from: string, to: string, isFinal = false): Step => [
	`${key} ${to}`,
	(world) =>
		statusOf(world, key) === from ? change(world, key, { status: to, isFinal }) : undefined,
];
const create = (key: string, status: string, more: Partial<Thing> = {}): Step => [
	`create ${key}`,
	(world) =>
		statusOf(world, key) === undefined
			? {
					...world,
					things: [...world.things, { key, status, isFinal: false, serial: 0, ...more }],
				}
			: undefined,
];

const restart = (by: 'a' | 'b', world: World): World => ({
	...world,
	live: undefined,
	first: 'recovered',
	processes: { ...world.processes, [by]: { life: world.processes[by].life + 1, failed: 0 } },
	account: {
		...world.account,
		emittedBy: Object.fromEntries(
			Object.entries(world.account.emittedBy).filter(
				([name]) => !name.startsWith(`${by}${world.processes[by].life}|`),
			),
		),
	},
});

/** Whether another main process may poll: the legacy engine polls in one only, and what becomes of a renamed node is given up. */
const hasTwo = ({ account }: World, { storage }: Setting): boolean =>
	storage !== 'legacy' && account.isRenamed !== true;

/** What happens to n8n. */
const N8N: Step[] = [
	['poll', (world, setting) => pollStep(world, setting, {})],
	[
		'kill',
		(world, setting) =>
			world.account.kills < 2
				? { ...pollStep(world, setting, { kill: true }), first: 'recovered' }
				: undefined,
	],
	['discard', (world, setting) => pollStep(world, setting, { discard: true })],
	['fault', (world, setting) => pollStep(world, setting, { fails: 1 })],
	['fault later', (world, setting) => pollStep(world, setting, { fails: 2 })],
	['short', (world, setting) => pollStep(world, setting, { short: true })],
	['restart', (world) => restart('a', world)],
	['poll of another', (world, setting) => pollStep(restart('a', world), setting, {})],
	[
		'poll of b',
		(world, setting) =>
			hasTwo(world, setting) ? pollStep(world, setting, { by: 'b' }) : undefined,
	],
	[
		'kill of b',
		(world, setting) =>
			hasTwo(world, setting) && world.account.kills < 2
				? pollStep(world, setting, { by: 'b', kill: true })
				: undefined,
	],
	// n8n gives a renamed node empty static data, and the process remembers it, but not whether n8n stored its last events.
	[
		'rename',
		(world) =>
			world.processes.b.memory || world.processes.b.life > 0
				? undefined
				: {
						...world,
						live: undefined,
						saved: undefined,
						account: { ...world.account, emittedBy: {}, isRenamed: true },
					},
	],
	['wait', (world) => ({ ...world, now: world.now + 2 * 3_600_000 })],
];

interface Exploration {
	event: TriggerEvent;
	/** Happens before the watch begins. */
	before: Step[];
	/** Happens first after that. */
	begin?: Step[];
	steps: Step[];
	storages: Storage[];
	first?: FirstSight;
	bounds?: Partial<Bounds>;
	keys?: string[];
	/** What happens to n8n; all if it is missing. */
	n8n?: string[];
	depth: number;
	/** Polls within which all must have come. */
	polls: number;
}

/** Tries every order of the steps. @returns how many worlds there were */
function explore(one: Exploration, storage: Storage): number {
	const first = one.first ?? 'silent';
	const setting: Setting = {
		parameters: parametersFor(one.event, {}, { campaignTypes: ['sms'], keys: one.keys ?? [] }),
		storage,
		bounds: { ...SMALL, ...one.bounds },
		page: 1,
		sorts: true,
		first,
	};
	const happening = N8N.filter(([name]) => one.n8n?.includes(name) ?? true);
	let world = emptyWorld(first);
	for (const [, to] of one.before) world = to(world, setting) ?? world;
	world = pollStep(world, setting, {});
	for (const [, to] of one.begin ?? []) world = to(world, setting) ?? world;
	let front: Array<{ world: World; path: readonly string[] }> = [{ world, path: [] }];
	const known = new Set([hash('sha1', nameOf(world))]);
	for (let depth = 0; depth < one.depth; depth += 1) {
		const found: typeof front = [];
		for (const { world: from, path } of front)
			for (const [name, to] of [...one.steps, ...happening]) {
				try {
					const reached = to(from, setting);
					if (!reached) continue;
					const its = hash('sha1', nameOf(reached));
					if (known.has(its)) continue;
					known.add(its);
					settle(reached, setting, one.polls);
					found.push({ world: reached, path: [...path, name] });
				} catch (error) {
					if (!(error instanceof Wrong)) throw error;
					throw new Error(`${[...path, name].join(', ')}: ${error.message}`, { cause: error });
				}
			}
		front = found;
	}
	return known.size;
}

const ALL: Storage[] = ['legacy', 'cursors', 'scheduler'];

/** The service stops showing an object, or shows it again. */
const hide = (key: string): Step => [
	`hide ${key}`,
	(world) => ({
		...world,
		things: world.things.map((one) =>
			one.key === key ? { ...one, isHidden: !one.isHidden } : one,
		),
	}),
];
const reply = (key: string): Step => [
	`reply ${key}`,
	(world) => create(key, 'received', { isFinal: true, at: world.now })[1](world, {} as Setting),
];

const click = (key: string): Step => [
	`click ${key}`,
	(world) => create(key, 'clicked', { isFinal: true, at: world.now })[1](world, {} as Setting),
];
/** Time passes until shortly after the next midnight, or long after it. */
const midnight = (hours: number): Step => [
	`midnight and ${hours} hours`,
	(world) => ({
		...world,
		now: (Math.floor(world.now / 86_400_000) + 1) * 86_400_000 + hours * 3_600_000,
	}),
];

const WORLDS: Record<string, Exploration> = {
	'two campaigns': {
		event: 'campaignStatusChanged',
		before: [create('s1', 'sending')],
		steps: [
			create('s2', 'sending'),
			move('s1', 'sending', 'paused'),
			move('s1', 'paused', 'sending'),
			move('s1', 'sending', 'done', true),
			move('s2', 'sending', 'stopped', true),
		],
		storages: ALL,
		depth: isLong ? 5 : 3,
		polls: 8,
	},
	'one end among two processes': {
		event: 'campaignFinished',
		before: [create('s1', 'sending')],
		begin: [move('s1', 'sending', 'done', true)],
		steps: [],
		n8n: ['poll', 'kill', 'discard', 'poll of another', 'poll of b', 'kill of b', 'wait'],
		storages: ['cursors', 'scheduler'],
		depth: isLong ? 7 : 5,
		polls: 3,
	},
	'campaigns that are not shown': {
		event: 'campaignFinished',
		before: [create('s1', 'paused'), create('s2', 'sending')],
		steps: [
			hide('s1'),
			move('s1', 'paused', 'done', true),
			move('s2', 'sending', 'done', true),
			create('s3', 'sending'),
			move('s3', 'sending', 'done', true),
		],
		storages: ['legacy'],
		bounds: { watched: 2, waiting: 2 },
		first: 'existing',
		depth: isLong ? 5 : 3,
		polls: 8,
	},
	'messages of two campaigns': {
		event: 'campaignMessageFinished',
		before: [create('s1', 'sending'), create('c1.5', 'sent', { campaign: '1' })],
		steps: [
			move('c1.5', 'sent', 'delivered', true),
			create('c1.3', 'sent', { campaign: '1' }),
			move('c1.3', 'sent', 'expired', true),
			move('s1', 'sending', 'done', true),
			create('s2', 'sending'),
			[
				'send c2.4',
				(world, setting) =>
					statusOf(world, 's2') === undefined
						? undefined
						: create('c2.4', 'delivered', { campaign: '2', isFinal: true })[1](world, setting),
			],
		],
		storages: ['legacy', 'cursors'],
		depth: isLong ? 5 : 3,
		polls: 14,
	},
	'two named messages': {
		event: 'messageStatusChanged',
		before: [create('x1', 'sent')],
		steps: [
			move('x1', 'sent', 'delivered', true),
			create('x2', 'sent'),
			move('x2', 'sent', 'expired', true),
			hide('x1'),
		],
		keys: ['x1', 'x2'],
		storages: ['legacy', 'scheduler'],
		bounds: { watched: 2 },
		depth: isLong ? 5 : 3,
		polls: 10,
	},
	replies: {
		event: 'messageReceived',
		before: [],
		steps: ['m1', 'm2', 'm3'].map(reply),
		storages: ['legacy', 'cursors'],
		depth: isLong ? 5 : 3,
		polls: 6,
	},
	'clicks of several days': {
		event: 'linkClicked',
		before: [click('k4')],
		// The list shows them in another order than they came in.
		steps: [click('k3'), click('k1'), click('k2'), midnight(0), midnight(3)],
		n8n: ['poll', 'kill', 'discard', 'fault', 'fault later', 'short', 'restart', 'rename'],
		storages: isLong ? ALL : ['legacy', 'cursors'],
		depth: isLong ? 5 : 3,
		polls: 12,
	},
	'more days of clicks than a poll reads': {
		event: 'linkClicked',
		before: [],
		begin: [click('k4'), midnight(1), click('k3'), midnight(1), click('k2'), midnight(1)],
		steps: [click('k1'), midnight(2)],
		bounds: { clickRequests: 2 },
		storages: ['legacy', 'cursors'],
		depth: isLong ? 5 : 3,
		polls: 16,
	},
};

test.each(
	Object.entries(WORLDS).flatMap(([name, one]) =>
		one.storages.map((storage) => ({ name, one, storage })),
	),
)('$name, $storage', ({ name, one, storage }) => {
	const worlds = explore(one, storage);
	console.log(`${name}, ${storage}: ${worlds} worlds`);
	expect(worlds).toBeGreaterThan(100);
});
