/**
 * Writes docs/resources/*.md and docs/errors.md from the node's own descriptions and docs/proof.md from the figures of the full runs,
 * so that the pages cannot get out of step.
 * `tsx tools/docs.mts` writes them, `tsx tools/docs.mts --check` fails when a committed page differs.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { INodeType } from 'n8n-workflow';

import { errorsPage } from './lib/errorsPage.mts';
import { proofPage } from './lib/proofPage.mts';
import { resourceIndex, resourcePages } from './lib/resourcePages.mts';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);

function nodeType(): INodeType {
	const file = path.join(root, 'dist/nodes/MessagingService/MessagingService.node.js');
	const { MessagingService } = require(file) as { MessagingService: new () => INodeType };
	return new MessagingService();
}

const { description } = nodeType();
const pages = new Map<string, string>([
	['docs/resources/README.md', resourceIndex(description)],
	...resourcePages(description).map(({ file, text }): [string, string] => [
		`docs/resources/${file}`,
		text,
	]),
	['docs/errors.md', errorsPage()],
	['docs/proof.md', proofPage(path.join(root, 'test/proof'))],
]);

const check = process.argv.includes('--check');
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
process.exitCode = stale > 0 ? 1 : 0;
