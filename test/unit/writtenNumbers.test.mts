import { exampleMobile } from '../../tools/lib/phoneLibrary.mts';
import { numbersToLeaveOut } from '../../nodes/MessagingService/sending/leaveOut.ts';
import { checkQuietChoice, zoneJudge } from '../../nodes/MessagingService/sending/quietHours.ts';
import { readPhone, writtenNumbers } from '../../nodes/shared/validation/index.ts';

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
	])('is an extension: %s', (given, country) => {
		const [, possible] = readings(given, country);
		expect(possible).toMatch(/extension|behind a whole number/);
	});
});

describe('Leave Out Numbers', () => {
	const rules = {
		phoneField: 'phone',
		countryFields: ['country'],
		country: 'FR',
		eachHasCountry: false,
		check: 'possible' as const,
		hint: () => undefined,
	};

	it('leaves out a number of a country that is not understood wherever it may be of', () => {
		const read = numbersToLeaveOut([{ phone: '0612345678', country: 'Nederland' }], rules);
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
	it.each<[unknown]>([['x'], [7], [{ hours: 'x' }], [{ hours: ['21:00'] }], [['21:00']]])(
		'are not dropped without a word: %j',
		(value) => expect(checkQuietChoice(value)).toMatchObject({ ok: false }),
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
