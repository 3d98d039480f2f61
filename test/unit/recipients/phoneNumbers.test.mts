import { isMobile, parse } from '../../../nodes/shared/numbers/library.ts';
import { countryOfMobile, mobileDialled } from '../../../nodes/shared/numbers/mobiles.ts';
import { readPhone } from '../../../nodes/shared/validation/index.ts';
import { LOOK_ALIKES, nationalForm } from '../../support/exampleNumbers.mts';
import { COUNTRIES, exampleMobile } from '../../../tools/lib/phoneLibrary.mts';
import { randomOf } from '../../support/random.mts';

// How the numbers of each country are read; what people write besides stands in writtenNumbers.test.mts.

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
