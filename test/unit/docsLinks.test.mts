import { readdirSync, readFileSync } from 'node:fs';
import { deadLinksOf, lostPages, PAGES, strangeErrors } from '../../tools/lib/pageLinks.mts';

const read = (page: string): string => readFileSync(page, 'utf8');

test.each(PAGES)('%s has no dead link within the repository', (page) => {
	expect(deadLinksOf(page)).toEqual([]);
});

test('every page in docs is reached from its table of contents', () => {
	expect(lostPages()).toEqual([]);
});

test('each error that the questions quote is one that the node raises', () => {
	expect(strangeErrors(read('docs/questions.md'), read('docs/errors.md'))).toEqual([]);
	expect(strangeErrors('### “No such error”', read('docs/errors.md'))).toEqual(['No such error']);
});

test('the README counts the examples as they are', () => {
	const numbers = ['ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen'];
	const count = readdirSync('examples').filter((file) => file.endsWith('.json')).length;
	expect(readFileSync('README.md', 'utf8')).toContain(`${numbers[count - 10] ?? count} workflows`);
});
