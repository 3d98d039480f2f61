import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pack, removePacked, unpack } from '../../tools/lib/package.mts';
import {
	checkExamples,
	checkPackage,
	exampleTexts,
	placeholders,
} from '../../tools/lib/submission.mts';
import { withRepository } from '../../tools/lib/repositoryLinks.mts';

/** What `npm run submission` finds in the packed package, and in copies of it with a fault planted in each. */

type Json = Record<string, unknown>;

const NODE = 'dist/nodes/MessagingService/MessagingService.node';
const TRIGGER_CODEX = 'dist/nodes/MessagingServiceTrigger/MessagingServiceTrigger.node.json';
let folder: string;
let packed: string;
let workflow: string;
let copies = 0;

beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'messaging-submission-test-'));
	packed = path.join(folder, 'packed');
	const tarball = await pack();
	await unpack(tarball.file, packed);
	await removePacked(tarball);
	await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'), 'junction');
	workflow = await readFile('.github/workflows/publish.yml', 'utf8');
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

async function copy(): Promise<string> {
	copies += 1;
	const place = path.join(folder, `copy-${copies}`);
	await cp(packed, place, { recursive: true });
	return place;
}

/** Every sentence that the checks find, in one text. */
async function findings(place: string, publish = workflow): Promise<string> {
	return (await checkPackage(place, publish)).flatMap(({ found }) => found).join('\n');
}

/** Changes a text of the package; throws where there is nothing to change. */
const replace =
	(file: string, from: string | RegExp, to: string) =>
	async (place: string): Promise<void> => {
		const text = await readFile(path.join(place, file), 'utf8');
		const changed = text.replace(from, to);
		if (changed === text) throw new Error(`${file} holds nothing like ${String(from)}.`);
		await writeFile(path.join(place, file), changed);
	};

/** Changes package.json. */
const manifest =
	(more: Json) =>
	async (place: string): Promise<void> => {
		const file = path.join(place, 'package.json');
		const present = JSON.parse(await readFile(file, 'utf8')) as Json;
		await writeFile(file, JSON.stringify({ ...present, ...more }));
	};

const remove =
	(file: string) =>
	async (place: string): Promise<void> =>
		await rm(path.join(place, file));

test('the package as it is has no fault, and its placeholders are named', async () => {
	expect(await findings(packed)).toBe('');
	const names = ['author.name', 'author.email', 'repository.url', 'homepage'];
	expect(names).toEqual(expect.arrayContaining(await placeholders(packed)));
});

test('the examples, and the workflows of the pages, have no fault', async () => {
	const texts = await exampleTexts();
	expect(texts.size).toBeGreaterThan(16);
	expect(checkExamples(texts).flatMap(({ found }) => found)).toEqual([]);
});

