import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { ICredentialType, INodeTypeDescription, IconRef, Themed } from 'n8n-workflow';
import { filesOf } from './package.mts';
import { minified } from './readable.mts';
import { removedNodes, removedWords } from './removedByN8n3.mts';
import { addressOf } from './repositoryLinks.mts';
import { root } from './shell.mts';

/** One thing that a reviewer looks at, and what speaks against it, in a sentence each. */
export interface Check {
	name: string;
	found: string[];
}

interface Manifest {
	author?: { name?: string; email?: string };
	repository?: { url?: string };
	homepage?: string;
	license?: string;
	keywords?: string[];
	dependencies?: object;
	publishConfig?: { provenance?: boolean };
	n8n: { nodes: string[]; credentials: string[]; strict?: boolean };
}

/** The sections of a README that n8n asks for. */
const SECTIONS = [
	'Installation',
	'Operations',
	'Credentials',
	'Compatibility',
	'Usage',
	'Resources',
	'Version history',
];
const KEYWORD = 'n8n-community-node-package';
/** What stands in package.json until somebody publishes under a name of their own. */
const PLACEHOLDERS = { name: 'Maintainers', owner: 'n8n-nodes-messaging-service/' };
/** n8n shows about so many characters of a note in a line of the note's width, and a line in so many pixels. */
const NOTE = { pixelsOfCharacter: 7.2, pixelsOfLine: 22, margin: 32 };

const manifestOf = async (folder: string): Promise<Manifest> =>
	JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Manifest;

/** The class in a file that n8n loads: named as the file is. */
function instanceOf<T>(folder: string, file: string): T {
	const load = createRequire(path.join(folder, 'package.json'));
	const name = path.basename(file).split('.')[0] ?? '';
	const types = load(path.join(folder, file)) as Record<string, new () => T>;
	const Type = types[name];
	if (!Type) throw new Error(`${file} exports no ${name}.`);
	return new Type();
}

/** @returns what is missing of an icon in a light and a dark form, relative to the file that names it */
function iconFaults(
	folder: string,
	file: string,
	icon: Themed<IconRef | string> | undefined,
): string[] {
	if (typeof icon !== 'object') return [`${file} has no icon with a light and a dark form.`];
	return [icon.light, icon.dark]
		.map((one) => path.join(path.dirname(file), one.replace(/^file:/, '')))
		.filter((one) => !one.endsWith('.svg') || !existsSync(path.join(folder, one)))
		.map((one) => `${file} names ${one}, which is not an SVG in the package.`);
}

/** @returns what speaks against a node: its icon, its codex, and who tests its credential */
async function nodeFaults(folder: string, file: string, tests: Set<string>): Promise<string[]> {
	const { description } = instanceOf<{ description: INodeTypeDescription }>(folder, file);
	const codexFile = file.replace(/\.js$/, '.json');
	const codex = existsSync(path.join(folder, codexFile))
		? (JSON.parse(await readFile(path.join(folder, codexFile), 'utf8')) as {
				categories?: string[];
				resources?: { primaryDocumentation?: object[] };
			})
		: undefined;
	return [
		...iconFaults(folder, file, description.icon as Themed<string> | undefined),
		...(codex === undefined ? [`${file} has no codex file beside it.`] : []),
		...(codex && !codex.categories?.length ? [`${codexFile} names no category.`] : []),
		...(codex && !codex.resources?.primaryDocumentation?.length
			? [`${codexFile} names no documentation.`]
			: []),
		...(description.credentials ?? [])
			.filter(({ name, testedBy }) => testedBy === undefined && !tests.has(name))
			.map(({ name }) => `Nothing tests the credential ${name} of ${file}.`),
	];
}

