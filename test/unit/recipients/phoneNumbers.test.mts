import { countryOf } from '../../../nodes/shared/numbers/index.ts';
import { isMobile, parse } from '../../../nodes/shared/numbers/library.ts';
import { countryOfMobile, mobileDialled } from '../../../nodes/shared/numbers/mobiles.ts';
import { readPhone, writtenNumbers } from '../../../nodes/shared/validation/index.ts';
import { LOOK_ALIKES, nationalForm } from '../../support/exampleNumbers.mts';
import { COUNTRIES, exampleMobile } from '../../../tools/lib/phoneLibrary.mts';
import { randomOf } from '../../support/random.mts';

// How written numbers are read. Each row of the table is what a person of that country means by it.

const read = (given: unknown, country?: string): string => {
	const phone = readPhone(given, { check: 'possible', country });
	return phone.ok ? phone.value.digits : phone.refusal.message.replace('Phone Number ', '');
};

describe('the example mobile of every country', () => {
	/** Numbers that the service cannot be given: fewer than 9 digits. */
	const SHORT = ['AC', 'CK', 'FK', 'SH', 'TA', 'TK'];
	const whole = COUNTRIES.filter((country) => !SHORT.includes(country));

	it.each(whole)('%s', (country) => {
		const example = exampleMobile(country);
		const digits = example.number.slice(1);
		expect(readPhone(nationalForm(country), { check: 'possible', country })).toEqual({
			ok: true,
			value: {
				digits,
				// Where two countries share their numbers, the library takes the larger one.
				country: parse(example.number)?.country,
				completed: true,
				changed: true,
			},
		});
		for (const written of [example.number, `00${digits}`, example.formatInternational()])
			expect(read(written)).toBe(digits);
		// That of South Korea ends in zeros, as what a spreadsheet rounded does.
		if (digits.endsWith('000000')) return;
		expect(read(digits)).toBe(digits);
		// Lists of one country hold its own code, too.
		expect(read(digits, country)).toBe(digits);
	});

	it('is refused in national form without a country, but for those that are numbers of another one', () => {
		const taken = COUNTRIES.filter(
			(country) => readPhone(nationalForm(country), { check: 'possible' }).ok,
		);
		expect(taken.sort()).toEqual(LOOK_ALIKES.map(({ country }) => country).sort());
		for (const { country, as } of LOOK_ALIKES)
			expect(readPhone(nationalForm(country), { check: 'possible' })).toMatchObject({
				value: { country: as },
			});
	});

	it.each(SHORT)('%s has fewer digits than the service takes', (country) => {
		expect(read(exampleMobile(country).number)).toMatch(/has \d digits instead of 9 to 15$/);
	});
});

describe('mobile numbers that are known at once', () => {
	const random = randomOf(38);
	const varied = (digits: string): string =>
		digits.slice(0, -5) + String(Math.floor(random() * 100_000)).padStart(5, '0');

	it.each(COUNTRIES)('are those of the library: %s', (country) => {
		const { number } = exampleMobile(country);
		for (let trial = 0; trial < 20; trial++) {
			const digits = varied(number.slice(1));
			const owner = countryOfMobile(digits);
			const whole = parse(`+${digits}`);
			if (owner !== undefined)
				expect([digits, owner, true]).toEqual([digits, whole?.country, isMobile(whole)]);
			const dialled = varied(nationalForm(country));
			const mobile = mobileDialled(dialled, country);
			const national = parse(dialled, country);
			if (mobile)
				expect([dialled, `+${mobile.digits}`, mobile.country, true]).toEqual([
					dialled,
					national?.number,
					national?.country,
					isMobile(national),
				]);
		}
	});
});

it.each<[given: unknown, country: string | undefined, is: string]>([
	['380991112233', undefined, '380991112233'],
	[380991112233, undefined, '380991112233'],
	['+380 (99) 111-22-33', undefined, '380991112233'],
	['00380991112233', undefined, '380991112233'],
	['+38\u200b099\ufe0f1112233', undefined, '380991112233'],
	['３８０９９１１１２２３３', undefined, '380991112233'],
	['tel:+380991112233', undefined, '380991112233'],
	['="380991112233"', undefined, '380991112233'],
	['380991112233.0', undefined, '380991112233'],
	['+380991112233;', undefined, '380991112233'],
	['3.80991112233E11', undefined, '380991112233'],
	['0991112233', 'UA', '380991112233'],
	['8 912 345-67-89', 'RU', '79123456789'],
	['4917612345678', 'DE', '4917612345678'],
	['48512345678', 'UA', '48512345678'],
	['001 65 9234 5678', 'SG', '6592345678'],
	['011 48 512 345 678', 'US', '48512345678'],
	['+44 (0)7400 123456', undefined, '447400123456'],
])('%j with %s is %s', (given, country, is) => expect(read(given, country)).toBe(is));

it.each<[given: unknown, country: string | undefined, why: RegExp]>([
	['380991112233 ext 5', undefined, /has more than the digits of one number$/],
	['380991112233x5', undefined, /has more than the digits of one number$/],
	['(201) 555-0123', undefined, /may be a number of United States.* without its country code$/],
	['call me', undefined, /has no digits$/],
	['380,99', 'UA', /has more than the digits of one number$/],
	['+999123456789', undefined, /begins with a country code that does not exist$/],
	['436641234567', 'DE', /may be a number of Austria \(\+43\) without its \+, or of Germany$/],
])('%j with %s is refused: %s', (given, country, why) => expect(read(given, country)).toMatch(why));

it.each([['380991112233, ext 5', ['380991112233, ext 5']]])(
	'%j holds these numbers: %j',
	(text, numbers) => expect(writtenNumbers(text)).toEqual(numbers),
);

it.each([
	['Ukraine', 'UA'],
	['ua', 'UA'],
	['Deutschland', 'DE'],
	['Польща', 'PL'],
	['+380', 'UA'],
	['1', 'US'],
	['United Kingdom', 'GB'],
	['UK', 'GB'],
	['Atlantis', undefined],
	['+999', undefined],
])('the country %j is %s', (named, country) => expect(countryOf(named)).toBe(country));
