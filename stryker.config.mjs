/** Mutation of what decides: validation, errors, texts, idempotency and the trigger's comparison, judged by the unit tests. */
export default {
	mutate: [
		'nodes/shared/{validation,errors,text}/*.ts',
		'nodes/MessagingService/operations/{guarded,recipients,references,runMemory}.ts',
		'nodes/MessagingServiceTrigger/diff.ts',
	],
	testRunner: 'jest',
	jest: { projectType: 'custom', configFile: 'jest.mutation.config.js' },
	coverageAnalysis: 'perTest',
	concurrency: 2,
	timeoutMS: 10_000,
	thresholds: { high: 95, low: 85, break: 85 },
	reporters: ['progress-append-only', 'clear-text', 'json'],
	clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
	jsonReporter: { fileName: 'coverage/mutation.json' },
	tempDirName: '.work/stryker',
	ignorePatterns: ['/dist', '/docs/images', '/examples/images', '/n8n', '/test-results', '/coverage', '/.git'],
};
