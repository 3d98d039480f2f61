import { countryOf } from '../../nodes/shared/numbers/index.ts';
import { readPhone, writtenNumbers } from '../../nodes/shared/validation/index.ts';
import { COUNTRIES, exampleMobile, parse } from '../../tools/lib/phoneLibrary.mts';
import { LOOK_ALIKES, nationalForm } from '../support/exampleNumbers.mts';
import { compareWithLibrary } from '../support/numberWays.mts';

const possible = { check: 'possible' } as const;
const strict = { check: 'strict' } as const;
const read = (text: unknown, country?: string) => {
	const phone = readPhone(text, { ...possible, country });
	return phone.ok ? phone.value.digits : phone.refusal.message.replace('Phone Number ', '');
};

describe('the example mobile of every country', () => {
	/** Numbers that the service cannot be given: fewer than 9 digits. */
	const short = ['AC', 'CK', 'FK', 'SH', 'TA', 'TK'];

	it.each(COUNTRIES)('%s', (country) => {
		const example = exampleMobile(country);
		const digits = example.number.slice(1);
		const home = readPhone(nationalForm(country), { ...strict, country });
		if (short.includes(country)) {
			expect(digits.length).toBeLessThan(9);
			expect(home.ok).toBe(false);
			return;
		}
		expect(home).toEqual({
			ok: true,
			value: {
				digits,
				// Where two countries share their numbers, the library takes the larger one as well.
				country: parse(example.number)?.country,
				completed: true,
				changed: true,
			},
		});
		for (const written of [example.number, `00${digits}`, digits, example.formatInternational()])
			expect(readPhone(written, possible)).toMatchObject({
				ok: true,
				value: { digits, completed: false },
			});
		// Lists of one country hold its own code, too: it is not put in front once more.
		expect(read(digits, country)).toBe(digits);
	});

	it('is refused in national form where no country is named, but for those that are numbers of another one', () => {
		const taken = COUNTRIES.filter((country) => readPhone(nationalForm(country), possible).ok);
		expect(taken.sort()).toEqual(LOOK_ALIKES.map(({ country }) => country).sort());
		for (const { country, as } of LOOK_ALIKES)
			expect(readPhone(nationalForm(country), possible)).toMatchObject({ value: { country: as } });
	});

	it.each(COUNTRIES)('%s names the trap', (country) => {
		const answer = read(nationalForm(country));
		if (LOOK_ALIKES.some((one) => one.country === country)) return;
		expect(answer).toMatch(/its country code is missing$|has \d digits instead of 9 to 15$/);
	});
});

test('random numbers in all ways of writing are read as by the library', () => {
	const { unlisted, taken } = compareWithLibrary(500, 7);
	expect(unlisted).toEqual([]);
	expect(taken).toBeGreaterThan(5000);
});

