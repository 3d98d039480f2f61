import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { writeProof } from '../../tools/lib/proof.mts';
import { startEngine } from '../engine/harness.mts';
import { openPlace, play } from './cells.mts';
import type { Cell, Mode, Place } from './cells.mts';
import { faultsOf } from './faults.mts';
import type { Fault } from './faults.mts';
import { pageOf } from './page.mts';
import { SUBJECTS } from './subjects.mts';
import { playTrigger, WATCHES } from './triggers.mts';

/** Cells are mostly waiting: so many are played side by side, each in a sandbox of its own. Large replies keep the processor busy. */
const PLACES = { waiting: 16, busy: 2 };
const PAGE = 'docs/faults.md';

/** `npm run test:faults -- sms.send dropAfter` plays only the cells that these words name, and writes no page; `--short` only those whose fault meets one request. */
const { values, positionals: words } = parseArgs({ options: { short: { type: 'boolean', default: false } }, allowPositionals: true });
const whole = words.length === 0 && !values.short;

interface Job {
	order: number;
	name: string;
	play(place: Place): Promise<Cell>;
}

/** Every cell of the matrix, in the order of its table. */
function jobsOf(faults: Fault[]): Job[] {
	const jobs: Job[] = [];
	const add = (fault: Fault, mode: Mode, subject: Cell['subject'], title: string, job: Job['play']): void => {
		jobs.push({
			order: jobs.length,
			name: `${fault.id} ${mode} ${title}`,
			play: async (place) => await job(place).catch((error: unknown): Cell => ({ fault, subject, mode, wrong: [`the cell ended early: ${String(error)}`], ms: 0 })),
		});
	};
	for (const fault of faults) {
		for (const mode of ['once', 'stays', 'retried'] as const satisfies Mode[]) {
			// Nobody can lift a wrong certificate, and a harmless reply is no reason to run again.
			if (fault.setting && mode === 'once') continue;
			if (mode === 'retried' && (fault.harmless || fault.setting === 'tls')) continue;
			for (const subject of SUBJECTS) if (mode !== 'retried' || (subject.effects && !subject.repeatable)) add(fault, mode, subject, subject.id, async (place) => await play(place, subject, fault, mode));
			for (const watch of mode === 'retried' ? [] : WATCHES) add(fault, mode, watch, `trigger ${watch.id}`, async (place) => await playTrigger(place, watch, fault, mode));
		}
	}
	return jobs;
}

async function main(): Promise<number> {
	const strangers = { requests: 0 };
	const stranger = createServer((_, response) => {
		strangers.requests++;
		response.end('{}');
	});
	await new Promise<void>((done) => stranger.listen(0, '127.0.0.1', done));
	const faults = faultsOf(`http://localhost:${(stranger.address() as AddressInfo).port}/rest`);
	const engine = await startEngine();
	const chosen = jobsOf(faults).filter(({ name }) => words.every((word) => name.includes(word)) && (!values.short || / once /.test(name)));
	const cells: Array<Cell | undefined> = [];
	const begun = performance.now();
	const playAll = async (queue: Job[], places: number): Promise<unknown> => await Promise.all(Array.from({ length: Math.min(places, queue.length) }, async () => {
		const place = await openPlace(engine, strangers);
		for (let next = queue.shift(); next; next = queue.shift()) {
			const cell = await next.play(place);
			cells[next.order] = cell;
			for (const wrong of cell.wrong) process.stdout.write(`FAILED ${next.name} (${Math.round(cell.ms)} ms): ${wrong}\n`);
			if (words.length > 0) process.stdout.write(`${next.name}: ${cell.outcome} in ${Math.round(cell.ms)} ms. ${cell.message ?? ''} | ${cell.description ?? ''}\n`);
		}
		await place.sandbox.close();
		await place.tls.close();
	}));
	const busy = ({ name }: { name: string }): boolean => name.startsWith('huge');
	await playAll(chosen.filter((one) => !busy(one)), PLACES.waiting);
	await playAll(chosen.filter(busy), PLACES.busy);
	stranger.close();
	const played = cells.filter((cell) => cell !== undefined);
	const failed = played.filter(({ wrong }) => wrong.length > 0).length;
	const slowest = [...played].sort((a, b) => b.ms - a.ms)[0];
	const seconds = Math.round((performance.now() - begun) / 1000);
	const longest = Math.round((slowest?.ms ?? 0) / 100) / 10;
	process.stdout.write(`${seconds} s, the longest cell ${longest} s (${slowest?.fault.id}, ${slowest?.subject.id}, ${slowest?.mode}).\n`);
	if (whole && failed === 0) {
		await writeFile(PAGE, pageOf(played, faults));
		const subjects = new Set(played.map(({ subject }) => subject.id)).size;
		await writeProof('faults', 'npm run test:faults', [
			{ what: 'Cells: fault × operation or trigger × how long it lasts', value: played.length },
			{ what: 'Faults', value: faults.length },
			{ what: 'Operations, ways of them, and events of the trigger', value: subjects },
			{ what: 'Messages lost without a word', value: 0 },
			{ what: 'Messages sent twice', value: 0 },
			{ what: 'Texts that show a key, a token or a whole phone number', value: 0 },
			{ what: 'Longest cell', value: longest, unit: 's' },
			{ what: 'Time', value: seconds, unit: 's' },
		]);
	}
	process.stdout.write(`${played.length - failed} passed, ${failed} failed\n`);
	return failed === 0 && played.length === chosen.length ? 0 : 1;
}

process.exit(await main());
