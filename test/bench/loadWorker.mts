import '../engine/support/environment.mts';
import { PackageDirectoryLoader } from 'n8n-core';

// One measurement of load.mts in a process of its own: `loadWorker.cjs <package that n8n loaded before> <package to measure>`.

/** What one process measured. */
export interface Loaded {
	/** Milliseconds until n8n's loader had the package's nodes and credentials. */
	ms: number;
	/** Bytes that the package holds from then on. */
	bytes: number;
}

/** Bytes that are in use once all that is no longer needed is gone. */
function inUse(): number {
	if (gc === undefined) throw new Error('Run this with --expose-gc.');
	void gc();
	void gc();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

async function measure(before: string, measured: string): Promise<Loaded> {
	// n8n has loaded its own packages before, so its loader and what that needs are warm.
	const first = new PackageDirectoryLoader(before);
	await first.loadAll();
	const held = inUse();
	const started = performance.now();
	const loader = new PackageDirectoryLoader(measured);
	await loader.loadAll();
	const ms = performance.now() - started;
	const bytes = inUse() - held;
	// Asked for at the end, so that what the loaders hold is in use until then.
	if (first.types.nodes.length === 0 || loader.types.nodes.length === 0)
		throw new Error('A package was not loaded.');
	return { ms, bytes };
}

const [before = '', measured = ''] = process.argv.slice(2);
measure(before, measured).then(
	(loaded) => console.log(JSON.stringify(loaded)),
	(error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	},
);
