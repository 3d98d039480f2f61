import { COUNTRIES, exampleMobile, metadata, parse } from '../../tools/lib/phoneLibrary.mts';
import { readPhone } from '../../nodes/shared/validation/index.ts';
import { readings } from './readings.mts';

describe('a zero in brackets', () => {
	it.each([
		['+38 (0)97 123 45 67', '380971234567'],
		['0038 (0)97 123 45 67', '380971234567'],
		['38 (0)97 123 45 67', '380971234567'],
		['+4 (0)741 234 567', '40741234567'],
		['+9 (0)532 123 45 67', '905321234567'],
		['+6 (0)12-345 6789', '60123456789'],
		['+88 (0)1712 345678', '8801712345678'],
	])('ends the country code in %s', (given, digits) => {
		expect(readings(given)).toEqual([digits, digits, digits]);
	});

	it.each([
		['+44 (0)7400 123456', '447400123456'],
		['+49-(0)1512-3456789', '4915123456789'],
		['+380 (0)99 111 22 33', '380991112233'],
	])('is dropped behind a whole country code: %s', (given, digits) => {
		expect(readings(given)).toEqual([digits, digits, digits]);
	});

	it.each([
		['43 (0)664 1234567', 'DE', '436641234567'],
		['41 (0)79 123 45 67', 'DE', '41791234567'],
		['33 (0)6 12 34 56 78', 'LU', '33612345678'],
		['49 (0)151 23456789', 'AT', '4915123456789'],
		['44(0)7911123456', 'US', '447911123456'],
		['44 (0)20 7946 0958', 'DE', '442079460958'],
		['49 (0)151 23456789', 'DE', '4915123456789'],
	])('tells the country code before it: %s with %s', (given, country, digits) => {
		expect(readPhone(given, { check: 'possible', country })).toMatchObject({
			ok: true,
			value: { digits, completed: false, changed: true },
		});
	});

	it.each(['CG', 'CI'])('stays where numbers begin with it (%s)', (country) => {
		const { countryCallingCode, nationalNumber } = exampleMobile(country) ?? {};
		expect(nationalNumber).toMatch(/^0/);
		const digits = `${countryCallingCode}${nationalNumber}`;
		expect(readings(`+${countryCallingCode} (0)${nationalNumber?.slice(1)}`)).toEqual([
			digits,
			digits,
			digits,
		]);
	});
});

describe('a zero behind the country code', () => {
	it.each([
		['+380 099 111 22 33', 'Ukraine (+380)'],
		['+380 (099) 111 22 33', 'Ukraine (+380)'],
		['00380 099 111 22 33', 'Ukraine (+380)'],
		['+49 0151 23456789', 'Germany (+49)'],
		['+44 07400 123456', 'United Kingdom (+44)'],
	])('is named where no number has it: %s', (given, plan) => {
		const [strict, possible, off] = readings(given);
		expect(possible).toMatch(/…\d{4} has a 0 behind \+\d+, as no number of .* has$/);
		expect(possible).toContain(plan);
		expect(strict).toBe(possible);
		expect(off).toMatch(/^\d+$/);
	});

	it.each(['+39 06 1234 5678', '+225 01 01 23 45 67'])(
		'stays where numbers have it: %s',
		(given) => {
			expect(readings(given)[1]).toBe(given.replace(/\D/g, ''));
		},
	);
});

describe('a mobile number of Italy with a zero in front', () => {
	const cure = 'Write it without the 0 if it belongs to that country';

	it.each(['0347 1234567', '0345 1234567', '0335/1234567', '0333 123 4567'])(
		'is refused: %s',
		(given) => {
			expect(readPhone(given, { check: 'possible', country: 'IT' })).toMatchObject({
				refusal: {
					message: 'Phone Number …4567 begins with 0, as no such number of Italy (+39) does',
					description: expect.stringContaining(cure) as string,
				},
			});
		},
	);

	it.each(['+39 0347 1234567', '+39 0345 1234567', '0039 0347 1234567', '390347 1234567'])(
		'is refused behind the country code: %s',
		(given) => {
			expect(readPhone(given, { check: 'possible' })).toMatchObject({
				refusal: {
					message: 'Phone Number …4567 has a 0 behind +39, as no such number of Italy (+39) has',
					description: expect.stringContaining('Write it without that 0') as string,
				},
			});
		},
	);

	it.each([
		['+39 (0)347 1234567', '393471234567'],
		['0039 (0)347 1234567', '393471234567'],
		['39 (0) 347 1234567', '393471234567'],
		['+39 (0)345 1234567', '393451234567'],
	])('loses it in brackets, as everywhere: %s', (given, digits) => {
		expect(readings(given)).toEqual([digits, digits, digits]);
	});

	it('keeps it where landlines begin so', () => {
		expect(readings('0345 123456', 'IT')[1]).toBe('390345123456');
		expect(readings('+39 (0)345 123456')[1]).toBe('390345123456');
		expect(readings('0321 123456', 'IT')[1]).toBe('390321123456');
		expect(readings('+39 (0)6 1234 5678')[1]).toBe('390612345678');
	});
});