/** @returns the links of the codex files, the credentials and the README to another repository than that of package.json */
async function strangeLinks(
	folder: string,
	{ repository, n8n }: Manifest,
	credentials: ICredentialType[],
): Promise<string[]> {
	const own = addressOf(repository?.url ?? '');
	const codexFiles = n8n.nodes.map((file) => file.replace(/\.js$/, '.json'));
	const texts = await Promise.all(
		['README.md', ...codexFiles]
			.filter((file) => existsSync(path.join(folder, file)))
			.map(async (file) => [file, await readFile(path.join(folder, file), 'utf8')] as const),
	);
	return [
		...texts,
		...credentials.map(({ name, documentationUrl }) => [name, documentationUrl ?? ''] as const),
	].flatMap(([place, text]) =>
		(text.match(/https:\/\/github\.com\/[\w.-]+\/[\w.-]+/g) ?? [])
			.filter((link) => link !== own)
			.map((link) => `${place} leads to ${link}, and package.json names ${own}.`),
	);
}

/**
 * Looks at an unpacked tarball as a reviewer does.
 * @param workflow the text of the workflow that publishes
 */
export async function checkPackage(folder: string, workflow: string): Promise<Check[]> {
	const manifest = await manifestOf(folder);
	const readme = await readFile(path.join(folder, 'README.md'), 'utf8');
	const credentials = manifest.n8n.credentials.map((file) => ({
		file,
		type: instanceOf<ICredentialType>(folder, file),
	}));
	const tests = new Set(credentials.filter(({ type }) => type.test).map(({ type }) => type.name));
	const files = await filesOf(folder);
	const scripts = files.filter(({ file }) => file.endsWith('.js'));
	const texts = files.filter(({ file }) => /\.(?:js|json|md)$/.test(file));
	const unless = (fine: boolean, sentence: string): string[] => (fine ? [] : [sentence]);
	return [
		{
			name: 'package.json: license, keyword, author, repository, homepage, no dependency',
			found: [
				...unless(manifest.license === 'MIT', 'The license is not MIT.'),
				...unless(manifest.keywords?.includes(KEYWORD) === true, `No keyword ${KEYWORD}.`),
				...unless(
					Boolean(manifest.author?.name && manifest.author.email),
					'No author with e-mail.',
				),
				...unless(Boolean(manifest.repository?.url), 'No repository.'),
				...unless(Boolean(manifest.homepage), 'No homepage.'),
				...unless(manifest.n8n.strict === true, 'n8n.strict is not true.'),
				...unless(Object.keys(manifest.dependencies ?? {}).length === 0, 'A runtime dependency.'),
			],
		},
		{
			name: 'Published by a workflow, with provenance',
			found: [
				...unless(manifest.publishConfig?.provenance === true, 'publishConfig asks for none.'),
				...unless(/id-token: write/.test(workflow), 'The workflow may not ask for an identity.'),
				...unless(/npm publish/.test(workflow), 'The workflow does not publish.'),
			],
		},
		{
			name: 'Nodes: icons, codex, a test of the credential',
			found: (
				await Promise.all(
					manifest.n8n.nodes.map(async (file) => await nodeFaults(folder, file, tests)),
				)
			).flat(),
		},
		{
			name: 'Credentials: icons, and documentation',
			found: credentials.flatMap(({ file, type }) => [
				...iconFaults(folder, file, type.icon as Themed<string> | undefined),
				...unless(Boolean(type.documentationUrl), `${file} names no documentation.`),
			]),
		},
		{
			name: 'Credentials: a test of their own',
			found: credentials
				.filter(({ type }) => type.test === undefined)
				.map(
					({ file }) =>
						`${file} has no test of its own. The nodes test it (testedBy), which n8n's lint takes; reviewers have refused packages for it.`,
				),
		},
		{
			name: 'Links: to the repository that package.json names',
			found: await strangeLinks(
				folder,
				manifest,
				credentials.map(({ type }) => type),
			),
		},
		{
			name: 'README: the sections that n8n asks for',
			found: SECTIONS.filter((title) => !readme.includes(`\n## ${title}\n`)).map(
				(title) => `No section ${title}.`,
			),
		},
		{
			name: 'Readable code',
			found: (
				await Promise.all(
					scripts.map(async ({ file }) =>
						minified(await readFile(path.join(folder, file), 'utf8')).map(
							(one) => `${file}: ${one}`,
						),
					),
				)
			).flat(),
		},
		{
			name: 'n8n 3: nothing that it removes',
			found: (
				await Promise.all(
					texts.map(async ({ file }) =>
						removedWords(await readFile(path.join(folder, file), 'utf8')).map(
							(one) => `${file} uses ${one}, which n8n 3 removes.`,
						),
					),
				)
			).flat(),
		},
	];
}

