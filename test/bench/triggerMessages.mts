/** What a poll costs that watches messages of campaigns, messages that are named, or replies, and how late it notices each. */
import type { IDataObject } from 'n8n-workflow';
import { storedSize } from '../../nodes/MessagingServiceTrigger/state/codec.ts';
import type { TriggerEvent } from '../../nodes/MessagingServiceTrigger/events/index.ts';
import { watcherOf } from '../../nodes/MessagingServiceTrigger/watchers.ts';
import type { Read } from '../../nodes/MessagingServiceTrigger/watching/source.ts';
import { FakeService, serviceText, type FakeMessage } from '../unit/triggerService.mts';
import { Host, ruleFor } from '../unit/triggerHost.mts';

/** Polls in which everything happens, and those after which the rest is given up. */
const POLLS = 60;
const MOST_POLLS = 200;
/** Requests of a poll at most, characters of the state, milliseconds besides the service. */
const LIMIT = { messages: 20, named: 100, replies: 2, size: 60_000, ms: 3000 };

export interface MessagesRow {
	name: string;
	most: number;
	mean: string;
	median: number;
	late: number;
	size: number;
	ms: string;
	worst: string;
	events: number;
	/** Whether all came, each once, within the limits. */
	fine: boolean;
}

/** A service, what happens there in each poll, and what is watched. */
interface Scenario {
	name: string;
	event: TriggerEvent;
	count: number;
	requests: number;
	prepare(service: FakeService): { read: Read; keys?: string[]; happen(share: number): string[] };
}

/** Even chances from 0 to 1, the same in every run. */
function chances(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
}

/** Lets each open message end by chance: a twentieth of them in a poll, and all in the last one. */
function ending(messages: FakeMessage[]): (share: number) => string[] {
	const random = chances(11);
	let open = messages;
	return (share) => {
		const ended = open.filter(() => share === 1 || random() < 0.05);
		for (const one of ended) one.status = random() < 0.9 ? 'delivered' : 'expired';
		open = open.filter(({ status }) => status === 'accepted');
		return ended.map(({ id }) => String(id));
	};
}

const campaigns = (count: number): Scenario => ({
	name: `${count.toLocaleString('en')} messages of ${count / 10_000 === 1 ? 'a running campaign' : `${count / 10_000} running campaigns`}`,
	event: 'campaignMessageFinished',
	count,
	requests: LIMIT.messages,
	prepare(service) {
		/** The campaigns begin after the trigger: of what was there before, it would only take note. */
		let end: ((share: number) => string[]) | undefined;
		const send = () =>
			Array.from({ length: count / 10_000 }, () =>
				service.send(service.create('sms', 'sending'), 10_000, 'accepted', 3),
			).flat();
		return {
			read: service.read,
			happen(share) {
				end ??= ending(send());
				return end(share);
			},
		};
	},
});

const named: Scenario = {
	name: '10,000 messages named by their IDs',
	event: 'messageStatusChanged',
	count: 10_000,
	requests: LIMIT.named,
	prepare(service) {
		const messages = service.send(service.create('sms', 'sending'), 10_000, 'accepted', 3);
		const byId = new Map(messages.map((one) => [one.id, one]));
		return {
			keys: messages.map(({ id }) => `i${id}`),
			happen: ending(messages),
			async read(path, _query, _isUsable, call) {
				let ids = [Number(path.split('/').at(-1))];
				const caught = {
					timeZone: 'UTC',
					call: async ({ body }: { body?: unknown }) => {
						({ ids } = body as { ids: number[] });
						return await Promise.reject(new Error('asked'));
					},
				};
				await call?.(caught).catch(() => undefined);
				service.requests += 1;
				const told = ids.map((id) => ({
					id,
					msisdn: '380991112233',
					status: byId.get(id)?.status,
				}));
				return call ? { error: 0, result: told } : told[0];
			},
		};
	},
};

