import { bulkEndpoint, campaignEndpoint } from '../../nodes/MessagingService/sending/requests.ts';
import { phone, run, type Ran } from './sendHarness.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

const dryRun = async (numbers: unknown[], options: object = {}, more: object = {}): Promise<Ran> =>
	await run(
		bulkEndpoint,
		{ ...more, dryRun: true, options },
		{ items: numbers.map((one) => (typeof one === 'object' ? { ...one } : { phone: one })) },
	);

describe('Default Country', () => {
	it('may be a field of each recipient, or an expression', async () => {
		const people = [
			{ phone: '0991112233', land: 'Ukraine' },
			{ phone: '601 123 456', land: '+420' },
			{ phone: '201 555 0123', land: '' },
		];
		const wanted = ['380991112233', '420601123456', '12015550123'];
		const byField = await dryRun(people, {}, { defaultCountry: '{land|US}' });
		expect(byField.json.map(({ phone: digits }) => digits)).toEqual(wanted);
		const byExpression = await dryRun(
			people.slice(0, 2),
			{},
			{ defaultCountry: '={{ $json.land }}' },
		);
		expect(byExpression.json.map(({ phone: digits }) => digits)).toEqual(wanted.slice(0, 2));
		const inList = await run(
			bulkEndpoint,
			{
				recipientSource: 'list',
				recipients: people,
				defaultCountry: '{land|US}',
				dryRun: true,
			},
			{ items: [{}] },
		);
		expect(inList.json.map(({ phone: digits }) => digits)).toEqual(wanted);
	});
});

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
		expect(error?.message).toBe('Entry 0 of Leave Out Numbers has no field "phone" [item 0]');
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
			`Entry ${at} of Leave Out Numbers cannot be read: it is of the type ${kind} [item 0]`,
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
				'4 numbers in Leave Out Numbers have no country code, and no country that is sure: whoever has such a number in their own country is left out.',
			]);
		},
	);

	it('that cannot be read stop the send: such a number would get the message', async () => {
		const { error, sent } = await run(campaignEndpoint, {
			options: { leaveOutNumbers: [phone(5), '0991112233 x 5'] },
		});
		expect(sent).toEqual([]);
		expect(error?.message).toMatch(
			/^Entry 1 of Leave Out Numbers …2335 has more than the digits of one number/,
		);
	});
});
