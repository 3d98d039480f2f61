import { numbersToLeaveOut } from '../../../nodes/MessagingService/sending/leaveOut.ts';
import { checkQuietChoice, zoneJudge } from '../../../nodes/MessagingService/sending/quietHours.ts';
import {
	bulkEndpoint,
	campaignEndpoint,
} from '../../../nodes/MessagingService/sending/endpoints.ts';
import { phone, run, type Ran } from '../sending/sendHarness.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

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

	it.each([
		['a country that is known', 'DE', '49 30 1234567/9'],
		['no country', '', '030 1234567 (9)'],
		['no country', '', '49 30 1234567/9'],
	])('leaves out who may be meant by a number with more behind it: %s, %s', (_, country, entry) => {
		const read = numbersToLeaveOut([entry], { ...rules, country });
		if (!read.ok) throw new Error(read.refusal.message);
		expect(read.value.has('49301234567', 'DE')).toBe(true);
		expect(read.value.has('4930123456', 'DE')).toBe(false);
	});

	it.each([
		['DE', '030 1234567/9'],
		['', '+49 30 1234567 (9)'],
	])('stops at what may be several: %s, %s', (country, entry) => {
		const read = numbersToLeaveOut([entry], { ...rules, country });
		expect(read.ok || read.refusal.message).toMatch(/has more than the digits of one number$/);
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

const dryRun = async (numbers: unknown[], options: object = {}, more: object = {}): Promise<Ran> =>
	await run(
		bulkEndpoint,
		{ ...more, dryRun: true, options },
		{ items: numbers.map((one) => (typeof one === 'object' ? { ...one } : { phone: one })) },
	);

describe('Leave Out Numbers', () => {
	it.each([
		['text', `+${phone(0)}, ${phone(2)}`],
		['numbers', [phone(0), Number(phone(2))]],
		['rows', [{ phone: `+${phone(0)}` }, { phone: phone(2), note: 'x' }, { phone: '' }]],
		['items', [{ json: { phone: phone(0) } }, { json: { phone: phone(2) } }]],
		['national numbers', ['099 111 22 00', '0991112202']],
		['rows of an empty table, too', [{ json: {} }, { phone: phone(0) }, { phone: phone(2) }]],
	])('are left out with their reason: %s', async (_, leaveOutNumbers) => {
		const { json } = await dryRun(
			[phone(0), phone(1), phone(2)],
			{ leaveOutNumbers },
			{ defaultCountry: 'UA' },
		);
		expect(json.map(({ status, reason }) => [status, reason])).toEqual([
			['skipped', 'The number is in Leave Out Numbers'],
			['dry run', 'Would be sent'],
			['skipped', 'The number is in Leave Out Numbers'],
		]);
	});

	it('are left out as they stand, too, as in the stop list of the service', async () => {
		const { json } = await dryRun(
			['+48 512 345 678', '0176 12345678', '0176 12345679'],
			{ leaveOutNumbers: [{ phone: '48512345678' }, { phone: 4917612345678 }] },
			{ defaultCountry: 'DE' },
		);
		expect(json.map(({ status }) => status)).toEqual(['skipped', 'skipped', 'dry run']);
	});

	it.each([
		['another name', [{ number: phone(5) }]],
		['a list in a list', [[phone(5)]]],
		['a list in an object', { json: { data: [{ phone: phone(5) }] } }],
	])('stop the send where a row has no number under the name: %s', async (_, leaveOutNumbers) => {
		const { error, sent } = await run(campaignEndpoint, { options: { leaveOutNumbers } });
		expect(sent).toEqual([]);
		expect(error?.message).toBe('Entry 1 of Leave Out Numbers has no field "phone" [item 1]');
	});

	it.each<[string, unknown, number]>([
		['Set', new Set([phone(0)]), 0],
		['Map', new Map([[phone(0), true]]), 0],
		['Set', [phone(1), new Set([phone(0)])], 1],
		['Set', { json: new Set([phone(0)]) }, 0],
		['Date', new Date(), 0],
		['Array Iterator', [phone(0)].values(), 0],
	])('stop the send where nothing can be read of a %s: %j', async (kind, leaveOutNumbers, at) => {
		const { error, sent } = await run(campaignEndpoint, { options: { leaveOutNumbers } });
		expect(sent).toEqual([]);
		expect(error?.message).toBe(
			`Entry ${at + 1} of Leave Out Numbers cannot be read: it is of the type ${kind} [item 1]`,
		);
	});

	const hinted = (ran: Ran) => ran.hints.filter((text) => text.includes('Leave Out Numbers'));
	const people = [
		{ phone: '0991112233', land: 'UA' },
		{ phone: '0601 123 456', land: 'DE' },
		{ phone: '601 123 456', land: 'CZ' },
		{ phone: '+420 601 123 457', land: '' },
		{ phone: '8 912 345-67-89', land: 'RU' },
	];
	const byField = { defaultCountry: '{land}' };
	const byExpression = { defaultCountry: '={{ $json.land }}' };

	it.each([
		['Default Country by placeholder', byField],
		['Default Country by expression', byExpression],
	])('in rows are of the country that the row names: %s', async (_, more) => {
		const ran = await dryRun(
			people,
			{
				leaveOutNumbers: [
					{ phone: '099 111 22 33', land: 'Ukraine' },
					{ phone: '601123456', land: 'CZ' },
					{ phone: '601 123 457', country: '+420' },
					{ phone: '912 345-67-89', land: 'India' },
				],
			},
			more,
		);
		expect(ran.json.map(({ status }) => status)).toEqual([
			'skipped',
			'dry run',
			'skipped',
			'skipped',
			'dry run',
		]);
		expect(hinted(ran)).toEqual([]);
	});

	it.each([
		['Default Country by placeholder', byField],
		['the same with another one', { defaultCountry: '{land|PL}' }],
		['Default Country by expression', byExpression],
	])(
		'without a country leave out who has them in their own country, and a hint counts them: %s',
		async (_, more) => {
			const leaveOutNumbers = ['099 111-22-33', { phone: '601123456' }, '601123457', '89123456789'];
			const ran = await dryRun(people, { leaveOutNumbers }, more);
			expect(ran.json.map(({ status }) => status)).toEqual([
				'skipped',
				'skipped',
				'skipped',
				'skipped',
				'skipped',
			]);
			expect(hinted(ran)).toEqual([
				'4 numbers in Leave Out Numbers have no country code, and no country is certain: whoever has such a number in their own country is left out.',
			]);
		},
	);

	it('that cannot be read stop the send: such a number would get the message', async () => {
		const { error, sent } = await run(campaignEndpoint, {
			options: { leaveOutNumbers: [phone(5), '0991112233 x 5'] },
		});
		expect(sent).toEqual([]);
		expect(error?.message).toMatch(
			/^Entry 2 of Leave Out Numbers …2335 has more than the digits of one number/,
		);
	});
});
