import { existsSync, readFileSync } from 'node:fs';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node.ts';
import { textBetween } from '../../tools/lib/between.mts';
import { operationsTable } from '../../tools/lib/resourcePages.mts';
import { withSamples } from '../../tools/lib/samples.mts';

/** What README.md says of this node is held by tests, and its samples are the stored ones. */
const readme = readFileSync('README.md', 'utf8');

const rows = (textBetween(readme, 'why') ?? '')
	.split('\n')
	.slice(2)
	.map((line) =>
		line
			.split('|')
			.slice(1, -1)
			.map((cell) => cell.trim()),
	);

test('each row of the table names what it compares, and no cell is empty', () => {
	expect(rows.length).toBeGreaterThan(5);
	for (const cells of rows) {
		expect(cells).toHaveLength(4);
		expect(cells.filter((cell) => cell === '')).toEqual([]);
	}
});

test('offers no voice calls', () => {
	const { properties } = new MessagingService().description;
	const offered = properties
		.filter(({ name }) => name === 'resource' || name === 'operation')
		.flatMap(({ options = [] }) => options.map(({ name }) => name));
	expect(offered.filter((name) => /voice|call\b/i.test(name))).toEqual([]);
});

test('lists every operation of the node', () => {
	const { description } = new MessagingService();
	expect(textBetween(readme, 'operations')).toBe(operationsTable(description, 'docs/resources/'));
});

test('shows the stored samples', () => {
	expect(readme).toBe(withSamples(readme));
});

test('every picture and page that it links to exists', () => {
	const links = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(([, file]) => file);
	expect(links.filter((file) => file !== undefined && !existsSync(file))).toEqual([]);
});