describe('a number without its country code', () => {
	it.each([
		['(201) 555-0123', 'US', '12015550123'],
		['201-555-0123', '+1', '12015550123'],
		['1 (201) 555-0123', 'US', '12015550123'],
		['0991112233', 'UA', '380991112233'],
		['099 111-22-33', 'Ukraine', '380991112233'],
		['991112233', 'UA', '380991112233'],
		[991112233, 'UA', '380991112233'],
		['380991112233', 'UA', '380991112233'],
		['80 99 111 22 33', 'UA', '380991112233'],
		['8 (044) 123-45-67', 'UA', 'refused'],
		['80331234567', 'UA', 'refused'],
		['8 (099) 111-22-33', 'UA', '380991112233'],
		['8 099 111 22 3', 'UA', 'refused'],
		['601 123 456', 'CZ', '420601123456'],
		['0612 345 678', 'CZ', 'refused'],
		['0601 123 456', 'CZ', 'refused'],
		['0612345678', 'PL', 'refused'],
		['099 111 22 33', 'KZ', 'refused'],
		['+420 0612345678', 'CZ', 'refused'],
		['01 01 23 45 67', 'CI', '2250101234567'],
		['8 912 345-67-89', 'RU', '79123456789'],
		['0612345678', 'IT', '390612345678'],
		['312 345 6789', 'IT', '393123456789'],
		['011 15-2345-6789', 'AR', '5491123456789'],
		['0 15 1 (11) 91234-5678', 'BR', 'refused'],
		['(11) 91234-5678', 'BR', '5511912345678'],
		['0 21 11 91234-5678', 'BR', '5511912345678'],
		['044 55 1234 5678', 'MX', '525512345678'],
		['52 1 55 1234 5678', 'MX', '525512345678'],
		['011 44 7400 123456', 'US', '447400123456'],
		['0151/23456789', 'DE', '4915123456789'],
		['+48 512 345 678', 'UA', '48512345678'],
		['0048 512 345 678', 'UA', '48512345678'],
		['44793412345', 'IM', '44793412345'],
	])('%j of %s is %s', (text, country, digits) => {
		const answer = read(text, countryOf(country));
		expect(/^\d+$/.test(answer) ? answer : 'refused').toBe(digits);
	});

	test('a zero that the country does not dial is named, with what to do', () => {
		expect(readPhone('0612 345 678', { check: 'possible', country: 'CZ' })).toMatchObject({
			refusal: {
				message: 'Phone Number …5678 begins with 0, as no such number of Czechia (+420) does',
				description: expect.stringMatching(/without the 0.*Default Country/) as string,
			},
		});
		expect(readPhone('0612 345 678', { check: 'off', country: 'CZ' }).ok).toBe(true);
	});

	it.each([
		[
			'(201) 555-0123',
			'…0123 looks like a national number of United States, Colombia, India: its country code is missing',
		],
		[
			'601 123 456',
			'…3456 looks like a national number of Poland, Czechia, Finland: its country code is missing',
		],
	])('%j without a country: %s', (text, message) => {
		expect(read(text)).toMatch(/looks like a national number of .*: its country code is missing$/);
		expect(message).toContain('country code');
	});
});