const replies: Scenario = {
	name: '10,000 replies',
	event: 'messageReceived',
	count: 10_000,
	requests: LIMIT.replies,
	prepare(service) {
		const all: IDataObject[] = [];
		return {
			happen() {
				const fresh = Array.from({ length: Math.ceil(10_000 / POLLS) }, (_, index) => ({
					sender: 'Shop',
					phone: String(380_990_000_000 + all.length + index),
					text: 'Yes',
					date: serviceText(service.now - (index % 60)),
				})).slice(0, 10_000 - all.length);
				all.push(...fresh);
				return fresh.map(({ phone }) => phone);
			},
			async read(path, { start_date, end_date } = {}) {
				service.requests += 1;
				if (path === '/api/messages') return await Promise.resolve({ data: [] });
				const result = all.filter(
					({ date }) => String(date) >= String(start_date) && String(date) <= String(end_date),
				);
				return { error: 0, result, total_count: result.length };
			},
		};
	},
};

/** Runs a scenario until everything was noticed. */
async function measure(scenario: Scenario): Promise<MessagesRow> {
	const service = new FakeService();
	const rule = ruleFor(scenario.event, {
		mode: scenario.event === 'messageReceived' ? 'status' : 'finished',
	});
	const host = new Host(service, rule);
	let away = 0;
	const place = { read: service.read as Read };
	const read: Read = async (...asked) => {
		const started = performance.now();
		const text = JSON.stringify(await place.read(...asked));
		away += performance.now() - started;
		return JSON.parse(text) as unknown;
	};
	const { keys = [], happen, read: source } = scenario.prepare(service);
	place.read = source;
	host.watcher = watcherOf(
		{
			rule,
			kind:
				scenario.event === 'messageReceived'
					? 'received'
					: keys.length > 0
						? 'message'
						: 'campaignMessage',
			campaignTypes: ['sms'],
			keys,
			expected: 0,
			received: { words: [], optOut: 'any', optOutWords: [] },
			reportExisting: false,
		},
		read,
		'UTC',
	);
	await host.poll();
	const due = new Map<string, number>();
	const [requests, times, delays]: [number[], number[], number[]] = [[], [], []];
	let [size, events, happened] = [0, 0, 0];
	for (let poll = 0; poll < MOST_POLLS && (happened < scenario.count || due.size > 0); poll += 1) {
		host.advance(60);
		for (const id of happen(poll < POLLS - 1 ? 0 : 1)) {
			due.set(id, poll);
			happened += 1;
		}
		const before = service.requests;
		away = 0;
		const started = performance.now();
		const polled = await host.poll();
		times.push(performance.now() - started - away);
		requests.push(service.requests - before);
		size = Math.max(size, host.state ? storedSize(host.state) : 0);
		events += polled.events.length;
		for (const { record } of polled.events) {
			const id = String(
				record.phone && rule.event === 'messageReceived' ? record.phone : record.id,
			);
			delays.push(poll - (due.get(id) ?? Infinity));
			due.delete(id);
		}
	}
	delays.sort((one, other) => one - other);
	const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
	const [most, worst] = [Math.max(...requests), Math.max(...times)];
	return {
		name: scenario.name,
		most,
		mean: mean(requests).toFixed(2),
		median: delays[Math.floor(delays.length / 2)] ?? 0,
		late: delays.at(-1) ?? 0,
		size,
		ms: mean(times).toFixed(1),
		worst: worst.toFixed(1),
		events,
		fine:
			events === scenario.count &&
			due.size === 0 &&
			most <= scenario.requests &&
			size <= LIMIT.size &&
			worst < LIMIT.ms,
	};
}

const TITLES =
	'| Watched | Requests a poll, most | mean | Notice, polls after the next, median | worst | Static data, characters | Poll besides the service, ms, mean | worst | Events |';

/** Runs all scenarios; returns the table for the page, and whether all kept within the limits. */
export async function measureMessages(): Promise<{
	table: string;
	fine: boolean;
}> {
	const lines = [TITLES, '|---|---|---|---|---|---|---|---|---|'];
	let fine = true;
	console.log(`\n${lines.join('\n')}`);
	for (const scenario of [campaigns(10_000), campaigns(100_000), named, replies]) {
		const row = await measure(scenario);
		const { name, most, mean, median, late, size, ms, worst, events } = row;
		lines.push(
			`| ${[name, most, mean, median, late, size, ms, worst, events].map((value) => value.toLocaleString('en')).join(' | ')} |`,
		);
		console.log(lines.at(-1));
		fine &&= row.fine;
	}
	return { table: lines.join('\n'), fine };
}
