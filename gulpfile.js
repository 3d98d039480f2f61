'use strict';

const { execFile } = require('node:child_process');
const { mkdir, readFile, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { promisify } = require('node:util');
const esbuild = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const terser = require('terser');

const run = promisify(execFile);
const DIST = path.join(__dirname, 'dist');
/** Holds the code of both nodes and the credential, so that what they share is published once. */
const BUNDLE = 'service.js';

async function clean() {
	await rm(DIST, { recursive: true, force: true });
}

async function check() {
	const tsc = require.resolve('typescript/bin/tsc');
	try {
		await run(process.execPath, [tsc, '--noEmit', '-p', 'tsconfig.json'], { cwd: __dirname });
	} catch (error) {
		throw new Error(String(error.stdout || error.message));
	}
}

/** The files that package.json names to n8n, e.g. dist/nodes/MessagingService/MessagingService.node.js, with their class. */
async function entries() {
	const { n8n } = JSON.parse(await readFile(path.join(__dirname, 'package.json'), 'utf8'));
	return [...n8n.nodes, ...n8n.credentials].map((file) => ({
		file,
		source: file.replace(/^dist\//, './').replace(/\.js$/, ''),
		className: path.basename(file).split('.')[0],
	}));
}

/** Lets the bundle require what is not in it once, instead of once for each module that imports it. */
const requireOnce = {
	name: 'require-once',
	setup(build) {
		build.onResolve({ filter: /^(n8n-workflow|crypto)$/ }, ({ path: name, namespace }) =>
			namespace === 'once' ? { path: name, external: true } : { path: name, namespace: 'once' },
		);
		build.onLoad({ filter: /.*/, namespace: 'once' }, ({ path: name }) => {
			const names = Object.keys(require(name)).filter((one) => one !== 'default');
			return { contents: `export { ${names.join()} } from '${name}';`, resolveDir: __dirname };
		});
	},
};

/**
 * One small bundle and an entry for each file that n8n loads: n8n reads the whole package at start, and a file of its own
 * for each module costs more in wrapping than it holds. BUILD_MAPS=1 adds source maps (for coverage) and keeps the names.
 */
async function compile() {
	const classes = await entries();
	const maps = process.env.BUILD_MAPS === '1';
	await esbuild.build({
		stdin: {
			contents: classes
				.map(({ source, className }) => `export { ${className} } from '${source}';`)
				.join('\n'),
			resolveDir: __dirname,
			loader: 'ts',
		},
		outfile: path.join(DIST, BUNDLE),
		bundle: true,
		platform: 'node',
		format: maps ? 'cjs' : 'esm',
		target: 'node20',
		plugins: [requireOnce],
		charset: 'utf8',
		legalComments: 'none',
		minify: !maps,
		define: maps
			? {}
			: Object.fromEntries(['undefined', ...BUILT_IN].map((name) => [name, aliasOf(name)])),
		sourcemap: maps ? 'linked' : false,
	});
	if (!maps) await squeeze(path.join(DIST, BUNDLE));
	for (const { file, className } of classes) {
		const target = path.join(__dirname, file);
		await mkdir(path.dirname(target), { recursive: true });
		const bundle = path
			.relative(path.dirname(target), path.join(DIST, BUNDLE))
			.split(path.sep)
			.join('/');
		await writeFile(
			target,
			`"use strict";\nexports.${className} = require("${bundle}").${className};\n`,
		);
	}
}

/** What JavaScript has under a long name and the code uses often: one short constant each. All work without their object. */
const BUILT_IN = [
	'Array.isArray',
	'Date.now',
	'JSON.parse',
	'JSON.stringify',
	'Math.floor',
	'Math.max',
	'Math.min',
	'Number',
	'Number.isFinite',
	'Number.isSafeInteger',
	'Object.assign',
	'Object.entries',
	'Object.fromEntries',
	'Object.hasOwn',
	'Object.keys',
	'String',
];
const aliasOf = (name) => `$${name.replace('.', '_')}`;

/**
 * Turns esbuild's ES module, which says what it imports and exports in fewer words, into CommonJS. What several
 * modules import becomes one constant. @throws Error for a form other than named imports and exports
 */
function toCommonJs(code) {
	const modules = new Map();
	const renamed = [];
	const body = code
		.replace(/\bimport\s*\{([^}]*)\}\s*from\s*"([^"]+)";?/g, (_, names, name) => {
			const imported = modules.get(name) ?? new Map();
			modules.set(name, imported);
			for (const [original, local = original] of names
				.split(',')
				.map((one) => one.trim().split(' as '))) {
				if (imported.has(original)) renamed.push(`const ${local}=${imported.get(original)};`);
				else imported.set(original, local);
			}
			return '';
		})
		.replace(/\bexport\s*\{([^}]*)\};?\s*$/, (_, names) =>
			names
				.split(',')
				.map((one) => one.trim().split(' as '))
				.map(([local, name = local]) => `exports.${name}=${local};`)
				.join(''),
		);
	if (/(?:^|[;}\n])(?:import|export)\b/.test(body))
		throw new Error('Only named imports and exports can be turned into CommonJS');
	const required = [...modules].map(
		([name, imported]) =>
			`const{${[...imported].map((pair) => pair.join(':'))}}=require("${name}");`,
	);
	// A constant that a minifier cannot see through: it would write `void 0` again, 150 times.
	const aliases = [
		`const {${aliasOf('undefined')}}=0;`,
		...BUILT_IN.map((name) => `const ${aliasOf(name)}=${name};`),
	];
	return [...required, ...aliases, ...renamed, body].join('');
}

