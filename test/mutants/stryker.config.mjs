import { fileURLToPath } from 'node:url';

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	testRunner: 'jest',
	jest: { configFile: 'test/mutants/jest.config.js', enableFindRelatedTests: false },
	coverageAnalysis: 'perTest',
	plugins: ['@stryker-mutator/jest-runner', fileURLToPath(import.meta.url)],
	ignorers: ['shownTexts'],
	// jest strips the types and checks none.
	disableTypeChecks: false,
	// The night has two lanes on two cores.
	concurrency: 1,
	// jest keeps what it loaded.
	maxTestRunnerReuse: 100,
	// A mutant is called endless only if it is, however busy the machine is.
	timeoutMS: 60_000,
	dryRunTimeoutMinutes: 30,
	ignorePatterns: ['/.work', '/dist', '/n8n', '/test-results'],
	tempDirName: '.work/mutants/sandbox',
	reporters: ['json', 'progress-append-only'],
	jsonReporter: { fileName: '.work/mutants/report.json' },
};

const textsOf = ({ type, value, quasis = [] }) => {
	if (type === 'StringLiteral') return [value];
	return type === 'TemplateLiteral' ? quasis.map((quasi) => quasi.value.raw) : [];
};

/** Nothing decides by a text with a space in it: it is a sentence, or part of one, for a person. */
const shownTexts = {
	shouldIgnore: ({ node }) =>
		textsOf(node).some((text) => /\s/.test(text)) ? 'A text that is shown.' : undefined,
};

export const strykerPlugins = [{ kind: 'Ignore', name: 'shownTexts', value: shownTexts }];
