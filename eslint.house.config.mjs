// The lint of what n8n's own strict lint does not read: .mts, .mjs and .js.
import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
	{
		ignores: [
			'**/node_modules/**',
			'dist/**',
			'.work/**',
			'test-results/**',
			'n8n/**',
			'**/*.ts',
			'package.json',
		],
	},
	{
		files: ['**/*.mts', '**/*.mjs', '**/*.js'],
		extends: [js.configs.recommended],
		languageOptions: {
			globals: {
				process: 'readonly',
				console: 'readonly',
				Buffer: 'readonly',
				URL: 'readonly',
				URLSearchParams: 'readonly',
				setTimeout: 'readonly',
				clearTimeout: 'readonly',
				setInterval: 'readonly',
				clearInterval: 'readonly',
				setImmediate: 'readonly',
				fetch: 'readonly',
				AbortController: 'readonly',
				AbortSignal: 'readonly',
				performance: 'readonly',
				structuredClone: 'readonly',
				TextEncoder: 'readonly',
				TextDecoder: 'readonly',
				queueMicrotask: 'readonly',
			},
		},
		rules: {
			eqeqeq: 'error',
			'no-var': 'error',
			'prefer-const': 'error',
			'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
		},
	},
	{
		// Scripts of the sandbox's page run in the browser, as modules.
		files: ['sandbox/page/static/*.js'],
		languageOptions: {
			globals: {
				document: 'readonly',
				window: 'readonly',
				location: 'readonly',
				navigator: 'readonly',
				matchMedia: 'readonly',
				requestAnimationFrame: 'readonly',
				EventSource: 'readonly',
				ResizeObserver: 'readonly',
				CSS: 'readonly',
			},
		},
	},
	{
		files: ['**/*.js'],
		ignores: ['sandbox/page/static/*.js'],
		languageOptions: {
			sourceType: 'commonjs',
			globals: {
				require: 'readonly',
				module: 'writable',
				exports: 'writable',
				__dirname: 'readonly',
			},
		},
	},
	{
		files: ['test/support/longRun.js'],
		languageOptions: { globals: { jest: 'readonly' } },
	},
	{
		files: ['**/*.mts'],
		extends: [tseslint.configs.strict],
		rules: {
			'no-undef': 'off',
			'@typescript-eslint/no-explicit-any': 'error',
			'@typescript-eslint/no-non-null-assertion': 'error',
		},
	},
	{
		// Tests are tables of cases as well as code: a table may be longer than a room.
		files: ['test/**/*.mts'],
		rules: { 'max-lines': ['error', { max: 850, skipBlankLines: true, skipComments: true }] },
	},
);
