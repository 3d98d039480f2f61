'use strict';

const { projects } = require('./jest.config.js');
const unit = projects.find(({ displayName }) => displayName === 'unit');

/** The unit tests that are to notice the changes of a part (see test/mutation/run.mts). */
module.exports = {
	...unit,
	testMatch: (process.env.MUTATION_TESTS ?? '*')
		.split(',')
		.map((name) => `<rootDir>/test/unit/${name}.test.mts`),
};
