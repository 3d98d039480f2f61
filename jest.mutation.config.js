'use strict';

const { projects } = require('./jest.config.js');
const unit = projects.find(({ displayName }) => displayName === 'unit');

/** The fast unit tests of what is mutated: stryker runs those that reach the changed line, thousands of times. */
module.exports = {
	...unit,
	testMatch: ['errors', 'guarded', 'sends', 'sendRun', 'text', 'trigger', 'triggerDiff', 'validation', 'errorTexts'].map((name) => `<rootDir>/test/unit/${name}.test.mts`),
};
