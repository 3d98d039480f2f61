'use strict';

const { writeFileSync } = require('node:fs');

const seconds = (milliseconds) =>
	milliseconds >= 1000 ? ` (${Math.round(milliseconds / 1000)} s)` : '';

/** Every test that failed, and every file that did not run to its end, each with what was said about it. */
function failuresOf({ testResults }) {
	return testResults.flatMap(
		({ testFilePath, testResults: tests, testExecError, failureMessage }) => {
			const failed = tests
				.filter(({ status }) => status === 'failed')
				.map(({ fullName, failureMessages }) => ({
					name: fullName,
					message: failureMessages.join('\n'),
				}));
			if (failed.length > 0 || (!testExecError && !failureMessage)) return failed;
			return [{ name: testFilePath, message: failureMessage ?? testExecError.message }];
		},
	);
}

/**
 * Adds up the tests of all projects and ends the run with "N passed, N failed". A run without any test is a failure.
 * Of the projects that are not `quiet` each test is named as it ends, since their files take minutes.
 * What TEST_RESULTS names is given the same as JSON, so that a program that started the run need not read its output.
 */
class CountReporter {
	#quiet;
	#failed = 0;

	constructor(_globalConfig, { quiet = [] } = {}) {
		this.#quiet = quiet;
	}

	onTestCaseResult({ context }, { status, fullName, duration }) {
		if (this.#quiet.includes(context.config.displayName?.name)) return;
		if (status === 'passed') process.stdout.write(`✔ ${fullName}${seconds(duration ?? 0)}\n`);
		if (status === 'failed') process.stdout.write(`✘ ${fullName}${seconds(duration ?? 0)}\n`);
	}

	onRunComplete(_contexts, results) {
		const passed = results.numPassedTests;
		const failures = failuresOf(results);
		if (failures.length === 0 && (passed === 0 || results.wasInterrupted))
			failures.push({
				name: 'The run',
				message: passed === 0 ? 'No test ran.' : 'It was interrupted.',
			});
		this.#failed = failures.length;
		if (process.env.TEST_RESULTS)
			writeFileSync(
				process.env.TEST_RESULTS,
				JSON.stringify({ passed, failed: this.#failed, failures }),
			);
		// jest's own summary comes after all reporters: the counts are to be the last line.
		const counts = `${passed} passed, ${this.#failed} failed\n`;
		process.once('exit', () => process.stdout.write(counts));
	}

	/** What it returns makes jest fail, where jest itself found nothing wrong. */
	getLastError() {
		return this.#failed > 0 ? new Error(`${this.#failed} failed`) : undefined;
	}
}

module.exports = CountReporter;
