/** How `npm run test:mutation` changes the code; which files, and which tests are to notice, is in test/mutation/run.mts. */
export default {
	testRunner: 'jest',
	jest: {
		projectType: 'custom',
		configFile: 'jest.mutation.config.js',
		enableFindRelatedTests: false,
	},
	coverageAnalysis: 'perTest',
	concurrency: 2,
	timeoutMS: 20_000,
	reporters: ['progress-append-only', 'clear-text', 'json'],
	clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
	jsonReporter: { fileName: 'coverage/mutation.json' },
	tempDirName: '.work/stryker',
	ignorePatterns: [
		'/dist',
		'/docs/images',
		'/examples/images',
		'/n8n',
		'/test-results',
		'/coverage',
		'/.git',
	],
};
