import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { replaceBetween } from './between.mts';
import { root } from './shell.mts';
import { updateByTest } from './updateByTest.mts';

/** A true output of the node, as test/engine/samples.test.mts keeps it in docs/samples. */
export interface StoredSample {
	/** How many items the run put out; `items` are the first of them. */
	total: number;
	items: unknown[];
}

/** Runs the node in n8n's engine against the sandbox, and writes docs/samples anew. @throws Error when a run fails */
export async function updateSamples(): Promise<void> {
	await updateByTest('test/engine/samples', 'UPDATE_SAMPLES');
}

/** @returns the sample of that name, or undefined when there is none */
export function readSample(name: string): StoredSample | undefined {
	const file = path.join(root(), 'docs', 'samples', `${name}.json`);
	return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as StoredSample) : undefined;
}

/** Writes JSON as people write it: a list of plain values stays on one line. */
function prettyJson(value: unknown): string {
	return JSON.stringify(value, null, 2).replace(
		/\[\n\s+((?:[^[\]{}\n]+,\n\s+)*[^[\]{}\n]+)\n\s+\]/g,
		(_, inner: string) => `[${inner.replace(/\n\s+/g, ' ')}]`,
	);
}

/** Writes the items of a sample as JSON in Markdown. */
export function sampleText({ total, items }: StoredSample): string {
	const more = total - items.length;
	return [
		'```json',
		prettyJson(items.length === 1 ? items[0] : items),
		'```',
		...(more > 0 ? ['', more === 1 ? 'One more item follows.' : `${more} more items follow.`] : []),
	].join('\n');
}

/**
 * Fills every place `<!-- sample:NAME:begin -->` of a page with the sample of that name.
 * @throws Error when there is no such sample
 */
export function withSamples(page: string): string {
	let filled = page;
	for (const [, name = ''] of page.matchAll(/<!-- sample:([\w.]+):begin -->/g)) {
		const sample = readSample(name);
		if (!sample) throw new Error(`docs/samples holds no ${name}.`);
		filled = replaceBetween(filled, `sample:${name}`, sampleText(sample));
	}
	return filled;
}
