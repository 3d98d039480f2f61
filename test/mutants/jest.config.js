'use strict';

const { projects, testTimeout } = require('../../jest.config.js');

/** The judges of this run's file, as mutants.mts chose them. StrykerJS knows no projects, so that theirs stands here by itself. */
const { project, tests } = JSON.parse(process.env.JUDGES);

module.exports = {
	...projects.find(({ displayName }) => displayName === project),
	testEnvironment: require.resolve('./environment.js'),
	testTimeout,
	testMatch: tests.map((name) => `<rootDir>/test/${name}.test.mts`),
	testPathIgnorePatterns: [],
};
