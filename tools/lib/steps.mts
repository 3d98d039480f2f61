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

/**
 * What protects a commit: at most 25 minutes on two cores. The second lane goes first where both want a core, and has what waits for
 * something, or keeps one core busy. End-to-end and editor tests start n8n again and again, and are in one lane. The demo builds the
 * package once more, and the scan reads what is built, so they come last.
 */
export const CI: readonly Step[] = [
	BUILD,
	N8N,
	beside(npm('check', 10, 'check')),
	beside({
		name: 'docs',
		minutes: 3,
		command: ['npx', '--no', 'tsx', 'tools/docs.mts', '--check'],
	}),
	beside(project('queue', 10, '--short')),
	beside(project('faults', 10, '--short')),
	project('unit', 10),
	project('engine', 15),
	project('never-twice', 10),
	project('trigger', 10),
	project('property', 10, '--short'),
	project('worlds', 10, '--short'),
	inN8n(project('e2e', 20)),
	inN8n(project('browser', 15)),
	{ ...npm('scan', 8, 'scan'), after: ['faults'] },
	npm('demo', 10, 'demo'),
];

/**
 * What takes hours, one part after the other. A release is judged by it. By estimate it is seven hours on two cores, a night; beside each
 * part stands how many minutes of them are meant for it.
 */
export const NIGHTLY: readonly Step[] = [
	BUILD,
	N8N,
	...[
		project('trigger', 15, '--long'), // 3
		project('engine', 30, '--long'), // 5
		project('property', 30), // 10
		project('faults', 60), // 20
		project('worlds', 150), // 75
		project('worlds-judge', 60), // 30
		...(['filesystem', 'database'] as const).map((mode) => ({
			// The files whose n8n takes these settings.
			...project('e2e', 20, '--v3-settings', mode, 'package', 'examples'), // 4 each
			name: `e2e-v3-${mode}`,
		})),
		project('v3-settings', 30), // 5
		project('crash', 180), // 100
		project('resume', 60), // 30
		project('queue', 60), // 20
		project('endurance', 60), // 15
		npm('bench', 120, 'bench'), // 60
		npm('bench-trigger', 60, 'bench:trigger'), // 20
		npm('verdicts', 30, 'test:verdicts'), // 2
		npm('quiet-hours', 10, 'test:quiet-hours'), // 1
	].map(inN8n),
];
