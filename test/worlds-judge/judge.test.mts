import fc from 'fast-check';
import type { Sandbox } from '../../sandbox/server.mts';
import type { Engine } from '../engine/harness.mts';
import { worlds } from '../worlds/arbitrary.mts';
import { judge } from '../worlds/judge.mts';
import type { Wrong } from '../worlds/judge.mts';
import { play } from '../worlds/play.mts';
import { openService } from '../worlds/service.mts';
import { captureLog } from '../worlds/n8nLog.mts';
import { startProcesses } from '../worlds/processes.mts';
import type { World } from '../worlds/world.mts';
import { natureOf } from '../worlds/search.mts';
import { holdClock } from '../support/clock/fastClock.mts';
import { PLANTED } from './plants.mts';

// Does the judge of the worlds notice? Each fault that is planted in a copy of the node must be found in so many worlds at most.

const WORLDS = 1000;

let sandbox: Sandbox;
let healthy: Engine[];

beforeAll(async () => {
	healthy = await startProcesses('healthy');
	captureLog();
	holdClock('2026-11-21T10:00:00Z');
	sandbox = await openService();
});
afterAll(async () => await sandbox.close());

async function wrongOf(processes: Engine[], world: World): Promise<Wrong[]> {
	try {
		return judge(await play({ sandbox, processes }, world), {});
	} finally {
		sandbox.faults.clear();
	}
}

test.each(PLANTED)('$name', async ({ name, kinds, shape, plant }) => {
	const sick = await startProcesses(`planted ${name}`.replace(/\W+/g, '-'), plant);
	for (let seed = 1; seed <= WORLDS; seed++) {
		const [drawn] = fc.sample(worlds, { seed, numRuns: 1 });
		if (!drawn) continue;
		const world = shape?.(drawn) ?? drawn;
		if (world.steps.length === 0) continue;
		const found = (await wrongOf(sick, world)).filter(({ kind }) => kinds.includes(kind));
		if (found.length === 0) continue;
		// What the node does without the fault as well is no proof of the judge's eyes.
		const known = new Set((await wrongOf(healthy, world)).map(natureOf));
		const [first] = found.filter((one) => !known.has(natureOf(one)));
		if (!first) continue;
		process.stdout.write(`  found in world ${seed}: ${first.kind}: ${first.what.slice(0, 140)}\n`);
		return;
	}
	throw new Error(`Not found in ${WORLDS} worlds.`);
});
