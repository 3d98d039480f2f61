/**
 * What a poll of the trigger costs, and how late it notices a change: requests, polls, size of the state, time besides the
 * service's. What must hold of it is tested in test/trigger; this prints the numbers.
 * npx tsx test/bench/trigger.mts
 */
import type { TriggerEvent } from '../../nodes/MessagingServiceTrigger/events/event.ts';
import { sizeOf } from '../../nodes/MessagingServiceTrigger/stored.ts';
import type { Parameters } from '../../nodes/MessagingServiceTrigger/triggerParameters.ts';
import type { Service } from '../../nodes/shared/service/index.ts';
import { Host, parametersFor } from '../trigger/host.mts';
import { FakeService, type FakeCampaign, type FakeMessage } from '../trigger/service.mts';

/** Polls in which everything happens, and after which the rest is given up. */
const POLLS = 60;
const MOST_POLLS = 600;
const DAYS = 89;
const UNFINISHED = 50;
const NEW_A_POLL = 20;

/** What is watched, and what happens: in each poll the names of what the trigger must report. */
interface Scenario {
	name: string;
	event: TriggerEvent;
	prepare(service: FakeService): {
		more?: Partial<Parameters>;
		happen(poll: number): string[];
	};
}

/** Even chances from 0 to 1, the same in every run. */
function chances(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
}

const account = (campaigns: number): Scenario => ({
	name: `${campaigns.toLocaleString('en')} campaigns in the account`,
	event: 'campaignFinished',
	prepare(service) {
		const random = chances(7);
		const open: FakeCampaign[] = [];
		for (let index = 0; index < campaigns; index += 1) {
			const created = service.now - Math.floor(((campaigns - index) * DAYS * 86_400) / campaigns);
			const one = service.create(random() < 0.1 ? 'rcs' : 'sms', 'done', created);
			if (index % Math.floor(campaigns / UNFINISHED) !== 0) continue;
			service.turn(one, 'paused');
			open.push(one);
		}
		return {
			happen(poll) {
				if (poll >= POLLS) return [];
				for (let index = 0; index < NEW_A_POLL; index += 1)
					open.push(service.create(index % 10 === 0 ? 'rcs' : 'sms', 'sending'));
				// As many end as begin: most of them young, some very old.
				const ended = Array.from({ length: NEW_A_POLL }, () => {
					const young = open.length - 1 - Math.floor(random() * 30);
					const place = random() < 0.25 ? Math.floor(random() * open.length) : young;
					return open.splice(Math.max(0, place), 1);
				}).flat();
				for (const one of ended) service.turn(one, 'done');
				return ended.map(({ id }) => String(id));
			},
		};
	},
});

/** Lets each open message end by chance: a twentieth of them in a poll, and all in the last one. */
function ending(messages: FakeMessage[]): (poll: number) => string[] {
	const random = chances(11);
	let open = messages;
	return (poll) => {
		const ended = open.filter(() => poll >= POLLS || random() < 0.05);
		for (const one of ended) one.status = random() < 0.9 ? 'delivered' : 'expired';
		open = open.filter(({ status }) => status === 'accepted');
		return ended.map(({ id }) => id);
	};
}

const messages = (count: number): Scenario => ({
	name: `${count.toLocaleString('en')} messages of ${count / 10_000} running campaigns`,
	event: 'campaignMessageFinished',
	prepare(service) {
		let end: ((poll: number) => string[]) | undefined;
		const send = () =>
			Array.from({ length: count / 10_000 }, () =>
				service.send(service.create('sms', 'sending'), 10_000),
			).flat();
		// The campaigns begin after the trigger: of what was there before it would only take note.
		return { more: { campaignTypes: ['sms'] }, happen: (poll) => (end ??= ending(send()))(poll) };
	},
});

const named: Scenario = {
	name: '5,000 messages named by their IDs',
	event: 'messageStatusChanged',
	prepare(service) {
		const all = Array.from({ length: 5_000 }, (_, index) => String(1_000_000 + index));
		for (const id of all) service.singles.set(id, 'sent');
		const end = ending(all.map((id) => ({ id, campaign: 0, status: 'accepted' })));
		return {
			more: { keys: all.map((id) => `i${id}`) },
			happen(poll) {
				const ended = end(poll);
				for (const id of ended) service.singles.set(id, 'delivered');
				return ended;
			},
		};
	},
};

