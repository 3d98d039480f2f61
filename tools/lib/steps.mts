import type { Step } from './runSteps.mts';

const npm = (name: string, minutes: number, script: string, ...args: string[]): Step => ({
	name,
	minutes,
	command: ['npm', 'run', '--silent', script, ...(args.length > 0 ? ['--', ...args] : [])],
});
/** A jest project on the package that the step `build` has built. */
const project = (name: string, minutes: number, ...args: string[]): Step => ({
	name,
	minutes,
	command: [process.execPath, '--import', 'tsx', 'test/run.mts', name, '--no-build', ...args],
	isJest: true,
});

const BUILD = npm('build', 5, 'build');
const N8N: Step = { ...npm('n8n', 20, 'n8n:install'), beginsFirst: true };

/** What protects a commit. */
export const CI: readonly Step[] = [
	BUILD,
	npm('check', 10, 'check'),
	{ name: 'docs', minutes: 3, command: ['npx', '--no', 'tsx', 'tools/docs.mts', '--check'] },
	project('unit', 10),
	project('engine', 15),
	project('never-twice', 10),
	project('trigger', 10),
	project('property', 15, '--short'),
	project('faults', 15, '--short'),
	project('worlds', 15, '--short'),
	npm('scan', 8, 'scan'),
	N8N,
	project('e2e', 20),
	project('browser', 15),
	project('queue', 12, '--short'),
	npm('demo', 10, 'demo'),
];

/** What takes hours. A release is judged by it. */
export const NIGHTLY: readonly Step[] = [
	BUILD,
	N8N,
	project('property', 60),
	project('faults', 60),
	project('worlds', 300),
	project('worlds-judge', 60),
	...(['filesystem', 'database'] as const).map((mode) => ({
		...project('e2e', 30, '--v3-settings', mode),
		name: `e2e-v3-${mode}`,
	})),
	project('v3-settings', 30),
	project('crash', 240),
	project('resume', 60),
	project('queue', 60),
	project('endurance', 60),
	npm('bench', 120, 'bench'),
	npm('bench-faults', 60, 'bench:faults'),
	npm('bench-trigger', 60, 'bench:trigger'),
	npm('bench-load', 30, 'bench:load'),
	npm('verdicts', 60, 'test:verdicts'),
	npm('coverage', 60, 'test:coverage'),
	npm('mutation', 330, 'test:mutation'),
];
