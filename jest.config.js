'use strict';

/** What both test projects share: TypeScript modules (.mts, .ts) are turned into CommonJS by swc. */
const shared = {
	rootDir: __dirname,
	testEnvironment: 'node',
	moduleFileExtensions: ['js', 'mts', 'ts', 'json', 'node'],
	transform: {
		'^.+\\.m?ts$': [
			'@swc/jest',
			{
				jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
				module: { type: 'commonjs' },
			},
		],
	},
	modulePathIgnorePatterns: ['<rootDir>/n8n/', '<rootDir>/.work/'],
};

module.exports = {
	// A busy machine may take long to start n8n's engine; what must be fast is measured in the tests themselves.
	testTimeout: 60_000,
	projects: [
		{ ...shared, displayName: 'unit', testMatch: ['<rootDir>/test/unit/**/*.test.mts'] },
		{ ...shared, displayName: 'engine', testMatch: ['<rootDir>/test/engine/**/*.test.mts'] },
	],
};
