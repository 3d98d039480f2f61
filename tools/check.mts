import { run } from './lib/shell.mts';

/*
 * npm run check: types, both lints and the format, each of which uses one core; side by side, as a machine has two.
 */

const LANES: ReadonlyArray<readonly string[]> = [
	['typecheck:package', 'typecheck:tools'],
	['lint', 'format:check'],
];

const results = await Promise.all(
	LANES.map(async (scripts) => {
		let isGood = true;
		for (const script of scripts) {
			const { code, stdout, stderr } = await run('npm', ['run', '--silent', script]);
			console.log(`${code === 0 ? '✔' : '✘'} ${script}`);
			if (code !== 0) console.log(`${stdout}\n${stderr}`.trim());
			isGood &&= code === 0;
		}
		return isGood;
	}),
);
process.exitCode = results.every(Boolean) ? 0 : 1;
