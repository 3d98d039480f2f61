import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Every page that people read, relative to the repository. */
export const PAGES = [
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

/** @returns a page without its blocks of code */
const proseOf = (page: string): string => readFileSync(page, 'utf8').replace(/```[\s\S]*?```/g, '');

/** The anchors of a page, as GitHub makes them of its headings. */
function anchorsOf(page: string): string[] {
	return [...proseOf(page).matchAll(/^#+ +(.+)$/gm)].map(([, title = '']) =>
		title
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\- _]/gu, '')
			.replaceAll(' ', '-'),
	);
}

/** The links of a page within the repository that lead nowhere, pictures and anchors included. */
export function deadLinksOf(page: string): string[] {
	const links = [...proseOf(page).matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(
		([, link = '']) => link,
	);
	return links.filter((link) => {
		const [file = '', anchor] = link.split('#');
		const target = file === '' ? page : path.join(path.dirname(page), file);
		if (!existsSync(target)) return true;
		return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
	});
}

/** @returns the pages in docs that no link leads to from its table of contents */
export function lostPages(): string[] {
	const known = new Set<string>();
	const follow = (page: string): void => {
		if (known.has(page) || !existsSync(page)) return;
		known.add(page);
		for (const [, file = ''] of proseOf(page).matchAll(/\]\((?![a-z]+:)([^)\s#]+\.md)[^)]*\)/g))
			follow(path.join(path.dirname(page), file));
	};
	follow('docs/README.md');
	return PAGES.filter((page) => page.startsWith('docs') && !known.has(page));
}
