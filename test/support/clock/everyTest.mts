import { holdClock, runClock } from './fastClock.mts';

// All tests of a file wait on the fast clock, unless the file keeps the machine's (see machineClock.mts).

let release: (() => void) | undefined;
let end: (() => Promise<void>) | undefined;

beforeAll(() => {
	if ('keepsMachineClock' in globalThis) return;
	release = holdClock(Date.now());
	end = runClock();
});
afterAll(async () => {
	await end?.();
	release?.();
});
