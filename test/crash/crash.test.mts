import { Fixtures, packedFor } from '../support/fixtures.mts';
import { isShort, option } from '../support/options.mts';
import type { Findings } from './judge.mts';
import { tableOf } from './results.mts';
import type { ModeResult } from './results.mts';
import { MODES } from './modes.mts';
import { runMode } from './scenario.mts';

// n8n is killed again and again while the trigger works; in the end every final status has arrived.
// `--mode default`, `--mode durable` or `--mode messages` runs one of the modes, `--seed 7` another course of things, `--kills 5` a shorter one.

/** A mode takes a quarter of an hour in full; n8n's scheduler waits for minutes after a poll that failed. */
const LIMIT_MS = 3_600_000;

const modes = Object.keys(MODES).filter((name) => name.startsWith(option('mode') ?? ''));
const packing = new Fixtures();
const results: ModeResult[] = [];
let packed: Awaited<ReturnType<typeof packedFor>>;

beforeAll(async () => {
	packed = await packedFor(packing);
});
afterAll(async () => {
	await packing.end();
	console.log(`\n${tableOf(results)}\n`);
});

test('there is such a mode', () => {
	expect(modes).not.toEqual([]);
});

describe.each(modes)('%s', (mode) => {
	const fixtures = new Fixtures();
	let result: ModeResult;
	let findings: Findings;

	beforeAll(async () => {
		({ result, findings } = await runMode(mode, fixtures, packed));
		results.push(result);
	}, LIMIT_MS);
	afterAll(async () => await fixtures.end());

	test('something happens of each kind', () => {
		expect(Object.keys(findings.missing)).toHaveLength(
			isShort ? 5 : mode.startsWith('messages') ? 3 : 2,
		);
		expect(result.finals).toBeGreaterThan(0);
	});
	test('every final status arrives, and every reply and click', () => {
		for (const names of Object.values(findings.missing)) expect(names).toEqual([]);
	});
	test('no status arrives that did not occur', () => {
		expect(findings.invented).toEqual([]);
	});
	test('every duplicate carries the eventId of the first', () => {
		expect(findings.severalIds).toEqual([]);
	});
	test('no eventId stands for two changes', () => {
		expect(findings.sharedIds).toEqual([]);
	});
	// Three kills need not hit an execution.
	if (!isShort)
		test('some kills cut executions off', () => {
			expect(result.crashed).toBeGreaterThan(0);
		});
});
