import { deadLinksOf, lostPages, PAGES } from '../../../tools/lib/pageLinks.mts';

test.each(PAGES)('%s has no dead link within the repository', (page) => {
	expect(deadLinksOf(page)).toEqual([]);
});

test('every page in docs is reached from its table of contents', () => {
	expect(lostPages()).toEqual([]);
});
