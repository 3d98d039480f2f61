'use strict';

const { spawn } = require('node:child_process');
const { mkdir, readFile, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const esbuild = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const { n8n } = require('./package.json');

/** Holds the code of both nodes and of the credential, so that n8n reads one file at its start. */
const BUNDLE = 'dist/service.js';

/** The files that n8n loads, as package.json names them, each with its source and the class that it exports. */
const entries = [...n8n.nodes, ...n8n.credentials].map((file) => ({
	file,
	source: file.replace('dist/', './').replace('.js', '.ts'),
	className: path.basename(file).split('.')[0],
}));

async function clean() {
	await rm('dist', { recursive: true, force: true });
}

/** esbuild takes the types away unread, so the compiler reads them here. gulp waits for the process. */
function check() {
	const compiler = require.resolve('typescript/bin/tsc');
	return spawn(process.execPath, [compiler, '--noEmit'], { stdio: 'inherit' });
}

/** The map of a library names sources that its package lacks: ours leads to the file that the library ships. */
const withoutMapsOfLibraries = {
	name: 'without-maps-of-libraries',
	setup({ onLoad }) {
		onLoad({ filter: /node_modules.*\.js$/ }, async ({ path: file }) => ({
			contents: (await readFile(file, 'utf8')).replace(/^\/\/# sourceMappingURL=.*$/m, ''),
			loader: 'js',
		}));
	},
};

/** The source map leads from a line of the bundle to ours: n8n reads it for the stack of an error. */
async function bundle() {
	const exported = entries.map(
		({ className, source }) => `export { ${className} } from '${source}';`,
	);
	await esbuild.build({
		stdin: { contents: exported.join('\n'), resolveDir: __dirname, sourcefile: 'entries.ts' },
		outfile: BUNDLE,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		external: ['n8n-workflow', 'crypto'],
		charset: 'utf8',
		minify: false,
		sourcemap: 'linked',
		plugins: [withoutMapsOfLibraries],
	});
}

/** A file for each class, which takes it from the bundle. */
async function writeEntries() {
	for (const { file, className } of entries) {
		const from = path.posix.relative(path.posix.dirname(file), BUNDLE);
		const code = `'use strict';\n\nexports.${className} = require('${from}').${className};\n`;
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, code);
	}
}

/** Icons, n8n's codex files and the previews of outputs, byte for byte (encoding: false). */
function copyAssets() {
	// Named one by one: a pattern that begins with braces would be looked for in every folder, the installed n8n included.
	const assets = ['nodes/**/*.{svg,png,json}', 'credentials/**/*.{svg,png,json}'];
	return src(assets, { base: '.', encoding: false }).pipe(dest('dist'));
}

exports.clean = clean;
exports.build = series(clean, parallel(check, bundle, writeEntries, copyAssets));
exports.default = exports.build;
