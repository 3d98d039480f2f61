import { countriesWith, countryName, COUNTRY_CODES } from '../../nodes/shared/numbers/index.ts';
import { countriesOfCode } from '../../nodes/shared/numbers/plan.ts';
import { readNational } from '../../nodes/shared/numbers/read.ts';
import { randomOf } from '../../tools/lib/random.mts';

/** The names of all countries that have such a mobile number, by asking each. */
function allWith(dialled: string): string[] {
	const countries = COUNTRY_CODES.filter((country) => {
		const read = readNational(dialled, country);
		if (!read?.completed || read.digits === dialled) return false;
		if (!read.plan.isMobile(read.national)) return false;
		return read.country === country || !countriesOfCode(read.plan.code).includes(country);
	});
	return countries.map(countryName);
}

test('the countries that a number may be of are those whose plans have it', () => {
	const random = randomOf(5);
	const digits = (count: number) =>
		Array.from({ length: count }, () => String(Math.floor(random() * 10))).join('');
	let named = 0;
	for (let index = 0; index < 1500; index++) {
		const dialled = `${1 + Math.floor(random() * 9)}${digits(5 + Math.floor(random() * 10))}`;
		const found = countriesWith(dialled);
		const all = allWith(dialled);
		expect([dialled, found.length]).toEqual([dialled, Math.min(3, all.length)]);
		expect(all).toEqual(expect.arrayContaining(found));
		named += found.length;
	}
	expect(named).toBeGreaterThan(1000);
});

test('of countries that share a calling code, that of the number is named alone', () => {
	expect(countriesWith('2045551234')).toContain('Canada');
	expect(countriesWith('2045551234')).not.toContain('United States');
});