describe('what is dialled within a country, behind its code', () => {
	it.each([
		['+52 1 55 1234 5678', '1', 'Mexico (+52)'],
		['0052 1 55 1234 5678', '1', 'Mexico (+52)'],
		['5215512345678', '1', 'Mexico (+52)'],
		['+7 8 912 345-67-89', '8', 'Russia (+7)'],
		['+36 06 30 123 4567', '06', 'Hungary (+36)'],
	])('is named: %s', (given, prefix, plan) => {
		const read = readPhone(given, { check: 'possible' });
		expect(read).toMatchObject({
			refusal: {
				message: expect.stringMatching(
					new RegExp(` has a ${prefix} behind \\+\\d+, as no `),
				) as string,
				description: expect.stringContaining(`Write it without that ${prefix}`) as string,
			},
		});
		expect(read).toMatchObject({ refusal: { message: expect.stringContaining(plan) as string } });
	});
});

describe('a country code that is written twice', () => {
	it.each([
		['65 65 9123 4567', 'SG'],
		['+65 65 9123 4567', undefined],
		['+1 1 201 555 0123', undefined],
		['0048 48 601 234 567', 'PL'],
	])('is named: %s', (given, country) => {
		const [strict, possible] = readings(given, country);
		expect(possible).toMatch(/ has a (\d+) behind \+\1, as no /);
		expect(strict).toBe(possible);
	});
});

describe('brackets around a country code and an area', () => {
	it.each(['(380 99) 111-22-33', '(38099) 111-22-33', '(1 201) 555-0123'])(
		'name the trap: %s',
		(given) => {
			expect(readPhone(given, { check: 'possible' })).toMatchObject({
				refusal: {
					message: expect.stringMatching(
						/brackets like those around an area code|looks like/,
					) as string,
					description: expect.stringContaining('Set Default Country') as string,
				},
			});
		},
	);

	it('are read where the country is known', () => {
		expect(readings('(380 99) 111-22-33', 'UA')[1]).toBe('380991112233');
	});
});

describe('what is dialled for calls abroad', () => {
	it.each([
		['001 65 9123 4567', 'SG', '6591234567'],
		['001 65 8123 4567', 'HK', '6581234567'],
		['0011 44 7400 123456', 'AU', '447400123456'],
		['000 256 712 345678', 'KE', '256712345678'],
		['009 234 803 123 4567', 'NG', '2348031234567'],
		['0014 351 912 345 678', 'BR', '351912345678'],
		['00700 44 7400 123456', 'KR', '447400123456'],
		['8 10 380 99 111 22 33', 'RU', '380991112233'],
		['011 44 7400 123456', 'US', '447400123456'],
		['00 44 7400 123456', 'SG', '447400123456'],
		['0044 7400 123456', 'US', '447400123456'],
	])('is dropped: %s in %s', (given, country, digits) => {
		const read = readPhone(given, { check: 'possible', country });
		// It had its country code, so that it does not count as completed.
		expect(read).toMatchObject({ ok: true, value: { digits, completed: false } });
		if (!given.startsWith('00 ') && !given.startsWith('0044'))
			expect(read).toMatchObject({ value: { changed: true } });
	});

	it('is asked about where the digits behind 00 are a number, too', () => {
		const [, possible] = readings('001 65 9234 5678', 'SG');
		expect(possible).toBe(
			'Phone Number …5678 may be a number of United States (+1), or of Singapore (+65) behind the 001 that Singapore dials for calls abroad',
		);
		expect(readings('00 1 659 234 5678', 'SG')[1]).toBe('16592345678');
	});

	it.each([
		['00573419234553', 'CO', '573419234553'],
		['00821310090000', 'KR', '821310090000'],
	])(
		'does not lead abroad with a slip in a number of the own country: %s',
		(given, country, digits) => {
			expect(readings(given, country)[1]).toBe(digits);
		},
	);

	/** What a country dials, where it is more than 00. */
	const prefixes = COUNTRIES.flatMap((country) => {
		const pattern = new RegExp(`^(?:${metadata.countries[country]?.[1]})`);
		const dialled = Array.from({ length: 100 }, (_, end) => {
			const [prefix = ''] = pattern.exec(`00${String(end).padStart(2, '0')}`) ?? [];
			return prefix;
		});
		return [...new Set(dialled)]
			.filter((prefix) => prefix.length > 2)
			.map((prefix) => [country, prefix] as const);
	});

	it('is known of all countries that dial 00 and more', () => {
		expect(new Set(prefixes.map(([country]) => country)).size).toBeGreaterThan(15);
	});

	it.each(prefixes)('leads %s with %s to nobody else', (country, prefix) => {
		for (const other of COUNTRIES) {
			const digits = exampleMobile(other).number.slice(1);
			const dialled = readings(prefix + digits, country)[1] ?? '';
			const zeros = readings(`00${digits}`, country)[1] ?? '';
			const behindZeros = (prefix + digits).slice(2);
			const behind = parse(`+${behindZeros}`);
			const isOwn = behind?.countryCallingCode === metadata.countries[country]?.[0];
			const isOther = behind?.isValid() || (isOwn && behind?.isPossible());
			if (/^\d+$/.test(dialled)) expect([digits, isOther && behindZeros]).toContain(dialled);
			if (/^\d+$/.test(zeros)) expect(zeros).toBe(digits);
			else expect(zeros).toMatch(/ may be a number of | has \d+ digits? instead of /);
		}
	});
});
