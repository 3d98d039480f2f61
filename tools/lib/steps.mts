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
const beside = (step: Step): Step => ({ ...step, beside: true, after: [BUILD.name] });
const N8N = beside(npm('n8n', 20, 'n8n:install'));
const inN8n = (step: Step): Step => ({ ...step, after: [N8N.name] });

/** What protects a commit. Those that build the package once more (scan, demo) run when no other reads what is built. */
export const CI: readonly Step[] = [
	BUILD,
	N8N,
	beside(npm('check', 10, 'check')),
	beside({
		name: 'docs',
		minutes: 3,
		command: ['npx', '--no', 'tsx', 'tools/docs.mts', '--check'],
	}),
	beside(project('faults', 15, '--short')),
	beside(project('queue', 12, '--short')),
	project('unit', 10),
	project('engine', 15),
	project('never-twice', 10),
	project('trigger', 10),
	project('property', 15, '--short'),
	project('worlds', 15, '--short'),
	inN8n(project('e2e', 20)),
	inN8n(project('browser', 15)),
	{ ...npm('scan', 8, 'scan'), after: ['queue'] },
	inN8n(npm('demo', 10, 'demo')),
];

/** What takes hours. A release is judged by it. */
export const NIGHTLY: readonly Step[] = [
	BUILD,
	N8N,
	...[
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
		npm('bench-trigger', 60, 'bench:trigger'),
		npm('verdicts', 60, 'test:verdicts'),
	].map(inN8n),
];