interface ExampleNode {
	name: string;
	type: string;
	typeVersion?: number;
	parameters?: {
		content?: string;
		height?: number;
		width?: number;
		mode?: unknown;
		source?: unknown;
	};
}

/** @returns whether a note holds more lines than n8n shows in it; headings and blank lines count as lines */
function isClipped({
	content = '',
	height = 160,
	width = 240,
}: NonNullable<ExampleNode['parameters']>): boolean {
	const columns = Math.floor((width - NOTE.margin) / NOTE.pixelsOfCharacter);
	const lines = content
		.split('\n')
		.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0);
	return lines * NOTE.pixelsOfLine + NOTE.margin > height;
}

/** @returns the texts of the workflows in examples/ and on the pages of docs/how-to/, by their files */
export async function exampleTexts(): Promise<Map<string, string>> {
	const found = new Map<string, string>();
	for (const folder of ['examples', path.join('docs', 'how-to')])
		for (const name of await readdir(path.join(root(), folder)))
			if (name.endsWith('.json'))
				found.set(path.join(folder, name), await readFile(path.join(root(), folder, name), 'utf8'));
	return found;
}

/** Looks at example workflows. Takes their texts by file name. */
export function checkExamples(files: ReadonlyMap<string, string>): Check[] {
	const found: Record<'notes' | 'leaks' | 'pins' | 'removed', string[]> = {
		notes: [],
		leaks: [],
		pins: [],
		removed: [],
	};
	for (const [file, text] of files) {
		const workflow = JSON.parse(text) as {
			nodes?: ExampleNode[];
			pinData?: object;
			meta?: { instanceId?: string };
		};
		for (const node of workflow.nodes ?? [])
			if (node.type.endsWith('.stickyNote') && isClipped(node.parameters ?? {}))
				found.notes.push(`${file}: the note ${node.name} is too small for its text.`);
		for (const one of [...removedNodes(workflow.nodes ?? []), ...removedWords(text)])
			found.removed.push(`${file} uses ${one}, which n8n 3 removes.`);
		if (Object.keys(workflow.pinData ?? {}).length > 0) found.pins.push(`${file} pins data.`);
		if (workflow.meta?.instanceId) found.leaks.push(`${file} names the n8n that it was made in.`);
		if (
			/"(?:apiKey|password|bearerToken)"\s*:\s*"[^"={]+"|\b(?:live|test)_[0-9a-zA-Z]{8,}/.test(text)
		)
			found.leaks.push(`${file} holds a key.`);
	}
	return [
		{ name: 'Examples: no clipped notes', found: found.notes },
		{ name: 'Examples: no keys, and no ID of an n8n', found: found.leaks },
		{ name: 'Examples: no pinned data', found: found.pins },
		{ name: 'Examples: nothing that n8n 3 removes', found: found.removed },
	];
}

/** @returns what package.json still holds in place of a real author and repository */
export async function placeholders(folder: string): Promise<string[]> {
	const { author, repository, homepage } = await manifestOf(folder);
	return [
		...(author?.name === PLACEHOLDERS.name ? ['author.name', 'author.email'] : []),
		...(repository?.url?.includes(PLACEHOLDERS.owner) === true ? ['repository.url'] : []),
		...(homepage?.includes(PLACEHOLDERS.owner) === true ? ['homepage'] : []),
	];
}
