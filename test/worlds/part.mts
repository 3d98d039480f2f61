import { appendFileSync, readFileSync } from 'node:fs';
import type { Sandbox } from '../../sandbox/server.mts';
import { isShort, option } from '../support/options.mts';
import { censusLines, keepCensus } from './census.mts';
import { count } from './judge.mts';
import type { Census } from './judge.mts';
import { openService } from './service.mts';
import type { Stage } from './stage.mts';
import { removeProcesses, startProcesses } from './processes.mts';
import { captureLog } from './n8nLog.mts';
import { playGiven, searchWorld } from './search.mts';
import { warmUp } from './warmUp.mts';
import type { World } from './world.mts';
import { holdClock, hungRequests } from '../support/clock/fastClock.mts';

/** Test files that share the worlds, so that each core has one. */
export const PARTS = 2;
/** Worlds of a full run, and of a short one. */
const WORLDS = { full: 10_000, short: 90 };
/** Findings after which a run ends: each one more says the less. */
const MOST_FOUND = 25;
/** Worlds of one test: a run tells meanwhile how far it is. */
const BLOCK = 100;

/** Runs one part of the worlds; with --seed the world of that seed, or in that file, alone, in the first part. */
export function testPart(part: number): void {
	const seed = option('seed');
	const given =
		seed?.endsWith('.json') === true
			? (JSON.parse(readFileSync(seed, 'utf8')) as World)
			: undefined;
	const wanted = Number(option('worlds') ?? (isShort ? WORLDS.short : WORLDS.full));
	const first = Number(option('from') ?? 1);
	const all =
		seed === undefined
			? Array.from({ length: wanted }, (_, index) => first + index)
			: [given?.seed ?? Number(seed)];
	const seeds = all.filter((_, index) => index % PARTS === part);
	const census: Census = {};
	const known = new Set<string>();
	let stage: Stage;
	let sandbox: Sandbox;

	beforeAll(async () => {
		const processes = await startProcesses(`part${part}`);
		captureLog();
		holdClock('2026-11-21T10:00:00Z');
		sandbox = await openService();
		stage = { sandbox, processes };
		await warmUp(stage);
	});
	afterAll(async () => {
		removeProcesses(`part${part}`);
		await sandbox.close();
		if (seed !== undefined) return;
		// A busy machine may have let time pass while something was under way: then a finding may be the clock's.
		if (hungRequests > 0) count(census, 'requests given up as hung', hungRequests);
		keepCensus(`part${part}`, census);
		process.stdout.write(`${censusLines(census).join('\n')}\n`);
	});

	if (seeds.length === 0)
		test('has no world where one alone was asked for', () => expect(seed).toBeDefined());
	for (let from = 0; from < seeds.length; from += BLOCK) {
		const block = seeds.slice(from, from + BLOCK);
		test(`worlds ${block[0]} to ${block.at(-1)}: nothing twice, nothing lost, nothing claimed`, async () => {
			const found: string[] = [];
			for (const one of block) {
				if (known.size >= MOST_FOUND) break;
				count(census, 'worlds');
				const stories = given
					? await playGiven(stage, given, census)
					: await searchWorld(stage, one, census, known);
				found.push(...stories);
				const file = option('found');
				if (file !== undefined) for (const story of stories) appendFileSync(file, `\n${story}\n`);
			}
			expect(found.join('\n\n')).toBe('');
		});
	}
}
