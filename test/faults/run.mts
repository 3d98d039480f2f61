import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { startEngine } from '../engine/harness.mts';
import { openPlace, play } from './cells.mts';
import type { Cell, Mode, Place } from './cells.mts';
import { faultsOf } from './faults.mts';
import { pageOf } from './page.mts';
import { SUBJECTS } from './subjects.mts';
import { playTrigger, WATCHES } from './triggers.mts';

/** Cells are mostly waiting: so many are played side by side, each in a sandbox of its own. Large replies keep the processor busy. */
const PLACES = { waiting: 24, busy: 3 };
const PAGE = 'docs/faults.md';

/** `npm run test:faults -- sms.send dropAfter` plays only the cells that these words name, and writes no page. */
const words = process.argv.slice(2);

async function main(): Promise<number> {
	const strangers = { requests: 0 };
	const stranger = createServer((_, response) => {
		strangers.requests++;
		response.end('{}');
	});
	await new Promise<void>((done) => stranger.listen(0, '127.0.0.1', done));
	const faults = faultsOf(`http://localhost:${(stranger.address() as AddressInfo).port}/rest`);
	const engine = await startEngine();
	const jobs: Array<{ order: number; name: string; job: (place: Place) => Promise<Cell> }> = [];
	for (const fault of faults) {
		for (const mode of ['once', 'stays', 'retried'] as const satisfies Mode[]) {
			// Nobody can lift a wrong certificate, and a harmless reply is no reason to run again.
			if (fault.setting && mode === 'once') continue;
			if (mode === 'retried' && (fault.harmless || fault.setting === 'tls')) continue;
			for (const subject of SUBJECTS) if (mode !== 'retried' || (subject.effects && !subject.repeatable)) jobs.push({ order: jobs.length, name: `${fault.id} ${mode} ${subject.id}`, job: async (place) => await play(place, subject, fault, mode) });
			for (const watch of mode === 'retried' ? [] : WATCHES) jobs.push({ order: jobs.length, name: `${fault.id} ${mode} trigger ${watch.id}`, job: async (place) => await playTrigger(place, watch, fault, mode) });
		}
	}
	const chosen = jobs.filter(({ name }) => words.every((word) => name.includes(word)));
	const cells: Array<Cell | undefined> = [];
	const begun = performance.now();
	const playAll = async (queue: typeof jobs, places: number): Promise<unknown> => await Promise.all(Array.from({ length: Math.min(places, queue.length) }, async () => {
		const place = await openPlace(engine, strangers);
		for (let next = queue.shift(); next; next = queue.shift()) {
			const cell = await next.job(place);
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
	if (words.length === 0) await writeFile(PAGE, pageOf(played, faults));
	const failed = played.filter(({ wrong }) => wrong.length > 0).length;
	const slowest = [...played].sort((a, b) => b.ms - a.ms)[0];
	process.stdout.write(`${Math.round((performance.now() - begun) / 1000)} s, the longest cell ${Math.round((slowest?.ms ?? 0) / 100) / 10} s (${slowest?.fault.id}, ${slowest?.subject.id}, ${slowest?.mode}).\n`);
	process.stdout.write(`Messages lost 0, sent twice 0 in ${played.length - failed} cells.\n${played.length - failed} passed, ${failed} failed\n`);
	return failed === 0 && played.length === chosen.length ? 0 : 1;
}

process.exit(await main());