describe('a number as lists and spreadsheets hold it', () => {
	it.each([
		["'0991112233", 'UA', '380991112233'],
		['\u20190991112233', 'UA', '380991112233'],
		["'+380991112233", undefined, '380991112233'],
		['="0991112233"', 'UA', '380991112233'],
		['="+380991112233"', undefined, '380991112233'],
		['"380991112233"', undefined, '380991112233'],
		['+380991112233;', undefined, '380991112233'],
		['+380991112233, ', undefined, '380991112233'],
		['; 099 111 22 33', 'UA', '380991112233'],
		['\u202a+380\u00a099\u2011111\u201122\u201133\u202c', undefined, '380991112233'],
		['\u200f\u0660\u0665\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667', 'AE', '971501234567'],
		['\uff0b\uff13\uff18\uff10 99 111 22 33', undefined, '380991112233'],
		['00 44 (0)7400 123456', undefined, '447400123456'],
		['+49-(0)151-23456789', undefined, '4915123456789'],
		['(+49) ( 0 ) 151 23456789', undefined, '4915123456789'],
		['49 (0)176 12345678', 'DE', '4917612345678'],
		['+39 (0)6 1234 5678', undefined, '390612345678'],
		['4917612345678', 'DE', '4917612345678'],
		['62811123456', 'ID', '62811123456'],
		['38344123456', 'XK', '38344123456'],
		['380991112233.0', undefined, '380991112233'],
		['380991112233,0', undefined, '380991112233'],
		['3.80991112233E11', undefined, '380991112233'],
		['3,80991112233e+11', undefined, '380991112233'],
		['\u201c+380991112233\u201d', undefined, '380991112233'],
		['\u201e099 111 22 33\u201c', 'UA', '380991112233'],
		["'+380991112233'", undefined, '380991112233'],
		['<(201) 555-0123>', 'US', '12015550123'],
		['%2B380991112233', undefined, '380991112233'],
		['%2b380%2099%20111%2022%2033', undefined, '380991112233'],
		['tel:+1-201-555-0123', undefined, '12015550123'],
		['tel://0991112233', 'UA', '380991112233'],
		['sms:+380991112233', undefined, '380991112233'],
		['whatsapp:+380991112233', 'US', '380991112233'],
		['380991112233@s.whatsapp.net', 'US', '380991112233'],
		['380991112233:12@s.whatsapp.net', undefined, '380991112233'],
		['380991112233@c.us', undefined, '380991112233'],
		['https://wa.me/380991112233', 'US', '380991112233'],
		['mob. 07400 123456', 'GB', '447400123456'],
		['Mobile: 07400 123456', 'GB', '447400123456'],
		['тел. 099 111-22-33', 'UA', '380991112233'],
		['Моб.: +380 99 111 22 33', undefined, '380991112233'],
		['tel. kom. 601 234 567', 'PL', '48601234567'],
		['Handy 0151 23456789', 'DE', '4915123456789'],
		['0991112233 (Viber)', 'UA', '380991112233'],
		['(201) 555-0123 (cell)', 'US', '12015550123'],
		['090\u30fc1234\u30fc5678', 'JP', '819012345678'],
	])('%j of %s is %s', (text, country, digits) => {
		expect(read(text, country)).toBe(digits);
	});

	it.each([
		['+1 (201) 555-0123 x2', /has an extension$/],
		['1-800-FLOWERS', /has characters that are not digits$/],
		['3.80991E+11', /is shortened by a spreadsheet$/],
		['3,80991E+11', /is shortened by a spreadsheet$/],
		['3.80991112E+11', /is shortened by a spreadsheet$/],
		['Fax 030 12345678', /has characters that are not digits$/],
		['0991112233 (wrong)', /has characters that are not digits$/],
		['Order 4155552671', /has characters that are not digits$/],
		['Tel. 2 0151 23456789', /has characters that are not digits$/],
		['Tel 1 0151 23456789', /has characters that are not digits$/],
		['mobster 4155552671', /has characters that are not digits$/],
		['120363041234567890@g.us', /has characters that are not digits$/],
		['5215512345678@s.whatsapp.net', /has a 1 behind \+52, as no number of Mexico/],
		['mob. 099 111 22 33, 050 111 22 33', /holds 2 numbers$/],
		['=HYPERLINK("380991112233")', /has characters that are not digits$/],
		['""380991112233', /has characters that are not digits$/],
		["'", /is empty$/],
		['=""', /is empty$/],
		['0', /has 1 digit instead of 9 to 15$/],
		[380991112233.5, /is a number that is negative, too long or has a fraction$/],
		[true, /is the value true$/],
		[['380991112233'], /is a list$/],
	])('%j is refused', (text, message) => {
		expect(read(text)).toMatch(message);
	});
});

describe('a number with its country code', () => {
	it.each([
		['+5215512345678', '…5678 has a 1 behind +52, as no number of Mexico (+52) has'],
		['+999123456789', '…6789 begins with a country code that does not exist'],
		['0 051 238 563 693', '…3693 begins with 0, so its country code is missing'],
		['+0991112233', '…2233 begins with a country code that does not exist'],
		['+38099111223', '…1223 has 8 digits behind +380, but numbers of Ukraine (+380) have 9 or 10'],
		[
			'+38099111223344',
			'…3344 has 11 digits behind +380, but numbers of Ukraine (+380) have 9 or 10',
		],
	])('%s: %s', (text, message) => {
		expect(read(text)).toBe(message);
	});

	it('need not be possible where the check is off', () => {
		for (const text of ['+5215512345678', '123456789', '123456789012345'])
			expect(readPhone(text, { check: 'off' }).ok).toBe(true);
		expect(readPhone('12345678', { check: 'off' }).ok).toBe(false);
		expect(readPhone('0991112233', { check: 'off' }).ok).toBe(false);
	});

	it('must be mobile or possibly mobile under the strict check', () => {
		const answer = (text: string) => {
			const phone = readPhone(text, strict);
			return phone.ok || phone.refusal.message;
		};
		expect(answer('+380991112233')).toBe(true);
		expect(answer('+12015550123')).toBe(true);
		expect(answer('+442079460958')).toContain('is no mobile number of United Kingdom (+44)');
		expect(answer('+380111112233')).toContain('is no number of Ukraine (+380)');
	});
});

