/**
 * A service of two campaigns and n8n around the trigger, as plain values: every step gives another world and leaves the old one as
 * it was, so that all orders of steps can be tried.
 */
import type { IDataObject } from 'n8n-workflow';
import {
	LETTERS,
	type FirstSight,
	type Observation,
	type StatusEvent,
} from '../../nodes/MessagingServiceTrigger/events/event.ts';
import type { SeenClick } from '../../nodes/MessagingServiceTrigger/events/clicked.ts';
import type { SeenReply } from '../../nodes/MessagingServiceTrigger/events/received.ts';
import type { Bounds } from '../../nodes/MessagingServiceTrigger/state.ts';
import {
	begin,
	end,
	next,
	type Remembered,
	type TurnResult,
} from '../../nodes/MessagingServiceTrigger/turn.ts';
import type { Parameters } from '../../nodes/MessagingServiceTrigger/triggerParameters.ts';
import { watcherOf } from '../../nodes/MessagingServiceTrigger/watchers.ts';
import { isMust } from '../../nodes/MessagingServiceTrigger/watching/asking.ts';
import type {
	Answered,
	Ask,
	ListQuery,
	Page,
} from '../../nodes/MessagingServiceTrigger/watching/asking.ts';
import type { Storage } from './host.mts';

/** A campaign, message, reply or click. */
export interface Thing {
	key: string;
	status: string;
	isFinal: boolean;
	/** How often its status has changed. */
	serial: number;
	/** Of a message: its campaign. */
	campaign?: string;
	/** The service does not show it. */
	isHidden?: boolean;
	/** Of a reply or click: when it came. */
	at?: number;
}

/** What has come of the events so far. */
export interface Account {
	/** Delivered in this life of the state: id by change, such as `s1#2`. */
	delivered: Readonly<Record<string, string>>;
	/** How often each id was emitted by each process that lives, other than in results that n8n threw away. */
	emittedBy: Readonly<Record<string, number>>;
	/** What each id emitted so far stands for, how often it came in what n8n stored, and in what it threw away. */
	emitted: Readonly<
		Record<string, { of: string; status: string; times: number; thrown: number; firstAt: number }>
	>;
	/** Keys that were final when the watch began. */
	past: readonly string[];
	/** Keys that a first look has not come to yet. */
	unread: readonly string[];
	/** Kills after which events were not delivered. */
	kills: number;
	/** The node was renamed. */
	isRenamed?: boolean;
	/** What a sentence of the docs gives up in this history. */
	givenUp: readonly string[];
}

export interface World {
	things: readonly Thing[];
	saved?: IDataObject;
	live?: IDataObject;
	/** By main process; the name changes with each restart. */
	processes: Readonly<Record<'a' | 'b', { life: number; memory?: Remembered; failed: number }>>;
	first: FirstSight;
	lives: number;
	/** Milliseconds. */
	now: number;
	account: Account;
}

/** What does not change in an exploration. */
export interface Setting {
	parameters: Parameters;
	storage: Storage;
	bounds: Bounds;
	/** Entries of a page. */
	page: number;
	/** Whether the service sorts by status. */
	sorts: boolean;
	first: FirstSight;
}

export const START = 1_790_000_000_000;

export const emptyWorld = (first: FirstSight): World => ({
	things: [],
	processes: { a: { life: 0, failed: 0 }, b: { life: 0, failed: 0 } },
	first,
	lives: 0,
	now: START,
	account: {
		delivered: {},
		emittedBy: {},
		emitted: {},
		past: [],
		unread: [],
		kills: 0,
		givenUp: [],
	},
});

