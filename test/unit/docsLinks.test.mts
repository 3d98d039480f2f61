import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Every page that people read, relative to the repository. */
const pages = [
	'README.md',
	'CHANGELOG.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'sandbox/README.md',
	...['docs', 'examples'].flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.md'))
			.map((file) => path.join(folder, file)),
	),
];

const read = (page: string): string => readFileSync(page, 'utf8').replace(/```[\s\S]*?```/g, '');

/** The anchors of a page, as GitHub makes them of its headings. */
function anchorsOf(page: string): string[] {
	return [...read(page).matchAll(/^#+ +(.+)$/gm)].map(([, title = '']) =>
		title
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\- _]/gu, '')
			.replaceAll(' ', '-'),
	);
}

/** Takes a page; returns its links within the repository that lead nowhere. */
function deadLinksOf(page: string): string[] {
	const links = [...read(page).matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(
		([, link = '']) => link,
	);
	return links.filter((link) => {
		const [file = '', anchor] = link.split('#');
		const target = file === '' ? page : path.join(path.dirname(page), file);
		if (!existsSync(target)) return true;
		return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
	});
}

test.each(pages)('%s has no dead link within the repository', (page) => {
	expect(deadLinksOf(page)).toEqual([]);
});

test('every page in docs is reached from its table of contents', () => {
	const known = new Set<string>();
	const follow = (page: string): void => {
		if (known.has(page) || !existsSync(page)) return;
		known.add(page);
		for (const [, file = ''] of read(page).matchAll(/\]\((?![a-z]+:)([^)\s#]+\.md)[^)]*\)/g))
			follow(path.join(path.dirname(page), file));
	};
	follow('docs/README.md');
	expect(pages.filter((page) => page.startsWith('docs') && !known.has(page))).toEqual([]);
});

test('the README counts the examples as they are', () => {
	const numbers = ['ten', 'eleven', 'twelve', 'thirteen', 'fourteen'];
	const count = readdirSync('examples').filter((file) => file.endsWith('.json')).length;
	expect(readFileSync('README.md', 'utf8')).toContain(`${numbers[count - 10] ?? count} workflows`);
});
