import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { until } from '../../tools/lib/shell.mts';

const MB = 1024 * 1024;

/** The state of a process at a moment, after its garbage was collected. */
export interface Sample {
	/** Seconds since the beginning. */
	at: number;
	/** Memory in MB (2^20 bytes). */
	heapMb: number;
	externalMb: number;
	rssMb: number;
	/** Open file descriptors, and the sockets among them. */
	files: number;
	sockets: number;
	/** What keeps the event loop alive: timers, servers, connections. */
	resources: number;
	byType: Record<string, number>;
	/** What n8n stores as the state of the trigger that needs most, in bytes. */
	stateBytes: number;
}

/** How many file descriptors a process has open, as Linux tells it. */
async function openFiles(pid: number): Promise<{ files: number; sockets: number }> {
	const names = await readdir(`/proc/${pid}/fd`);
	// One that was closed meanwhile is counted as a file, not as a socket.
	const targets = await Promise.all(
		names.map(async (name) => await readlink(`/proc/${pid}/fd/${name}`).catch(() => '')),
	);
	return {
		files: names.length,
		sockets: targets.filter((target) => target.startsWith('socket:')).length,
	};
}

/** Asks the probe in the process. @param file where the probe writes */
export async function takeSample(
	pid: number,
	file: string,
	startedMs: number,
	stateBytes: number,
): Promise<Sample> {
	await rm(file, { force: true });
	process.kill(pid, 'SIGUSR2');
	const text = await until(
		'The memory probe in n8n to answer',
		async () => await readFile(file, 'utf8').catch(() => undefined),
		60_000,
		50,
	);
	const { heapUsed, external, rss, resources } = JSON.parse(text) as {
		heapUsed: number;
		external: number;
		rss: number;
		resources: Record<string, number>;
	};
	return {
		at: Math.round((Date.now() - startedMs) / 1000),
		heapMb: heapUsed / MB,
		externalMb: external / MB,
		rssMb: rss / MB,
		...(await openFiles(pid)),
		resources: Object.values(resources).reduce((sum, one) => sum + one, 0),
		byType: resources,
		stateBytes,
	};
}

/** The middle of the values of a part (0 to 1) of the samples. */
export function middle(
	samples: Sample[],
	from: number,
	to: number,
	pick: (sample: Sample) => number,
): number {
	const values = samples
		.slice(Math.floor(samples.length * from), Math.ceil(samples.length * to))
		.map(pick)
		.sort((one, other) => one - other);
	return values[values.length >> 1] ?? 0;
}
