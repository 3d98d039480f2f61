import { readdirSync, readFileSync } from 'node:fs';
import { deadLinksOf, lostPages, PAGES } from '../../tools/lib/pageLinks.mts';

test.each(PAGES)('%s has no dead link within the repository', (page) => {
	expect(deadLinksOf(page)).toEqual([]);
});

test('every page in docs is reached from its table of contents', () => {
	expect(lostPages()).toEqual([]);
});

test('the README counts the examples as they are', () => {
	const numbers = ['ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen'];
	const count = readdirSync('examples').filter((file) => file.endsWith('.json')).length;
	expect(readFileSync('README.md', 'utf8')).toContain(`${numbers[count - 10] ?? count} workflows`);
});
