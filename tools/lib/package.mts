import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { must, root } from './shell.mts';

export interface Packed {
	/** The tarball. */
	file: string;
	/** The folder it lies in, to be removed by `removePacked`. */
	folder: string;
}

/** Builds dist. @throws Error with the compiler's findings. */
export async function build(): Promise<void> {
	await must('npm', ['run', '--silent', 'build'], { cwd: root() });
}

/** What the build is made of. */
const SOURCES = ['nodes', 'credentials', 'package.json', 'gulpfile.js', 'tsconfig.json'];

/** @returns whether dist was built after the last change of what it is made of */
export async function isBuilt(): Promise<boolean> {
	const built = await stat(path.join(root(), 'dist', 'service.js')).catch(() => undefined);
	if (built === undefined) return false;
	const changes = await Promise.all(
		SOURCES.map(async (source) => {
			const place = path.join(root(), source);
			const { mtimeMs } = await stat(place);
			// A folder changes when a file in it comes or goes, so folders count too.
			const inside = (await stat(place)).isDirectory()
				? await readdir(place, { recursive: true })
				: [];
			const times = await Promise.all(
				inside.map(async (file) => (await stat(path.join(place, file))).mtimeMs),
			);
			return times.reduce((latest, one) => Math.max(latest, one), mtimeMs);
		}),
	);
	return changes.every((time) => time < built.mtimeMs);
}

/** Packs the built package as `npm publish` would, into a temporary folder. */
export async function pack(): Promise<Packed> {
	const folder = await mkdtemp(path.join(tmpdir(), 'messaging-pack-'));
	await must('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
		cwd: root(),
	});
	const name = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
	if (name === undefined) throw new Error('npm pack wrote no tarball.');
	return { file: path.join(folder, name), folder };
}

export async function removePacked({ folder }: Packed): Promise<void> {
	await rm(folder, { recursive: true, force: true });
}

/** Unpacks a tarball into `target`, as npm and n8n do: without the folder that all its paths begin with. */
export async function unpack(file: string, target: string): Promise<void> {
	await rm(target, { recursive: true, force: true });
	await mkdir(target, { recursive: true });
	await must('tar', ['-xzf', file, '-C', target, '--strip-components=1']);
}

/** @returns the files below `folder`, relative, sorted, with their sizes in bytes. */
export async function filesOf(folder: string): Promise<Array<{ file: string; bytes: number }>> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
	const sizes = await Promise.all(
		files.map(async (file) => ({
			file: file.split(path.sep).join('/'),
			bytes: (await stat(path.join(folder, file))).size,
		})),
	);
	return sizes.sort((a, b) => (a.file < b.file ? -1 : 1));
}

export async function packageName(): Promise<string> {
	return (JSON.parse(await readFile(path.join(root(), 'package.json'), 'utf8')) as { name: string })
		.name;
}