test.each<[string, (place: string) => Promise<void>, RegExp]>([
	['another license', manifest({ license: 'ISC' }), /not MIT/],
	['no keyword', manifest({ keywords: ['sms'] }), /No keyword n8n-community-node-package/],
	['no e-mail', manifest({ author: { name: 'Someone' } }), /No author with e-mail/],
	['no repository', manifest({ repository: undefined }), /No repository/],
	['no homepage', manifest({ homepage: '' }), /No homepage/],
	['a dependency', manifest({ dependencies: { axios: '1' } }), /A runtime dependency/],
	['no provenance', manifest({ publishConfig: {} }), /publishConfig asks for none/],
	[
		'an icon that is missing',
		remove('dist/nodes/MessagingService/messagingService.dark.svg'),
		/which is not an SVG in the package/,
	],
	['no codex', remove(`${NODE}.json`), /has no codex file beside it/],
	['a codex without categories', replace(`${NODE}.json`, '"categories"', '"kinds"'), /no category/],
	[
		'a codex without documentation',
		replace(`${NODE}.json`, '"primaryDocumentation"', '"documents"'),
		/names no documentation/,
	],
	[
		'a credential without a test',
		replace('dist/service.js', /\btest = /, 'tried = '),
		/has no test of its own/,
	],
	[
		'a credential without documentation',
		replace('dist/service.js', /\bdocumentationUrl = /, 'documents = '),
		/MessagingServiceApi\.credentials\.js names no documentation/,
	],
	[
		'a README that leads elsewhere',
		replace('README.md', /github\.com\/[\w.-]+\//, 'github.com/someone/'),
		/README\.md leads to https:\/\/github\.com\/someone\/n8n-nodes-messaging-service, and package\.json names/,
	],
	[
		'a node whose documentation is elsewhere',
		replace(`${NODE}.json`, /github\.com\/[\w.-]+\//, 'github.com/someone/'),
		/MessagingService\.node\.json leads to/,
	],
	[
		'a README without Usage',
		replace('README.md', '\n## Usage\n', '\n## How\n'),
		/No section Usage/,
	],
	[
		'code on one line',
		async (place) =>
			await writeFile(path.join(place, 'dist', 'extra.js'), 'let a = 1; a += 2; '.repeat(200)),
		/extra\.js: Its longest line/,
	],
	[
		'code that n8n 3 does not run',
		async (place) =>
			await writeFile(
				path.join(place, 'dist', 'extra.js'),
				'const item = "={{ $getPairedItem() }}";\n',
			),
		/extra\.js uses the helper \$getPairedItem, which n8n 3 removes/,
	],
])('%s is found', async (_what, plant, sentence) => {
	const place = await copy();
	await plant(place);
	expect(await findings(place)).toMatch(sentence);
});

test.each([
	['no identity', /id-token: write/g, 'id-token: none', /may not ask for an identity/],
	['no publishing', /npm publish/g, 'npm pack', /does not publish/],
])('a workflow with %s is found', async (_what, from, to, sentence) => {
	expect(await findings(packed, workflow.replace(from, to))).toMatch(sentence);
});

test('a real author and repository are no placeholders', async () => {
	const place = await copy();
	const url = 'https://github.com/someone/n8n-nodes-messaging-service';
	await manifest({
		author: { name: 'Ann Example', email: 'ann@example.com' },
		homepage: `${url}#readme`,
		repository: { type: 'git', url: `git+${url}.git` },
	})(place);
	expect(await placeholders(place)).toEqual([]);
});

test('another repository in package.json is in every link after npm run docs, and each that is left is found', async () => {
	const address = 'https://github.com/someone/n8n-nodes-messaging-service';
	const elsewhere = manifest({ repository: { type: 'git', url: `git+${address}.git` } });
	const [before, after] = [await copy(), await copy()];
	await elsewhere(before);
	const left = await findings(before);
	for (const place of ['README.md', `${NODE}.json`, 'Trigger.node.json', 'messagingServiceApi'])
		expect(left).toContain(`${place} leads to`);
	await elsewhere(after);
	// What npm run docs writes into the files that these are made of.
	for (const file of ['README.md', `${NODE}.json`, TRIGGER_CODEX, 'dist/service.js']) {
		const text = await readFile(path.join(after, file), 'utf8');
		await writeFile(path.join(after, file), withRepository(text, address));
	}
	expect(await findings(after)).toBe('');
});

describe('an example', () => {
	const note = (content: string, size: object): Json => ({
		nodes: [
			{
				name: 'Note',
				type: 'n8n-nodes-base.stickyNote',
				parameters: { content, width: 240, height: 160, ...size },
			},
		],
	});
	const nodes = (type: string, parameters: Json): Json => ({
		nodes: [{ name: 'X', type, parameters }],
	});
	const found = (example: Json): string =>
		checkExamples(new Map([['example.json', JSON.stringify(example)]]))
			.flatMap((check) => check.found)
			.join('\n');

	test.each<[string, Json, RegExp]>([
		['a clipped note', note('A long line of text. '.repeat(40), {}), /too small for its text/],
		['pinned data', { nodes: [], pinData: { Start: [] } }, /pins data/],
		['the ID of an n8n', { nodes: [], meta: { instanceId: 'abc' } }, /names the n8n/],
		['a key', { nodes: [], apiKey: 'live_0123456789abcdef' }, /holds a key/],
		['a password', { nodes: [], password: 'secret' }, /holds a key/],
		[
			'a node that n8n 3 removes',
			nodes('n8n-nodes-base.itemLists', {}),
			/uses the node X .*itemLists/,
		],
		[
			'a sub-workflow for each item',
			nodes('n8n-nodes-base.executeWorkflow', { mode: 'each' }),
			/uses the node X .*executeWorkflow/,
		],
		[
			'an expression that n8n 3 removes',
			nodes('n8n-nodes-base.set', { value: '={{ $getPairedItem("Start", 0) }}' }),
			/\$getPairedItem, which n8n 3 removes/,
		],
	])('with %s is found', (_what, example, sentence) => {
		expect(found(example)).toMatch(sentence);
	});

	test('that is fine is not', () => {
		expect(found(note('Short.', {}))).toBe('');
	});
});
