// Loaded into n8n by `--import`: on SIGUSR2 it collects garbage and writes what is left, so that growth is told from garbage.
import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const file = process.env.MEMORY_PROBE_FILE;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

if (file) {
	process.on('SIGUSR2', () => {
		// What the first pass frees may hold more.
		collect();
		collect();
		const resources = {};
		for (const name of process.getActiveResourcesInfo())
			resources[name] = (resources[name] ?? 0) + 1;
		writeFileSync(`${file}.new`, JSON.stringify({ ...process.memoryUsage(), resources }));
		renameSync(`${file}.new`, file);
	});
}
