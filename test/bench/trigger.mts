/**
 * What a poll of the trigger costs and how late it notices a change, by the history of the account and the manners of the
 * service: requests, delay in polls, static data, time besides the service's.
 * npx tsx test/bench/trigger.mts [campaigns …]; without sizes it writes the tables of docs/trigger.md.
 */
import type { Read } from '../../nodes/MessagingServiceTrigger/watching/source.ts';
import { writeBetween } from '../../tools/lib/between.mts';
import { FakeService, type FakeCampaign, type FakeOptions } from '../unit/triggerService.mts';
import { Host, listWatcher, ruleFor } from '../unit/triggerHost.mts';
import { measureMessages } from './triggerMessages.mts';

const POLLS = 60;
const NEW_A_POLL = 20;
const UNFINISHED = 50;
const DAYS = 89;
/** Most requests of a poll (8 for each message type) at a service that sorts by status and gives large pages; bytes of static data; milliseconds of a poll; polls after the next one. */
const LIMIT = { requests: 16, bytes: 64_000, ms: 1000, late: 1 };
const STATES = ['sending', 'scheduled', 'paused', 'sending'];
const FINALS = ['done', 'done', 'done', 'stopped'];

interface Scenario {
	name: string;
	campaigns: number;
	options: FakeOptions;
	/** Requests of a poll at most; undefined = as many as the look-ups take. */
	requests?: number;
}

const usual = (campaigns: number): Scenario => ({
	name: campaigns.toLocaleString('en'),
	campaigns,
	options: {},
	requests: LIMIT.requests,
});
const SCENARIOS: Scenario[] = [
	usual(1_000),
	usual(10_000),
	usual(100_000),
	{ name: '100,000, pages of 30', campaigns: 100_000, options: { pageMax: 30 } },
	{
		name: '100,000, not sorted by status',
		campaigns: 100_000,
		options: { sortsByStatus: false },
	},
	{
		name: '10,000, neither',
		campaigns: 10_000,
		options: { pageMax: 30, sortsByStatus: false },
	},
];

/** A small generator of even chances, the same in every run. */
function chance(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

interface Row {
	name: string;
	first: number;
	settled: number;
	most: number;
	mean: string;
	median: number;
	late: number;
	bytes: number;
	ms: string;
	worst: string;
	changes: number;
}

async function measure({ name, campaigns, options }: Scenario): Promise<Row> {
	const random = chance(7);
	const service = new FakeService(options);
	const open: FakeCampaign[] = [];
	for (let index = 0; index < campaigns; index += 1) {
		const created = service.now - Math.floor(((campaigns - index) * DAYS * 86_400) / campaigns);
		const one = service.create(random(10) === 0 ? 'rcs' : 'sms', FINALS[random(4)], created);
		one.finished = created + 600;
		// Unfinished ones lie all over the three months: scheduled, paused and forgotten.
		if (index % Math.floor(campaigns / UNFINISHED) === 0 && open.length < UNFINISHED) {
			service.turn(one, STATES[random(4)] ?? 'sending');
			delete one.finished;
			open.push(one);
		}
	}
	let away = 0;
	const read: Read = async (path, qs) => {
		const started = performance.now();
		const text = JSON.stringify(await service.read(path, qs));
		away += performance.now() - started;
		return JSON.parse(text);
	};
	const rule = ruleFor('campaignStatusChanged');
	const host = new Host(service, rule);
	host.watcher = listWatcher(rule, read, ['sms', 'rcs']);
	await host.poll();
	const first = service.requests;
	// Where the service does not sort by status, the first look goes on for some polls.
	let settled = 0;
	while (Object.values(host.state?.lists ?? {}).some(({ history }) => history !== undefined)) {
		host.advance(60);
		await host.poll();
		settled += 1;
	}
	const requests: number[] = [];
	const times: number[] = [];
	let bytes = 0;
	let changes = 0;
	const delays: number[] = [];
	const due = new Map<number, number>();
	for (let poll = 0; poll < POLLS; poll += 1) {
		host.advance(60);
		for (let index = 0; index < NEW_A_POLL; index += 1) {
			const one = service.create(
				index % 10 === 0 ? 'rcs' : 'sms',
				'sending',
				service.now - random(60),
			);
			open.push(one);
			due.set(one.id, poll);
		}
		// As many end as begin: most of them young, some very old.
		while (open.length > UNFINISHED) {
			const index =
				random(4) === 0 ? random(open.length) : Math.max(0, open.length - 1 - random(30));
			const [one] = open.splice(index, 1);
			if (!one) continue;
			service.turn(one, FINALS[random(4)] ?? 'done');
			due.set(one.id, poll);
		}
		const before = service.requests;
		away = 0;
		const started = performance.now();
		const { events, write } = await host.poll();
		times.push(performance.now() - started - away);
		requests.push(service.requests - before);
		bytes = Math.max(bytes, write ? Buffer.byteLength(JSON.stringify(write)) : 0);
		changes += events.length;
		for (const event of events) {
			const { id } = event.record as { id: number };
			const since = due.get(id);
			if (since !== undefined) delays.push(poll - since);
			due.delete(id);
		}
	}
	for (const since of due.values()) delays.push(POLLS - since);
	delays.sort((one, other) => one - other);
	const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
	return {
		name,
		first,
		settled,
		most: Math.max(...requests),
		mean: (sum(requests) / POLLS).toFixed(2),
		median: delays[Math.floor(delays.length / 2)] ?? 0,
		late: delays.at(-1) ?? 0,
		bytes,
		ms: (sum(times) / POLLS).toFixed(1),
		worst: Math.max(...times).toFixed(1),
		changes,
	};
}

async function main(): Promise<void> {
	const sizes = process.argv
		.slice(2)
		.map(Number)
		.filter((size) => size >= UNFINISHED);
	console.log(
		`${UNFINISHED} unfinished over ${DAYS} days, ${NEW_A_POLL} new and about as many finished a poll, SMS and RCS, ${POLLS} polls\n`,
	);
	const table = [
		'| Campaigns in the account | Requests of the first look | Polls until it is complete | Requests a poll, most | mean | Notice, polls after the next, median | worst | Static data, bytes | Poll besides the service, ms, mean | worst | Events |',
		'|---|---|---|---|---|---|---|---|---|---|---|',
	];
	console.log(table.join('\n'));
	let fine = true;
	for (const scenario of sizes.length > 0 ? sizes.map(usual) : SCENARIOS) {
		const row = await measure(scenario);
		table.push(
			`| ${Object.values(row)
				.map((value) => value.toLocaleString('en'))
				.join(' | ')} |`,
		);
		console.log(table.at(-1));
		fine &&=
			row.most <= (scenario.requests ?? Infinity) &&
			row.late <= LIMIT.late &&
			row.bytes < LIMIT.bytes &&
			Number(row.worst) < LIMIT.ms;
	}
	const limits =
		'8 requests for each message type in the first three rows, every notice at the next poll or the one after, 64 kB, 1 s';
	console.log(`\n${fine ? 'Within the limits' : 'OVER A LIMIT'}: ${limits}.`);
	if (sizes.length === 0) {
		const messages = await measureMessages();
		fine &&= messages.fine;
		console.log(
			`\n${messages.fine ? 'All messages and replies came once, within the limits' : 'NOT ALL CAME ONCE WITHIN THE LIMITS'}.`,
		);
		if (fine) {
			await writeBetween('docs/trigger.md', 'bench', table.join('\n'));
			await writeBetween('docs/trigger.md', 'bench-messages', messages.table);
		}
	}
	process.exitCode = fine ? 0 : 1;
}

void main();