/**
 * Properties that only this package's own code reads, shortened in the bundle. None may be a name of n8n, of the
 * service, of an output or of what is stored (static data, parameters); one that is also written in quotes stays as it is.
 * Terser would spare those that a browser knows, too; no such object is used here (builtins).
 */
const INTERNAL = [
	'fault',
	'httpStatus',
	'outcome',
	'refusal',
	'retryable',
	'retryForMs',
	'attempted',
	'recover',
	'tryCall',
	'parameter',
	'recipientsPerCampaign',
	'campaignListMonths',
	'reportMessageIds',
	'startAtDaysAhead',
	'registrableSender',
	'referenceLookup',
	'validityHours',
	'textCharacters',
	'msisdnDigits',
	'senderFilter',
	'pageMax',
	'culprits',
	'localZone',
	'faultUntil',
	'listDepth',
	'observe',
	'remembered',
	'confirmed',
	'deadline',
	'check',
	'fail',
	'functions',
	'personal',
	'names',
	'records',
	'zone',
	'summary',
	'channel',
	'normalise',
	'counters',
	'retired',
	'timeoutMs',
	'leaveOut',
	'events',
	'example',
	'final',
	'created',
	'seen',
	'lookUp',
	'replay',
	'complete',
];

/** A second pass: terser folds what esbuild leaves apart. */
async function squeeze(file) {
	const { code } = await terser.minify(toCommonJs(await readFile(file, 'utf8')), {
		ecma: 2020,
		toplevel: true,
		compress: {
			passes: 3,
			hoist_funs: true,
			unsafe_arrows: true,
			keep_fargs: false,
			pure_getters: true,
		},
		mangle: {
			properties: {
				regex: new RegExp(`^(?:${INTERNAL.join('|')})$`),
				keep_quoted: true,
				builtins: true,
			},
		},
	});
	await writeFile(file, code);
}

function copyAssets() {
	// encoding: false keeps binary files as they are; the stream is returned so that gulp waits for it.
	return src(
		[
			'nodes/**/*.{svg,png}',
			'nodes/**/*.node.json',
			'nodes/**/__schema__/**/*.json',
			'credentials/**/*.{svg,png}',
		],
		{
			base: '.',
			encoding: false,
		},
	)
		.on('data', (file) => {
			// Laid out for readers in the sources only.
			if (file.extname === '.json')
				file.contents = Buffer.from(JSON.stringify(JSON.parse(String(file.contents))));
		})
		.pipe(dest(DIST));
}

exports.clean = clean;
exports.build = series(clean, parallel(check, compile, copyAssets));
exports.default = exports.build;
