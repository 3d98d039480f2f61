import { readFileSync } from 'node:fs';
import { errorsPage } from '../../tools/lib/errorsPage.mts';

const rows = errorsPage()
	.split('\n')
	.filter((line) => line.startsWith('| ') && !/^\| (?:Code|Status|What|Input|Who)\b/.test(line))
	.map((line) =>
		line
			.split(/(?<!\\)\|/)
			.slice(1, -1)
			.map((cell) => cell.trim()),
	);

test('the page of errors is the one of this code', () => {
	expect(readFileSync('docs/errors.md', 'utf8')).toBe(errorsPage());
	expect(rows.length).toBeGreaterThan(120);
});

test.each(rows.map(([what = '', message = '', cure = '']) => [what, message, cure]))(
	'%s: "%s" names what happened and the cure',
	(_, message, cure) => {
		expect(message).toMatch(/^[A-Z‹].{9,}[^.]$/);
		expect(cure).toMatch(/^(?:[A-Z][\s\S]{8,}\.|.*‹…›.*)$/);
		expect(cure).not.toBe(message);
		expect(`${message} ${cure}`).not.toMatch(
			/invalid credentials|something went wrong|undefined|\[object/i,
		);
	},
);