describe('what is not one number', () => {
	const glued = '…$ has more digits behind a whole number';
	it.each([
		['380991112233/34', glued],
		['380991112233 (2)', glued],
		['+380 99 111 22 33 (2)', glued],
		['380991112233.5', /fraction/],
		['+380991112233.5', glued],
		['+380 99 111 22 33/34', glued],
		['099-111-22-33-4', glued],
		['+380 99 111 22 33 4', glued],
		['21 11 2024', /is a date$/],
		['2024 11 21', /is a date$/],
		['380991112233 ext 5', /has an extension$/],
		['+380 99 111 22 33 доб. 12', /has an extension$/],
		['+380991112233;ext=5', /has an extension$/],
		['+380991112233 #7', /has an extension$/],
		['192.168.100.200', /is an IP address$/],
		['2024-11-21 10', /is a date$/],
		['21.11.2024', /is a date$/],
		['11/21/2024 1045', /is a date$/],
		['1.23456789012', /is a number with a fraction$/],
		['380991112233 380992223344', glued],
		['380991112233; 380992223344', /holds 2 numbers$/],
		['380991112233, 380992223344, 380993334455', /holds 3 numbers$/],
		['099 111 22 33 / 099 222 33 44', /holds 2 numbers$/],
		['380,991,112,233', /has characters that are not digits$/],
	])('%j is refused', (text, message) => {
		const answer = read(text, 'UA');
		if (typeof message === 'string')
			expect(answer).toMatch(/has more digits behind a whole number$/);
		else expect(answer).toMatch(message);
		expect(answer).not.toMatch(/\d{5}/);
	});

	it.each([
		['089/1234/5', 'has more digits behind a whole number'],
		['089/1234/56', 'has more digits behind a whole number'],
		['0664 123 45 67-12', 'has an extension'],
		['+43 664 123 45 67-12', 'has an extension'],
		['0664 1234567 - 123', 'has an extension'],
		['012345 067890', 'is two numbers'],
		['012345 / 067890', 'is two numbers'],
		['(089) 12345 (089) 67890', 'is two numbers'],
		['20241121 1045', 'is a date'],
		['20241121 104530', 'is a date'],
		['11-21-24 1045', 'is a date'],
		['21.11.24 10.45', 'is a date'],
		['24/11/21 9 45', 'is a date'],
		['10.0.0.1 22', 'is an IP address'],
		['10.0.0.1/24', 'is an IP address'],
	])('%j is refused in every country, those with wide plans too', (text, message) => {
		for (const country of COUNTRIES)
			for (const check of ['possible', 'off'] as const) {
				const phone = readPhone(text, { check, country });
				expect(phone.ok ? `${country} has ${text}` : phone.refusal.message).toContain(message);
			}
	});

	it.each([
		['015023 012345', 'DE', '4915023012345'],
		['0176 123 456-78', 'DE', '4917612345678'],
		['0664 123 45-67', 'AT', '436641234567'],
		['0664 12 34 56 78', 'AT', '4366412345678'],
		['099 111 22-33', 'UA', '380991112233'],
		['099.111.22.33', 'UA', '380991112233'],
		['099/111/22/33', 'UA', '380991112233'],
		['0812/3456/789', 'ID', '628123456789'],
		['0812-3456-78901', 'ID', '62812345678901'],
		['0812-345-678-901', 'ID', '62812345678901'],
		['0812 345 067 890', 'ID', '62812345067890'],
		['07911 012345', 'GB', '447911012345'],
		['20241121', 'DK', '4520241121'],
		['20 24 11 21', 'DK', '4520241121'],
		['011 380 99 111 22-33', 'US', '380991112233'],
		['06.12.34.05.06', 'FR', '33612340506'],
	])('%j of %s is one number', (text, country, digits) => {
		expect(read(text, country)).toBe(digits);
	});
});

describe('several numbers in one field', () => {
	it.each([
		['380991112233;380992223344', ['380991112233', '380992223344']],
		['0991112233, 0992223344', ['0991112233', ' 0992223344']],
		['380991112233', ['380991112233']],
		['380,991,112,233', ['380,991,112,233']],
		['380991112233, call after 5', ['380991112233, call after 5']],
	])('%j', (text, parts) => {
		expect(writtenNumbers(text)).toEqual(parts);
	});
});
