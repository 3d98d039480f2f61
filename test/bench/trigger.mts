/**
 * What a poll of the trigger costs, by the history of the account: requests, static data, time besides the service's.
 * npx tsx test/bench/trigger.mts [campaigns …]; without sizes it keeps its figures as proof.
 */
import { lookUpCampaigns, watchCampaigns } from '../../nodes/MessagingServiceTrigger/campaigns.ts';
import { normalisers } from '../../nodes/MessagingServiceTrigger/normalise.ts';
import type { Read } from '../../nodes/MessagingServiceTrigger/reader.ts';
import { writeBetween, writeProof, type Figure } from '../../tools/lib/proof.mts';
import { FakeService, type FakeCampaign } from '../unit/triggerService.mts';
import { Host, ruleFor } from '../unit/triggerHost.mts';

const POLLS = 60;
const NEW_A_POLL = 20;
const UNFINISHED = 50;
const DAYS = 89;
const LIMIT = { requests: 4, bytes: 64_000, ms: 1000 };
const STATES = ['sending', 'scheduled', 'paused', 'sending'];
const FINALS = ['done', 'done', 'done', 'stopped'];

/** A small generator of even chances, the same in every run. */
function chance(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

interface Row {
	campaigns: number;
	first: number;
	most: number;
	mean: string;
	bytes: number;
	ms: string;
	worst: string;
	changes: number;
	late: number;
}

async function measure(campaigns: number): Promise<Row> {
	const random = chance(7);
	const service = new FakeService();
	const open: FakeCampaign[] = [];
	for (let index = 0; index < campaigns; index += 1) {
		const created = service.now - Math.floor(((campaigns - index) * DAYS * 86_400) / campaigns);
		const one = service.create(index % 10 === 0 ? 'rcs' : 'sms', FINALS[random(4)], created);
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
	const host = new Host(service, ruleFor('campaignStatusChanged'));
	const source = { read, normalise: normalisers('UTC').campaign, types: ['sms', 'rcs'] };
	host.watcher = {
		watch: async (session, first) => await watchCampaigns(source, session, first),
		lookUp: async (session, keys) => await lookUpCampaigns(source, session, keys),
	};
	await host.poll();
	const first = service.requests;
	const requests: number[] = [];
	const times: number[] = [];
	let bytes = 0;
	let changes = 0;
	let late = 0;
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
			if (since !== undefined) late = Math.max(late, poll - since);
			due.delete(id);
		}
	}
	for (const since of due.values()) late = Math.max(late, POLLS - since);
	const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
	return {
		campaigns,
		first,
		most: Math.max(...requests),
		mean: (sum(requests) / POLLS).toFixed(2),
		bytes,
		ms: (sum(times) / POLLS).toFixed(1),
		worst: Math.max(...times).toFixed(1),
		changes,
		late,
	};
}

function figuresOf(row: Row): Figure[] {
	const of = (what: string, value: number | string, unit?: string): Figure => ({
		what: `${row.campaigns.toLocaleString('en')} campaigns: ${what}`,
		value,
		...(unit === undefined ? {} : { unit }),
	});
	return [
		of('requests of the first look', row.first),
		of('requests a poll, most', row.most),
		of('requests a poll, mean', Number(row.mean)),
		of('static data, most', row.bytes, 'bytes'),
		of('poll besides the service, mean', Number(row.ms), 'ms'),
		of('poll besides the service, worst', Number(row.worst), 'ms'),
		of('events', row.changes),
		of('polls until the latest notice', row.late),
	];
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
		'| Campaigns in the account | Requests of the first look | Requests a poll, most | mean | Static data, bytes | Poll besides the service, ms, mean | worst | Events | Latest notice, polls after |',
		'|---|---|---|---|---|---|---|---|---|',
	];
	console.log(table.join('\n'));
	let fine = true;
	const figures: Figure[] = [];
	for (const size of sizes.length > 0 ? sizes : [1_000, 10_000, 100_000]) {
		const row = await measure(size);
		table.push(
			`| ${Object.values(row)
				.map((value) => value.toLocaleString('en'))
				.join(' | ')} |`,
		);
		console.log(table.at(-1));
		figures.push(...figuresOf(row));
		fine &&= row.most <= LIMIT.requests && row.bytes < LIMIT.bytes && Number(row.worst) < LIMIT.ms;
	}
	console.log(
		fine
			? '\nWithin the limits: 4 requests, 64 kB, 1 s.'
			: '\nOVER A LIMIT: 4 requests, 64 kB, 1 s.',
	);
	if (fine && sizes.length === 0) {
		await writeBetween('docs/trigger.md', 'bench', table.join('\n'));
		await writeProof('trigger', 'npm run bench:trigger', figures);
	}
	process.exitCode = fine ? 0 : 1;
}

void main();
