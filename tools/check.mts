import { parseArgs } from 'node:util';
import { run } from './lib/shell.mts';

/*
 * npm run check: types, both lints and the format. Each uses one core, so two run side by side, the longest first. After a build the types
 * of the package need no second look (`--built`).
 */

const { values } = parseArgs({ options: { built: { type: 'boolean', default: false } } });
const scripts = [
	'lint:house',
	'lint:n8n',
	'typecheck:tools',
	'format:check',
	...(values.built ? [] : ['typecheck:package']),
];

async function runNext(): Promise<void> {
	const script = scripts.shift();
	if (script === undefined) return;
	const { code, stdout, stderr } = await run('npm', ['run', '--silent', script]);
	console.log(`${code === 0 ? '✔' : '✘'} ${script}`);
	if (code !== 0) {
		console.log(`${stdout}\n${stderr}`.trim());
		process.exitCode = 1;
	}
	await runNext();
}
await Promise.all([runNext(), runNext()]);
