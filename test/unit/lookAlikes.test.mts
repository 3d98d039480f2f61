import { cleanRecipients } from '../../nodes/MessagingService/sending/recipients.ts';
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

describe('10,000 recipients whose numbers are refused', () => {
	const COUNT = 10_000;
	const rules = { sender: 'campaign', text: 'plain' } as const;
	const cleaning = {
		repeated: 'merge',
		empty: 'refuse',
		check: 'possible',
		several: 'refuse',
		leaveOut: new Set<string>(),
	} as const;
	const statusesOf = (phone: (index: number) => string): Set<string> =>
		new Set(
			cleanRecipients(
				Array.from({ length: COUNT }, (_, index) => ({
					item: index,
					position: -1,
					phone: phone(index),
					country: '',
					sender: 'Shop',
					text: 'Hi',
				})),
				rules,
				cleaning,
			).map(({ status }) => status),
		);

	it.each([
		['of Ukraine', (index: number) => `99 ${1_000_000 + index * 37}`],
		['of the United States', (index: number) => `(201) 555-${String(index).padStart(4, '0')}`],
		['of no country', (index: number) => `6123 ${45_678_901 + index * 37}`],
	])('are all refused: %s', (_, phone) => {
		expect([...statusesOf(phone)]).toEqual(['refused']);
	});
});
