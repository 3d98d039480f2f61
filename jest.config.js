'use strict';

/** Modules that exist as ES modules only; jest loads CommonJS, so they are turned into it as our own TypeScript is. */
const ES_MODULES = [
	'execa',
	'@sec-ant/readable-stream',
	'@sindresorhus/merge-streams',
	'figures',
	'get-stream',
	'human-signals',
	'is-plain-obj',
	'is-stream',
	'is-unicode-supported',
	'npm-run-path',
	'parse-ms',
	'path-key',
	'pretty-ms',
	'strip-final-newline',
	'unicorn-magic',
	'yoctocolors',
	'get-port',
	'p-limit',
	'yocto-queue',
	'string-width',
	'strip-ansi',
	'ansi-regex',
	'get-east-asian-width',
];

const toCommonJs = (syntax) => [
	'<rootDir>/test/support/toCommonJs.js',
	{ jsc: { parser: { syntax }, target: 'es2022' }, module: { type: 'commonjs' } },
];

/** What all projects share. */
const shared = {
	// Jest keeps what it transforms by the ID. Projects of one ID must find the same modules under the same names.
	id: 'own-clock',
	rootDir: __dirname,
	// The folders of dependencies and of n8n hold 300,000 files, which jest would look through at each start.
	roots: ['credentials', 'nodes', 'sandbox', 'test', 'tools'].map((name) => `<rootDir>/${name}`),
	testEnvironment: 'node',
	moduleFileExtensions: ['js', 'mts', 'ts', 'json', 'node'],
	transform: {
		'\\.m?ts$': toCommonJs('typescript'),
		'/node_modules/.+\\.js$': toCommonJs('ecmascript'),
	},
	transformIgnorePatterns: [`/node_modules/(?!(?:${ES_MODULES.join('|')})/)`],
	// Modules run in a context of their own, where a look at a global is slow; these come to them as arguments.
	sandboxInjectedGlobals: ['Array', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Promise', 'String'],
	// This one offers itself to `import` alone.
	moduleNameMapper: { '^unicorn-magic$': '<rootDir>/node_modules/unicorn-magic/node.js' },
};

/** A project whose tests are the files in its folder. */
const project = (displayName, more = {}) => ({
	...shared,
	displayName,
	testMatch: [`<rootDir>/test/${displayName}/**/*.test.mts`],
	...more,
});

/** A project that runs for minutes, and tells what it does meanwhile. */
const longProject = (displayName) =>
	project(displayName, {
		setupFilesAfterEnv: ['<rootDir>/test/support/longRun.js'],
	});

/** What waits by a promise of Node's waits on the fast clock, too. */
const onFastClock = (one) => ({
	...one,
	id: 'fast-clock',
	moduleNameMapper: {
		...one.moduleNameMapper,
		'^node:timers/promises$': '<rootDir>/test/support/clock/timersPromises.mts',
	},
});

/** Whether the command line names files, of which those alone are run. */
const isChosen = (JSON.parse(process.env.TEST_OPTIONS ?? '{}').words ?? []).length > 0;

/** A project whose files run in the groups that its together.json names, which share what it takes to load n8n or the sandbox. */
const inGroups = (displayName, more = {}) => {
	const groups = require(`./test/${displayName}/together.json`);
	return project(displayName, {
		...(!isChosen && {
			testMatch: [`<rootDir>/test/${displayName}/**/*.{test,group}.mts`],
			testPathIgnorePatterns: Object.values(groups)
				.flat()
				.map((name) => `/${displayName}/${name.replace('.', '\\.')}\\.test\\.mts$`),
		}),
		setupFiles: ['<rootDir>/test/support/sameCases.js'],
		...more,
	});
};

/** A project of n8n's real engine, whose tests wait on the fast clock. */
const inEngine = (displayName) =>
	onFastClock(
		inGroups(displayName, {
			setupFilesAfterEnv: ['<rootDir>/test/support/clock/everyTest.mts'],
		}),
	);

module.exports = {
	// No test is held against the clock of a machine that may be busy; what must be fast stands in the bench.
	testTimeout: 300_000,
	testSequencer: '<rootDir>/test/support/longestFirst.js',
	projects: [
		inGroups('unit'),
		inEngine('engine'),
		inEngine('never-twice'),
		inGroups('trigger'),
		longProject('property'),
		onFastClock(
			project('faults', {
				setupFilesAfterEnv: [
					'<rootDir>/test/support/longRun.js',
					'<rootDir>/test/support/clock/everyTest.mts',
				],
			}),
		),
		onFastClock(longProject('worlds')),
		longProject('e2e'),
		longProject('crash'),
		longProject('resume'),
		longProject('queue'),
		longProject('endurance'),
		longProject('browser'),
	],
	reporters: [
		'default',
		'summary',
		['<rootDir>/test/support/reporter.js', { quiet: ['unit', 'engine', 'never-twice', 'trigger'] }],
	],
};
