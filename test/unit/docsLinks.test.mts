import { readdirSync, readFileSync } from 'node:fs';
import { CLAIMS, falseClaims, falseSpeeds } from '../../tools/lib/claims.mts';
import { deadLinksOf, lostPages, PAGES, strangeErrors } from '../../tools/lib/pageLinks.mts';

const read = (page: string): string => readFileSync(page, 'utf8');

test.each(PAGES)('%s has no dead link within the repository', (page) => {
	expect(deadLinksOf(page)).toEqual([]);
});

test('every page in docs is reached from its table of contents', () => {
	expect(lostPages()).toEqual([]);
});

test('the pages say of limits and of speed what their sources say', () => {
	expect(falseClaims(read)).toEqual([]);
	expect(falseSpeeds('.', read)).toEqual([]);
});

test.each(CLAIMS)('a wrong number in "$words" of $page is found', (claim) => {
	const right = claim.value.toLocaleString('en-US');
	const wrong = claim.words.replace('#', '7,654');
	const changed = read(claim.page).replaceAll(claim.words.replace('#', right), wrong);
	expect(falseClaims(() => changed, [claim])).toContain(
		`${claim.page} says 7,654 in "${claim.words}" instead of ${right}.`,
	);
});

test('a wrong time in the table of speed is found', () => {
	const changed = (page: string): string => read(page).replace(/\d+ ms/g, '1 ms');
	expect(falseSpeeds('.', changed)).toHaveLength(2);
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
