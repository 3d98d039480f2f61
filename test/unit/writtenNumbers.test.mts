import { readFileSync } from 'node:fs';
import path from 'node:path';
import { COUNTRIES, exampleMobile, metadata } from '../../tools/lib/phoneLibrary.mts';
import { root } from '../../tools/lib/shell.mts';
import { numbersToLeaveOut } from '../../nodes/MessagingService/sending/leaveOut.ts';
import { readPhone, writtenNumbers } from '../../nodes/shared/validation/index.ts';
import { readings } from './readings.mts';

describe('two numbers within a town', () => {
	it.each(['2345678/3456789', '2345678 3456789', '234-56-78/345-67-89', '234-56-78 345-67-89'])(
		'are refused: %s',
		(given) => expect(readings(given, 'KZ')[1]).toMatch(/is two numbers$/),
	);
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
	});
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
