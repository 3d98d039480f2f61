/** The steps of the small world, what must hold after each, and what a world is the same as. */
import { LETTERS } from '../../nodes/MessagingServiceTrigger/events/event.ts';
import type { TriggerState } from '../../nodes/MessagingServiceTrigger/state.ts';
import type { TurnResult } from '../../nodes/MessagingServiceTrigger/turn.ts';
import {
	dayOf,
	poll,
	store,
	type Account,
	type PollStep,
	type Setting,
	type Thing,
	type World,
} from './smallWorld.mts';

/** What docs/trigger.md gives up, each with its sentence, and the words by which the trigger's log or state shows that it happened. */
export const GIVE_UPS = {
	newWatch: 'Another event, filter, key, address or time zone: a new watch begins',
	recovered: 'what is unfinished, and what of the newest 500 of a type ended within a day',
	kills: 'An event that is older than an hour comes three times at most',
	misses: 'What the service does not show for ten looks is no longer watched',
	validity: 'A message: given up 73 hours after the first look, or the end of its campaign',
	renamed:
		'Renamed while two main processes poll: what the other one reported may come again as a change',
	unread: 'older unfinished ones are found at the next polls',
	lateLowId: 'beyond, one that is added late with a low ID is missed',
} as const;
export type GiveUp = keyof typeof GIVE_UPS;

const NOTES: ReadonlyArray<readonly [RegExp, GiveUp]> = [
	[/^no longer watches/, 'misses'],
	[/^no longer asks for|^gave up messages/, 'validity'],
];

/** So old an event comes three times at most. */
const YOUNG_MS = 3_600_000;
const MINUTE_MS = 60_000;

const changeOf = ({ key, serial }: Thing): string => `${key}#${serial}`;

/** What is wrong. */
export class Wrong extends Error {}

/** The life of the state as n8n has it. */
const storedLife = ({ live, saved }: World, { storage }: Setting): unknown =>
	(storage === 'legacy' ? (live ?? saved) : saved)?.life;

/** Holds one event against the world, and enters it. @throws Wrong */
function enterEvent(
	world: World,
	account: Account,
	event: TurnResult['events'][number],
	{ by = 'a', kill, discard }: PollStep,
	isStored: boolean,
): Account {
	const { eventId: id, origin, newStatus: status, record } = event;
	const before = account.emitted[id];
	if (origin === 'repeated' && !before) throw new Wrong(`repeats what was never emitted: ${id}`);
	const thing = world.things.find(({ key }) => key === record.id);
	if (origin !== 'repeated' && thing?.status !== status)
		throw new Wrong(`invents ${String(record.id)} ${status}`);
	const of = origin === 'repeated' || !thing ? (before?.of ?? '') : changeOf(thing);
	const [key = ''] = of.split('#');
	if (before && (before.status !== status || before.of.split('#')[0] !== key))
		throw new Wrong(`one id for ${before.of} ${before.status} and ${of} ${status}`);
	const holder = `${by}${world.processes[by].life}|${id}`;
	const times = (before?.times ?? 0) + Number(isStored);
	const thrown = (before?.thrown ?? 0) + Number(!isStored);
	if (!discard && account.emittedBy[holder] !== undefined)
		throw new Wrong(`${holder} is emitted again by a process that lives`);
	const isOld = before !== undefined && world.now - before.firstAt > YOUNG_MS;
	if (isOld && before.times >= 3 + before.thrown) throw new Wrong(`${of} comes for ever`);
	const next: Account = {
		...account,
		emitted: {
			...account.emitted,
			[id]: { of, status, times, thrown, firstAt: before?.firstAt ?? world.now },
		},
		...(!discard && { emittedBy: { ...account.emittedBy, [holder]: 1 } }),
	};
	if (kill || discard) return next;
	const known = account.delivered[of];
	if (known !== undefined && known !== id) throw new Wrong(`two ids for ${of}`);
	if (known !== undefined && origin === 'change')
		throw new Wrong(`${of} comes twice without saying so`);
	const other = Object.entries(account.delivered).find(([one, its]) => its === id && one !== of);
	if (other) throw new Wrong(`one id for ${other[0]} and ${of}`);
	return { ...next, delivered: { ...account.delivered, [of]: id } };
}

const isClick = ({ key }: Thing): boolean => key.startsWith(LETTERS.click);

/** What a new life of the state may leave out, from its first look on. */
function beginLife(world: World, { page }: Setting, account: Account): Account {
	const finals = world.things.filter(({ isFinal }) => isFinal);
	const newest = world.things.filter(({ isHidden }) => !isHidden).slice(-page);
	const isInReach = (one: Thing) =>
		isClick(one) ? dayOf(one.at ?? 0) >= dayOf(world.now - 24 * 3_600_000) : newest.includes(one);
	const isSeen = (one: Thing) => world.first !== 'silent' && isInReach(one);
	return {
		...account,
		delivered: {},
		emitted: world.first === 'silent' ? {} : account.emitted,
		past: finals.filter((one) => !isSeen(one)).map(({ key }) => key),
		unread: world.things
			.filter((one) => one.key.startsWith(LETTERS.sms) && !newest.includes(one))
			.map(({ key }) => key),
	};
}

