'use strict';

const { spawn } = require('node:child_process');
const { mkdir, readdir, readFile, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const esbuild = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const { n8n } = require('./package.json');

/** Holds the code of both nodes and of the credential, so that n8n reads one file at its start. */
const BUNDLE = 'dist/service.js';
/** The licences of the libraries in it, which ask that their text goes along. */
const LICENSES = 'dist/THIRD_PARTY_LICENSES.txt';
/** Reads types in a second where TypeScript 5 takes ten; n8n's lint needs that one. */
const COMPILER = path.join(__dirname, 'node_modules', 'typescript-7', 'bin', 'tsc');

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
	return spawn(process.execPath, [COMPILER, '--noEmit'], { stdio: 'inherit' });
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

/** Data of a library stand in one line: a reader of the package gets a line for each value. */
const readableData = {
	name: 'readable-data',
	setup({ onLoad }) {
		onLoad({ filter: /node_modules.*\.json$/ }, async ({ path: file }) => ({
			contents: JSON.stringify(JSON.parse(await readFile(file, 'utf8')), undefined, 1),
			loader: 'json',
		}));
	},
};

/** The source map leads from a line of the bundle to ours: n8n reads it for the stack of an error. */
async function bundle() {
	const exported = entries.map(
		({ className, source }) => `export { ${className} } from '${source}';`,
	);
	const { metafile } = await esbuild.build({
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
		metafile: true,
		plugins: [withoutMapsOfLibraries, readableData],
	});
	await writeFile(LICENSES, await licensesOf(Object.keys(metafile.inputs)));
}

/** The text of the ISC licence (SPDX), for packages that name it and bring no text. */
const ISC = (author) => `Copyright (c) ${author}

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`;

/** @throws Error for a package that brings no text of its licence, unless that is ISC */
async function licenseText(folder, { name, license, author }) {
	const file = (await readdir(folder)).find((one) => /^licen[cs]e/i.test(one));
	if (file !== undefined) return (await readFile(`${folder}/${file}`, 'utf8')).trim();
	if (license !== 'ISC') throw new Error(`${name} has no licence text.`);
	return ISC(author?.name ?? author);
}

/** The name, version and licence text of each package that the files belong to. */
async function licensesOf(files) {
	const folders = files.flatMap(
		(file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
	);
	const texts = [...new Set(folders)].sort().map(async (folder) => {
		const about = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
		return `${about.name} ${about.version} (${about.license})\n\n${await licenseText(folder, about)}\n`;
	});
	return (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`);
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
