'use strict';

const { TestEnvironment } = require('jest-environment-node');

/** Skips what comes after the first red test of a file: one is enough to notice a mutant. */
module.exports = class extends TestEnvironment {
	#isRed = false;

	async handleTestEvent({ name, test }) {
		if (name === 'test_done') this.#isRed ||= test.errors.length > 0;
		if (name === 'test_start' && this.#isRed) test.mode = 'skip';
	}
};