/** One poll with all that follows. @throws Wrong */
export function pollStep(before: World, setting: Setting, step: PollStep): World {
	const world = { ...before, now: before.now + MINUTE_MS + 1 };
	const { by = 'a', kill, discard } = step;
	const result = poll(world, setting, step);
	const after = store(world, setting, step, result);
	let { account } = world;
	const written = result.write as unknown as TriggerState | undefined;
	const former = [
		storedLife(world, setting),
		world.processes.a.memory?.state?.life,
		world.processes.b.memory?.state?.life,
	];
	if (written && !former.includes(written.life)) account = beginLife(world, setting, account);
	const isStored = !discard && !(kill && setting.storage === 'cursors');
	for (const event of result.events) account = enterEvent(world, account, event, step, isStored);
	const gone = NOTES.filter(([words]) => result.notes.some((note) => words.test(note)));
	const holder = `${by}${world.processes[by].life}|`;
	return {
		...after,
		account: {
			...account,
			unread: account.unread.filter((key) => written?.watched[key] === undefined),
			givenUp: [...new Set([...account.givenUp, ...gone.map(([, what]) => what)])],
			kills: kill && result.events.length > 0 ? account.kills + 1 : account.kills,
			...(kill && {
				emittedBy: Object.fromEntries(
					Object.entries(account.emittedBy).filter(([name]) => !name.startsWith(holder)),
				),
			}),
		},
		...(discard && { live: undefined }),
	};
}

/** Everything comes to its end, and the service shows all. */
const ended = (one: Thing): Thing => {
	const status = one.key.startsWith('s') ? 'done' : 'delivered';
	const shown = { ...one, isHidden: undefined };
	return one.isFinal ? shown : { ...shown, status, isFinal: true, serial: one.serial + 1 };
};

/** So many polls more are watched for what comes again, when all has come. */
const QUIET_POLLS = 2;

/** What became final, and no event has said so. */
function missingIn({ things, account }: World, { parameters: { kind } }: Setting): Thing[] {
	const { delivered, past, unread } = account;
	return things.filter(
		(one) =>
			one.isFinal &&
			(kind !== 'campaignMessage' || one.campaign !== undefined) &&
			!past.includes(one.key) &&
			!unread.includes(one.campaign === undefined ? one.key : `${LETTERS.sms}${one.campaign}`) &&
			delivered[changeOf(one)] === undefined,
	);
}

/** Lets everything end and n8n run undisturbed, and holds that every final status has come within so many polls. @throws Wrong */
export function settle(world: World, setting: Setting, polls: number): void {
	let last: World = { ...world, things: world.things.map(ended) };
	let quiet = 0;
	for (let round = 0; round < polls && quiet < QUIET_POLLS; round += 1) {
		last = pollStep({ ...last, now: last.now + 10 * MINUTE_MS }, setting, {});
		quiet = missingIn(last, setting).length === 0 ? quiet + 1 : 0;
	}
	const [missing] = missingIn(last, setting);
	if (missing && last.account.givenUp.length === 0)
		throw new Wrong(`${missing.key} became ${missing.status}, and no event says so`);
}

const OLDEST_S = 400_000;

/** A world without what does not decide: times as ages, names of processes and lives in the order in which they appear, revisions from 0. */
export function nameOf(world: World): string {
	const { now, ...shared } = world;
	// Of clicks whole days are read: in which hour it is decides.
	const hour = shared.things.some(isClick) ? new Date(now).toISOString().slice(0, 13) : '';
	const rest = { ...shared, lives: 0, hour };
	const names = new Map<string, string>();
	const isName = /^(?:life-\d+|[ab]\d+)$/;
	const isHolder = /^([ab]\d+)(\|.*)$/;
	const nameFor = (text: string): string => {
		const found = names.get(text) ?? `n${names.size}`;
		names.set(text, found);
		return found;
	};
	const revisions = [
		Number((world.saved as { revision?: number } | undefined)?.revision ?? Infinity),
		world.processes.a.memory?.confirmed ?? Infinity,
		world.processes.b.memory?.confirmed ?? Infinity,
	];
	const least = Math.min(...revisions);
	const walk = (value: unknown, field = ''): unknown => {
		if (typeof value === 'number') {
			if (value > 1e12) return Math.min(OLDEST_S, Math.round((now - value) / 1000));
			if (value > 1e9) return Math.min(OLDEST_S, Math.round(now / 1000) - value);
			if (field === 'uptime') return 0;
			if (/evision|confirmed/.test(field)) return value - (least === Infinity ? 0 : least);
			return value;
		}
		if (typeof value === 'string') return isName.test(value) ? nameFor(value) : value;
		if (Array.isArray(value)) return value.map((one) => walk(one));
		if (value === null || typeof value !== 'object') return value;
		return Object.fromEntries(
			Object.entries(value).map(([name, one]) => {
				const held = isHolder.exec(name);
				return [held ? nameFor(held[1] ?? '') + held[2] : name, walk(one, name)];
			}),
		);
	};
	return JSON.stringify(walk({ ...rest, processes: namedByLife(world) }));
}

/** The main processes, each with the name under which the state has it. */
const namedByLife = ({ processes }: World) =>
	Object.fromEntries(
		Object.entries(processes).map(([name, { life, ...process }]) => [
			name,
			{ ...process, name: `${name}${life}` },
		]),
	);
