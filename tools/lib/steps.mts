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
/** A step of the second lane. */
const beside = (step: Step): Step => ({ ...step, beside: true, after: [BUILD.name] });
const N8N = beside(npm('n8n', 20, 'n8n:install'));
const inN8n = (step: Step): Step => ({ ...step, after: [N8N.name] });

/**
 * What protects a commit: at most 25 minutes on two cores. The second lane goes first where both want a core, and has what waits for
 * something, or keeps one core busy. End-to-end and editor tests start n8n again and again, and are in one lane.
 */
export const CI: readonly Step[] = [
	BUILD,
	N8N,
	beside(npm('check', 10, 'check', '--built')),
	beside({
		name: 'docs',
		minutes: 3,
		command: ['npx', '--no', 'tsx', 'tools/docs.mts', '--check'],
	}),
	beside(project('queue', 10, '--short')),
	beside(project('trigger', 10)),
	beside(project('faults', 10, '--short')),
	beside(project('property', 10, '--short')),
	beside(project('worlds', 10, '--short')),
	beside(npm('scan', 8, 'scan')),
	project('unit', 10),
	project('engine', 15),
	project('never-twice', 10),
	inN8n(project('e2e', 20)),
	inN8n(project('browser', 15)),
	inN8n(npm('demo', 10, 'demo')),
];

/**
 * What takes hours, and what a release is judged by. The second lane waits for n8n to start, and for what happens in time; the bench
 * comes last, alone on the machine.
 */
export const NIGHTLY: readonly Step[] = [
	BUILD,
	N8N,
	...(['filesystem', 'database'] as const).map((mode) =>
		beside({
			// The files whose n8n takes these settings.
			...project('e2e', 20, '--v3-settings', mode, 'package', 'examples'),
			name: `e2e-v3-${mode}`,
		}),
	),
	beside(project('crash', 120)),
	beside(project('resume', 60)),
	beside(project('queue', 60)),
	beside(project('endurance', 60)),
	project('trigger', 15, '--long'),
	project('engine', 30, '--long'),
	// More ways of a send than the tests of a commit try.
	project('never-twice', 30, '--long', 'explore'),
	project('property', 40),
	project('worlds', 90),
	project('faults', 60),
	npm('verdicts', 30, 'test:verdicts'),
	// It runs on the Node.js that comes with n8n.
	inN8n(npm('mutants', 180, 'test:mutants')),
	npm('quiet-hours', 10, 'test:quiet-hours'),
	{ ...npm('bench', 90, 'bench'), after: ['endurance'] },
	npm('bench-trigger', 60, 'bench:trigger'),
];
