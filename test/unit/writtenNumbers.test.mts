import { readFileSync } from 'node:fs';
import path from 'node:path';
import { COUNTRIES, exampleMobile, metadata, parse } from '../../tools/lib/phoneLibrary.mts';
import { root } from '../../tools/lib/shell.mts';
import { numbersToLeaveOut } from '../../nodes/MessagingService/sending/leaveOut.ts';
import { checkQuietChoice, zoneJudge } from '../../nodes/MessagingService/sending/quietHours.ts';
import {
	checkDefaultCountry,
	readPhone,
	writtenNumbers,
} from '../../nodes/shared/validation/index.ts';

const CHECKS = ['strict', 'possible', 'off'] as const;

/** What a number is read as under each check; the reason where it is refused. */
const readings = (given: string, country?: string) =>
	CHECKS.map((check) => {
		const read = readPhone(given, { check, country });
		return read.ok ? read.value.digits : read.refusal.message;
	});

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

describe('two numbers within a town', () => {
	it.each(['2345678/3456789', '2345678 3456789', '234-56-78/345-67-89', '234-56-78 345-67-89'])(
		'are refused: %s',
		(given) => expect(readings(given, 'KZ')[1]).toMatch(/is two numbers$/),
	);
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

describe('what is no phone number', () => {
	it.each([
		['21. 11. 2024', 'is a date'],
		['2024. 11. 21.', 'is a date'],
		['21 - 11 - 2024', 'is a date'],
		['20241121-1045', 'is a date'],
		['[192.168.1.20]', 'is an IP address'],
		['(10.0.0.1)', 'is an IP address'],
		['12 345 678.00', 'is a number with a fraction'],
		['1 234 567.89', 'is a number with a fraction'],
		['52.5200 13.4050', 'is a pair of coordinates'],
		['-33.8688 151.2093', 'is a pair of coordinates'],
		['55.67610 / 12.56830', 'is a pair of coordinates'],
		['40.758 -73.985', 'is a pair of coordinates'],
		['33.749 -84.388', 'is a pair of coordinates'],
		['51.5074 -0.1278', 'is a pair of coordinates'],
		['- 33.8688 151.2093', 'is a pair of coordinates'],
		['(-23.5505 -46.6333)', 'is a pair of coordinates'],
		['-12345678.5', 'is a number with a fraction'],
	])('%j is refused in every country', (text, message) => {
		for (const country of [...COUNTRIES, undefined])
			for (const read of readings(text, country)) expect(read).toContain(message);
	});

	it.each([
		['70.12.34.56', 'ML', '22370123456'],
		['77.123.45.67', 'SN', '221771234567'],
	])('%s may be a mobile number of %s', (text, country, digits) => {
		expect(readings(text, country)[1]).toBe(digits);
		expect(readings(text, 'FR')[1]).toMatch(/is an IP address$/);
		expect(readings(text)[1]).toMatch(/is an IP address$/);
	});
});

describe('a mobile number of another country without its +', () => {
	it.each([
		['436641234567', 'DE', 'Austria (+43)'],
		['33612345678', 'DE', 'France (+33)'],
		['41 79 123 45 67', 'DE', 'Switzerland (+41)'],
		['447911123456', 'DE', '(+44)'],
		['(41) 79 123 45 67', 'IT', 'Switzerland (+41)'],
		['33612345678', 'LU', 'France (+33)'],
		['380991112233', 'US', 'Ukraine (+380)'],
	])('is not completed: %s with %s', (given, country, plan) => {
		const [strict, possible, off] = readings(given, country);
		expect(possible).toMatch(/…\d{4} may be a mobile number of .* without its \+$/);
		expect(possible).toContain(plan);
		expect(strict).toBe(possible);
		expect(off).toMatch(/^\d+$/);
	});

	it.each(['1-646-234-5678', '1 818 234 5678', '1 (614) 234-5678', '1 55 1234 5678'])(
		'does not lose its 1 in Mexico: %s',
		(given) => {
			const [, possible] = readings(given, 'MX');
			expect(possible).toMatch(/may be a mobile number of United States \(\+1\) without its \+$/);
		},
	);

	it('is cured by its +, or by the trunk zero where the country has one', () => {
		const cure = (given: string, country: string) =>
			readPhone(given, { check: 'possible', country });
		expect(cure('436641234567', 'DE')).toMatchObject({
			refusal: {
				description:
					'Write it with + and country code, or with its trunk zero if it is a number of Germany.',
			},
		});
		expect(cure('33612345678', 'LU')).toMatchObject({
			refusal: { description: 'Write it with + and country code.' },
		});
		expect(readings('+436641234567', 'DE')[1]).toBe('436641234567');
		expect(readings('0436641234567', 'DE')[1]).toBe('49436641234567');
	});

	it.each([
		['8 495 123 45 67', 'RU', '74951234567'],
		['03361 2345678', 'DE', '4933612345678'],
		['(3361) 2345678', 'DE', '4933612345678'],
		['4917612345678', 'DE', '4917612345678'],
		['351 912 3456', 'IT', '393519123456'],
	])('is none where something else is told: %s with %s', (given, country, digits) => {
		expect(readings(given, country)[1]).toBe(digits);
	});

	it('leaves out both numbers that it may be', () => {
		const read = numbersToLeaveOut(['436641234567'], {
			isExpression: false,
			phoneField: 'phone',
			countryFields: [],
			country: 'DE',
			eachHasCountry: false,
			check: 'possible',
			hint: () => undefined,
		});
		if (!read.ok) throw new Error(read.refusal.message);
		expect(read.value.has('436641234567', 'AT')).toBe(true);
		expect(read.value.has('49436641234567', 'DE')).toBe(true);
	});

	it('is one where both countries have the same code', () => {
		// Those of Saint Helena and Tristan da Cunha are too short for the service.
		const pairs = COUNTRIES.flatMap((country) => {
			const code = exampleMobile(country)?.countryCallingCode;
			return COUNTRIES.flatMap((other) => {
				const mobile = exampleMobile(other);
				const isShared = other !== country && mobile?.countryCallingCode === code;
				return isShared && code !== '290' ? [{ country, digits: mobile.number.slice(1) }] : [];
			});
		});
		expect(pairs.length).toBeGreaterThan(100);
		for (const { country, digits } of pairs)
			expect([country, readings(digits, country)[1]]).toEqual([country, digits]);
	});

	it('cannot be told from a mobile of the country in as many pairs of countries as the page says', () => {
		let refused = 0;
		let alike = 0;
		for (const given of COUNTRIES)
			for (const country of COUNTRIES) {
				const { number, countryCallingCode } = exampleMobile(given);
				if (countryCallingCode === metadata.countries[country]?.[0]) continue;
				const [strict = '', possible = ''] = readings(number.slice(1), country);
				if (/may be a mobile number of/.test(possible)) refused++;
				else if (/^\d+$/.test(strict) && strict !== number.slice(1)) alike++;
			}
		const page = readFileSync(path.join(root(), 'docs/numbers.md'), 'utf8');
		expect(page).toContain(`${alike} pairs of countries`);
		expect(refused).toBeGreaterThan(50_000);
	}, 60_000);
});

describe('a number in groups', () => {
	it.each([
		['+43/664/1234567', undefined, '436641234567'],
		['0043/664/1234567', undefined, '436641234567'],
		['+49/(0)1512/3456789', undefined, '4915123456789'],
		['+973 3600/1234', undefined, '97336001234'],
		['06/20/123-4567', 'HU', '36201234567'],
		['36/20/123-4567', 'HU', '36201234567'],
		['0/532/1234567', 'TR', '905321234567'],
		['06-12-24-10-45', 'FR', '33612241045'],
		['=+380991112233', undefined, '380991112233'],
		['090(1234)5678', 'JP', '819012345678'],
		['090 (1234) 5678', 'JP', '819012345678'],
		['+81 90(1234)5678', undefined, '819012345678'],
		['380 991 112 233.00', undefined, '380991112233'],
	])('is one: %s', (text, country, digits) => {
		expect(readings(text, country)[1]).toBe(digits);
	});

	it.each([
		['+43/664/1234567/12', 'AT'],
		['089/1234/5', 'DE'],
		['089/1234/567890', 'DE'],
		['+45 20123456/57', undefined],
		['+373 600 12345/6', undefined],
		['+973 3600 1234/56', undefined],
		['0991112233 (2) 3456', 'UA'],
		['0664 1234567 (12)', 'AT'],
	])('has something behind it: %s', (text, country) => {
		expect(readings(text, country)[1]).toMatch(/more digits behind a whole number$/);
	});
});

describe('a slash with blanks', () => {
	it.each([
		['0043 664 / 123 45 67', '436641234567'],
		['+49 1512 / 3456789', '4915123456789'],
		['00385 91 / 123 4567', '385911234567'],
		['00421 905/123456', '421905123456'],
		['0049 1512/3456789', '4915123456789'],
	])('may stand in one number: %s', (given, digits) => {
		expect(writtenNumbers(given)).toEqual([given]);
		expect(readings(given)[1]).toBe(digits);
	});

	it('stands between two that are long enough', () => {
		expect(writtenNumbers('0991112233 / 0992223344')).toEqual(['0991112233', '0992223344']);
	});
});

describe('several numbers', () => {
	it.each(['20123456; 20654321', '91234567,98765432', '20123456\n20654321'])(
		'of eight digits are told apart: %j',
		(given) => expect(writtenNumbers(given)).toHaveLength(2),
	);

	it('are all read, or none of them', () => {
		const all = Array.from({ length: 1000 }, (_, index) => `+4915123${index + 100_000}`);
		expect(writtenNumbers(all.slice(0, 600).join(';'))).toHaveLength(600);
		const [whole = '', ...rest] = writtenNumbers(all.join(';'));
		expect(rest).toEqual([]);
		expect(readPhone(whole, { check: 'possible' })).toMatchObject({ ok: false });
	});
});

describe('what stands behind a mobile', () => {
	it.each([
		['691 234 5678 12', 'GR'],
		['050-234-5678-12', 'IL'],
		['050 234 5678.12', 'IL'],
		['090 1234 5678 5', 'JP'],
		['0664 1234567 12', 'AT'],
		['0664 123 45 67 12', 'AT'],
		['+43 664 123 45 67 12', undefined],
		['0812 345 67 89 12', 'ID'],
		['+43 664 1234567 12', undefined],
		['0664/1234567-123', 'AT'],
		['0664 1234567 123', 'AT'],
		['347 123 4567 12', 'IT'],
		['0812 3456 7890 12', 'ID'],
		['9123 4567 123', 'SG'],
		['9123 4567 123', 'HK'],
		['9123-4567-1234', 'SG'],
		['+65 9123 4567 123', undefined],
		['6591234567 123', undefined],
		['8 (912) 345-67-89 1234', 'RU'],
		['+7 912 345 67 89 1234', undefined],
		['090-1234-5678 123', 'JP'],
		['090-1234-5678 12 345', 'JP'],
	])('is an extension: %s', (given, country) => {
		const [, possible] = readings(given, country);
		expect(possible).toMatch(/extension|behind a whole number/);
	});

	it.each([
		['0676 842729 300', 'AT', '43676842729300'],
		['0676 84 27 29 30', 'AT', '4367684272930'],
		['0664 12 34 56 78', 'AT', '4366412345678'],
		['0812 3456 7890', 'ID', '6281234567890'],
		['0812-3456-78901', 'ID', '62812345678901'],
		['040 123 45 67', 'FI', '358401234567'],
		['0664 123 45 67', 'AT', '436641234567'],
		['+43 664 12 34 56', undefined, '43664123456'],
		['+358 400 12 34 56', undefined, '358400123456'],
		['0664 123 456 789', 'AT', '43664123456789'],
	])('may be a part of it: %s', (given, country, digits) => {
		expect(readings(given, country)[1]).toBe(digits);
	});
});

describe('Leave Out Numbers', () => {
	const rules = {
		isExpression: false,
		phoneField: 'phone',
		countryFields: ['country'],
		country: 'FR',
		eachHasCountry: false,
		check: 'possible' as const,
		hint: () => undefined,
	};

	it('leaves out a number of a country that is not understood wherever it may be of', () => {
		const read = numbersToLeaveOut([{ phone: '0612345678', country: 'Nederlandia' }], rules);
		if (!read.ok) throw new Error(read.refusal.message);
		expect(read.value.has('31612345678', 'NL')).toBe(true);
		expect(read.value.has('33612345678', 'FR')).toBe(true);
	});

	it('reads all numbers of an entry, or stops', () => {
		const all = Array.from({ length: 1000 }, (_, index) => `+4915123${index + 100_000}`);
		expect(numbersToLeaveOut([{ phone: all.join(';') }], rules)).toMatchObject({ ok: false });
	});
});

describe('Quiet Hours from an expression', () => {
	it.each<[unknown]>([
		['x'],
		[7],
		[{ hours: 'x' }],
		[{ hours: ['21:00'] }],
		[['21:00']],
		[{ from: '21:00', to: '08:00' }],
	])('are not dropped without a word: %j', (value) =>
		expect(checkQuietChoice(value)).toMatchObject({ ok: false }),
	);

	it.each<[unknown]>([[undefined], [''], [{}], [{ hours: '' }]])('may be none: %j', (value) => {
		expect(checkQuietChoice(value)).toEqual({ ok: true, value: undefined });
	});
});

describe('a short national number without Default Country', () => {
	it.each(['DK', 'NO', 'SG', 'HK', 'BH'])('names the trap (%s)', (country) => {
		const given = String(exampleMobile(country)?.nationalNumber);
		const read = readPhone(given, { check: 'possible' });
		expect(read).toMatchObject({
			ok: false,
			refusal: {
				message: expect.stringContaining('looks like a national number of') as string,
				description: expect.stringContaining('Set Default Country') as string,
			},
		});
	});
});

describe('Default Country as lists of countries write it', () => {
	it.each([
		['Iran, Islamic Republic of', 'IR'],
		['Iran (Islamic Republic of)', 'IR'],
		['Korea, Republic of', 'KR'],
		['Tanzania, United Republic of', 'TZ'],
		['Bolivia, Plurinational State of', 'BO'],
		['Venezuela (Bolivarian Republic of)', 'VE'],
		['Congo, the Democratic Republic of the', 'CD'],
		['Virgin Islands, British', 'VG'],
		['Slovak Republic', 'SK'],
		['Kyrgyz Republic', 'KG'],
		['KSA', 'SA'],
	])('is understood: %s', (name, country) => {
		expect(checkDefaultCountry(name)).toEqual({ ok: true, value: country });
	});

	it.each(['Georgia, USA', 'Iran (Iraq)', 'Islamic Republic of', 'Congo, Africa'])(
		'is not guessed: %s',
		(name) => expect(checkDefaultCountry(name)).toMatchObject({ ok: false }),
	);
});

describe('the zone of a recipient', () => {
	const judge = zoneJudge('UTC');
	const placed = (zone: string) => ({ zone, country: 'GB', phone: '447400123456' });

	it.each(['BST', 'CST', 'IST', 'EST'])('is not %s, which has several meanings', (zone) => {
		expect(judge(placed(zone))).toMatchObject({ ok: false });
	});

	it.each(['Europe/London', 'UTC', 'GMT', 'Etc/GMT+3'])('may be %s', (zone) => {
		expect(judge(placed(zone))).toEqual({ ok: true, value: [zone] });
	});
});