const replies: Scenario = {
	name: '10,000 replies',
	event: 'messageReceived',
	prepare: (service) => ({
		happen(poll) {
			const fresh = Array.from({ length: poll < POLLS ? 167 : 0 }, (_, index) => ({
				id: service.replies.length + index + 1,
				sender: 'Shop',
				phone: String(380_990_000_000 + index),
				text: 'Yes',
				at: service.now - (index % 60),
			}));
			service.replies.push(...fresh);
			return fresh.map(({ id }) => String(id));
		},
	}),
};

const clicks: Scenario = {
	name: '10,000 clicks of a day',
	event: 'linkClicked',
	prepare: (service) => ({
		more: { clicked: { by: 'all', campaign: '' } },
		happen(poll) {
			const fresh = Array.from({ length: poll < POLLS ? 167 : 0 }, (_, index) => ({
				id: String(service.clicks.length + index + 1),
				at: service.now - (index % 60),
				isHuman: true,
			}));
			service.clicks.unshift(...fresh);
			return fresh.map(({ id }) => id);
		},
	}),
};

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Runs a scenario until everything was noticed. @returns the row of the table, and whether all came once */
async function measure({ name, event, prepare }: Scenario): Promise<[string, boolean]> {
	const service = new FakeService();
	const { more, happen } = prepare(service);
	let away = 0;
	const call: Service['call'] = async (...asked) => {
		const started = performance.now();
		const outcome = await service.call(...asked);
		away += performance.now() - started;
		return outcome;
	};
	const host = new Host(service, parametersFor(event, { mode: 'finished' }, more), 'legacy', 0, {
		timeZone: 'UTC',
		call,
	});
	await host.activate();
	const isReading = () =>
		Object.values(host.state?.lists ?? {}).some(({ history }) => history !== undefined);
	let first = 1;
	for (; isReading(); first += 1) await host.poll();
	const due = new Map<string, number>();
	const [requests, times, delays]: [number[], number[], number[]] = [[], [], []];
	let [size, strange] = [0, 0];
	for (let poll = 0; poll < MOST_POLLS && (poll <= POLLS || due.size > 0); poll += 1) {
		host.advance(60);
		for (const id of happen(poll)) due.set(id, poll);
		const before = service.requests;
		away = 0;
		const started = performance.now();
		const { events } = await host.poll();
		times.push(performance.now() - started - away);
		requests.push(service.requests - before);
		if (host.state) size = Math.max(size, sizeOf(host.state));
		for (const { record } of events) {
			const id = String(record.reply_id ?? record.id);
			const since = due.get(id);
			if (since === undefined) strange += 1;
			else delays.push(poll - since);
			due.delete(id);
		}
	}
	delays.sort((one, other) => one - other);
	const cells = [
		name,
		first,
		Math.max(...requests),
		mean(requests).toFixed(2),
		delays[Math.floor(delays.length / 2)] ?? 0,
		delays.at(-1) ?? 0,
		size,
		mean(times).toFixed(0),
		Math.max(...times).toFixed(0),
		delays.length,
	];
	const row = `| ${cells.map((cell) => cell.toLocaleString('en')).join(' | ')} |`;
	return [row, strange === 0 && due.size === 0];
}

async function main(): Promise<void> {
	console.log(
		'| Watched | Polls of the first look | Requests a poll, most | mean | Notice, polls after the next, median | worst | State, characters | Poll besides the service, ms, mean | worst | Events |',
	);
	console.log('|---|---|---|---|---|---|---|---|---|---|');
	for (const scenario of [
		...[1_000, 10_000, 100_000].map(account),
		...[10_000, 100_000].map(messages),
		named,
		replies,
		clicks,
	]) {
		const [row, isFine] = await measure(scenario);
		console.log(isFine ? row : `${row} NOT ALL CAME ONCE`);
		if (!isFine) process.exitCode = 1;
	}
}

void main();
