/**
 * Writes the generated pages, so that they cannot get out of step with the code: docs/resources/*.md, docs/endpoints.md and
 * the tables of docs/errors.md from the node's own descriptions, the samples in them and in README.md from runs against the sandbox. Links to the repository follow package.json.
 * `tsx tools/docs.mts` writes them, `tsx tools/docs.mts --check` fails when a committed page differs. Both look for dead links.
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { INodeType } from 'n8n-workflow';

import { settingsTable } from '../sandbox/settingsText.mts';
import { replaceBetween } from './lib/between.mts';
import { endpointsPage } from './lib/endpointTable.mts';
import { errorTables } from './lib/errorsPage.mts';
import { deadLinksOf, lostPages, PAGES } from './lib/pageLinks.mts';
import { LINKING_FILES, repositoryOf, withRepository } from './lib/repositoryLinks.mts';
import { operationsTable, resourceIndex, resourcePages } from './lib/resourcePages.mts';
import { updateSamples, withSamples } from './lib/samples.mts';
import { triggerFieldsPage } from './lib/triggerPage.mts';
import { verdictTable } from './lib/verdictTable.mts';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);

/** @returns a node of the built package, by the name of its class */
function nodeType(name: 'MessagingService' | 'MessagingServiceTrigger'): INodeType {
	const file = path.join(root, 'dist', 'nodes', name, `${name}.node.js`);
	const classes = require(file) as Record<typeof name, new () => INodeType>;
	return new classes[name]();
}

const check = process.argv.includes('--check');
// A check compares the pages with the stored samples; test/engine/samples.test.mts compares those with a run.
if (!check) await updateSamples();

const { description } = nodeType('MessagingService');

/** README.md with what is filled in: the operations of the node, and the samples of their output. */
function readme(): string {
	const present = readFileSync(path.join(root, 'README.md'), 'utf8');
	return withSamples(
		replaceBetween(present, 'operations', operationsTable(description, 'docs/resources/')),
	);
}

/** A page that is written by hand, with the part of it that is made. */
const filled = (file: string, part: string, text: string): string =>
	replaceBetween(readFileSync(path.join(root, file), 'utf8'), part, text);

/** The pages of docs/how-to with the samples of their output. */
function howToPages(): Array<[string, string]> {
	const folder = 'docs/how-to';
	return readdirSync(path.join(root, folder))
		.filter((name) => name.endsWith('.md'))
		.map((name) => {
			const file = `${folder}/${name}`;
			return [file, withSamples(readFileSync(path.join(root, file), 'utf8'))];
		});
}

const pages = new Map<string, string>([
	['docs/sending-safely.md', filled('docs/sending-safely.md', 'verdicts', verdictTable())],
	['docs/resources/README.md', resourceIndex(description)],
	...resourcePages(description).map(({ file, text }): [string, string] => [
		`docs/resources/${file}`,
		text,
	]),
	['docs/resources/trigger.md', triggerFieldsPage(nodeType('MessagingServiceTrigger').description)],
	['docs/endpoints.md', endpointsPage(description)],
	['docs/errors.md', filled('docs/errors.md', 'errors', errorTables())],
	['README.md', readme()],
	...howToPages(),
	['sandbox/README.md', filled('sandbox/README.md', 'settings', settingsTable())],
]);

for (const file of LINKING_FILES) {
	const text = pages.get(file) ?? readFileSync(path.join(root, file), 'utf8');
	pages.set(file, withRepository(text, repositoryOf(root)));
}

let stale = 0;
for (const [file, text] of pages) {
	const target = path.join(root, file);
	if (check) {
		let present = '';
		try {
			present = readFileSync(target, 'utf8');
		} catch {
			present = '';
		}
		if (present !== text) {
			stale += 1;
			console.error(`${file} is out of step with the node: run npm run docs`);
		}
		continue;
	}
	mkdirSync(path.dirname(target), { recursive: true });
	writeFileSync(target, text);
	console.log(`wrote ${file}`);
}
/** What is wrong with the pages as they stand: links that lead nowhere, and pages that no link leads to. */
function faultsOfPages(): string[] {
	return [
		...PAGES.flatMap((page) =>
			deadLinksOf(page).map((link) => `${page} links to ${link}, which is not there.`),
		),
		...lostPages().map((page) => `No link leads to ${page} from docs/README.md.`),
	];
}
const faults = faultsOfPages();
for (const fault of faults) console.error(fault);
process.exitCode = stale + faults.length > 0 ? 1 : 0;
