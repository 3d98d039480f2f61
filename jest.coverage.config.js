'use strict';

const { projects } = require('./jest.config.js');

/**
 * Coverage of the sources by the unit and the engine tests together. The engine loads dist as n8n does; only the bundle in it
 * is replaced by the sources that it is made of, so that one instrumentation counts both.
 */
module.exports = {
	projects: projects
		.filter(({ displayName }) => ['unit', 'engine'].includes(displayName))
		.map((project) => ({
			...project,
			moduleNameMapper: {
				...project.moduleNameMapper,
				'/service\\.js$': '<rootDir>/test/coverage/service.mts',
			},
		})),
	testTimeout: 60_000,
	collectCoverage: true,
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	coverageProvider: 'babel',
	coverageReporters: ['json-summary', 'json', 'text'],
};
