import { exampleMobile } from '../../tools/lib/phoneLibrary.mts';
import { numbersToLeaveOut } from '../../nodes/MessagingService/sending/leaveOut.ts';
import { checkQuietChoice, zoneJudge } from '../../nodes/MessagingService/sending/quietHours.ts';
import { readPhone } from '../../nodes/shared/validation/index.ts';

describe('Leave Out Numbers', () => {
	const rules = {
		isExpression: false,
		phoneField: 'phone',
		countryFields: ['country'],
		country: 'FR',
		eachHasCountry: false,
		hint: () => undefined,
	};

	it('leaves out a number of a country that is not understood wherever it may be of', () => {
		const read = numbersToLeaveOut([{ phone: '0612345678', country: 'Nederlandia' }], rules);
		if (!read.ok) throw new Error(read.refusal.message);
		expect(read.value.has('31612345678', 'NL')).toBe(true);
		expect(read.value.has('33612345678', 'FR')).toBe(true);
	});

	it('reads all numbers of an entry', () => {
		const all = Array.from({ length: 1000 }, (_, index) => `+4915123${index + 100_000}`);
		const read = numbersToLeaveOut([{ phone: all.join(';') }], rules);
		if (!read.ok) throw new Error(read.refusal.message);
		expect(all.every((phone) => read.value.has(phone.slice(1), 'DE'))).toBe(true);
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

	it.each<[unknown]>([[{}], [{ hours: '' }]])('are those of the night where %j is all', (value) => {
		expect(checkQuietChoice(value)).toMatchObject({
			ok: true,
			value: { quiet: { from: 21 * 60, to: 8 * 60 } },
		});
	});

	it.each<[unknown]>([[undefined], ['']])('may be none: %j', (value) => {
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
				message: expect.stringMatching(/may be a number of .* without its country code$/) as string,
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