/** The day of a time. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const observe = ({ key, status, isFinal, at }: Thing): Observation | SeenReply | SeenClick => ({
	key,
	status,
	final: isFinal,
	counters: [],
	...(key.startsWith(LETTERS.sms) && { created: `2026-01-01 00:00:0${key.slice(1)}` }),
	...(at !== undefined && { at, day: dayOf(at), sender: 'Shop', phone: '38099', text: 'Yes' }),
	record: { id: key, is_human: true },
});

const pageOf = (things: readonly Thing[], { page }: Setting, offset: number): Page => {
	const shown = things.slice(offset, offset + page);
	return {
		seen: shown.map(observe),
		length: shown.length,
		isEnd: offset + shown.length >= things.length,
		faults: [],
	};
};

const byNumber = (one: Thing, other: Thing) => (one.key < other.key ? -1 : 1);
const byStatus = (one: Thing, other: Thing) =>
	one.status < other.status ? -1 : one.status > other.status ? 1 : byNumber(one, other);

/** What the service answers. */
function answer({ things }: World, setting: Setting, ask: Ask): Answered {
	const shown = things.filter(({ isHidden }) => isHidden !== true);
	const find = (keys: readonly string[]) => shown.filter(({ key }) => keys.includes(key));
	const all = { ...setting, page: 100 };
	switch (ask.is) {
		case 'page': {
			const { sort, way, offset = 0, id, from }: ListQuery = ask.query;
			const { letter, campaign } = ask.list;
			const since = (key: string) =>
				from === undefined || Number(key.slice(1)) > Number(from.slice(-1));
			const listed = shown
				.filter((one) => one.key.startsWith(letter))
				.filter((one) => (campaign ?? '') === '' || one.campaign === campaign)
				.filter(({ key }) => (id === undefined || key === letter + id) && since(key))
				.sort(sort === 'status' && setting.sorts ? byStatus : byNumber);
			return {
				is: 'page',
				...pageOf(way === 'desc' ? listed.reverse() : listed, setting, offset),
			};
		}
		case 'named':
			return { is: 'page', ...pageOf(find([ask.key]), all, 0) };
		case 'together':
			return { is: 'page', ...pageOf(find(ask.keys), all, 0) };
		case 'replies':
			return {
				is: 'page',
				...pageOf(
					shown.filter(({ at = 0 }) => at >= Math.floor(ask.from / 1000) * 1000),
					all,
					0,
				),
			};
		case 'clicks': {
			const { from, to } = ask.days;
			const listed = shown.filter(({ at = 0 }) => dayOf(at) >= from && dayOf(at) <= to);
			const page = pageOf(listed.sort(byNumber), setting, (ask.page - 1) * setting.page);
			return { is: 'page', ...page, total: listed.length };
		}
		case 'delivered':
			return { is: 'notOffered' };
	}
}

export interface PollStep {
	by?: 'a' | 'b';
	/** The process dies after the state is saved and before the execution starts. */
	kill?: true;
	/** n8n throws the result away. */
	discard?: true;
	/** Which request fails, counted from 1. */
	fails?: number;
	/** After its first request the poll has no time left. */
	short?: true;
}

/** A fault that other requests would meet as well, as n8n is told. */
const OUTAGE = Object.assign(new Error('away'), { failure: {} });

/** One poll of the trigger. */
export function poll(
	world: World,
	setting: Setting,
	{ by = 'a', fails = 0, short }: PollStep,
): TurnResult {
	const { parameters, storage, bounds } = setting;
	const { life, memory, failed } = world.processes[by];
	let requests = 0;
	const asked = (ask: Ask, isLate: boolean): Answered => {
		if (isLate && !isMust(ask)) return { is: 'late' };
		requests += 1;
		return requests === fails ? { is: 'fault', error: OUTAGE } : answer(world, setting, ask);
	};
	let turn = begin(
		{
			stored: storage === 'legacy' ? (world.live ?? world.saved) : world.saved,
			remembered: memory,
		},
		{
			processName: `${by}${life}`,
			life: `life-${world.lives}`,
			signature: 'small',
			rule: parameters.rule,
			watcher: watcherOf(parameters, 'UTC'),
			first: world.first,
			now: world.now,
			uptime: world.now - START,
			failedPolls: failed,
			bounds,
		},
	);
	for (let round = 0; turn.asks.length > 0; round += 1) {
		if (round > 200) throw new Error('The poll does not come to its end.');
		turn = next(
			turn,
			turn.asks.map((ask) => asked(ask, short === true && round > 0)),
		);
	}
	return end(turn);
}

/** The world after a poll as n8n stores it; the account is that of before. */
export function store(
	world: World,
	setting: Setting,
	{ by = 'a', kill, discard }: PollStep,
	{ events, write, remembered, fault }: TurnResult,
): World {
	const { storage } = setting;
	const process = world.processes[by];
	const memory = fault ? process.memory : remembered;
	const kept = { ...process, memory, failed: fault ? process.failed + 1 : 0 };
	const dead = { life: process.life + 1, failed: 0 };
	let { saved, live } = world;
	if (discard) live = undefined;
	else if (write) {
		if (storage === 'legacy') live = write;
		const isStored = storage === 'cursors' ? !(kill && events.length > 0) : events.length > 0;
		// n8n stores what the activation writes, although nothing happened.
		if (isStored || world.lives === 0) saved = write;
	}
	if (kill) live = undefined;
	return {
		...world,
		saved,
		live,
		lives: world.lives + 1,
		processes: { ...world.processes, [by]: kill ? dead : kept },
	};
}

export type { StatusEvent };
