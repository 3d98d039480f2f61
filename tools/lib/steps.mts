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

const busy = (step: Step): Step => ({ ...step, yields: true });

const BUILD = npm('build', 5, 'build');
/** It builds the package anew: nothing that reads it runs beside. */
const SCAN: Step = { ...npm('scan', 8, 'scan'), after: [BUILD.name] };
const built = (step: Step): Step => ({
	...step,
	after: [...(step.after ?? []), BUILD.name, SCAN.name],
});
const N8N = npm('n8n', 20, 'n8n:install');
const inN8n = (step: Step): Step => built({ ...step, after: [N8N.name], startsN8n: true });

/**
 * What protects a commit: at most 20 minutes on two cores. First what others wait for, and what takes longest; the short steps come last,
 * so that both lanes end together.
 */
export const CI: readonly Step[] = [
	BUILD,
	N8N,
	SCAN,
	inN8n(project('e2e', 20)),
	inN8n(project('browser', 15, '--short')),
	inN8n(npm('demo', 10, 'demo')),
	built(busy(project('engine', 15))),
	// Its n8ns are started once, and wait for most of the time.
	{ ...inN8n(project('queue', 10, '--short')), startsN8n: false },
	built(project('trigger', 10)),
	built(busy(project('faults', 10, '--short'))),
	built(busy(project('property', 10, '--short'))),
	built(busy(npm('check', 10, 'check', '--built'))),
	built(busy(project('worlds', 10, '--short'))),
	built(busy(project('unit', 10))),
	built(busy(project('never-twice', 10))),
	built({
		name: 'docs',
		minutes: 3,
		command: ['npx', '--no', 'tsx', 'tools/docs.mts', '--check'],
	}),
];

/** What takes hours, and what a release is judged by. */
export const NIGHTLY: readonly Step[] = [
	BUILD,
	N8N,
	inN8n(project('crash', 120)),
	built(busy(project('worlds', 90))),
	// It runs on the Node.js that comes with n8n.
	built(busy({ ...npm('mutants', 180, 'test:mutants'), after: [N8N.name] })),
	...(['filesystem', 'database'] as const).map((mode) =>
		inN8n({
			// The files whose n8n takes these settings.
			...project('e2e', 20, '--v3-settings', mode, 'package', 'examples'),
			name: `e2e-v3-${mode}`,
		}),
	),
	inN8n(project('browser', 20)),
	inN8n(project('resume', 60)),
	inN8n(project('queue', 60)),
	inN8n(project('endurance', 60)),
	built(project('trigger', 15, '--long')),
	built(busy(project('engine', 30, '--long'))),
	// More ways of a send than the tests of a commit try.
	built(busy(project('never-twice', 30, '--long', 'explore'))),
	built(busy(project('property', 40))),
	built(busy(project('faults', 60))),
	built(npm('verdicts', 30, 'test:verdicts')),
	built(busy(npm('quiet-hours', 10, 'test:quiet-hours'))),
	built({ ...npm('bench', 90, 'bench'), alone: true }),
	built({ ...npm('bench-trigger', 60, 'bench:trigger'), alone: true }),
];
