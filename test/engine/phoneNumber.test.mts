import { asked, jsonOf, pairsOf, stageOfTests, WAYS } from './stage.mts';

const stage = stageOfTests();
const check = 'phoneNumber.check';
const OWN = { phone: '={{ $json.phone }}' };

const KYIV = {
	phone: '380991112233',
	refused: false,
	reason: null,
	valid: true,
	country: 'UA',
	type: 'mobile',
	e164: '+380991112233',
	national: '099 111 2233',
	time_zones: 'Europe/Kyiv, Europe/Simferopol',
	phone_given: '099 111-22-33',
};

describe('Phone Number: Check', () => {
	it.each(WAYS)(
		'says how each number is read, and asks the service for nothing (%s)',
		async (way) => {
			const items = [
				{ phone: '099 111-22-33', name: 'Olha', country: 'Ukraine' },
				{ phone: '0123', country: 'UA' },
				{ phone: '+49 30 901820', country: '' },
				{ phone: null, country: '' },
				{ phone: '+800 1234 5678', country: '' },
			];
			const run = await stage.act(check, { ...OWN, defaultCountry: '{country}' }, { items, way });
			expect(run.error).toBeUndefined();
			expect(pairsOf(run)).toEqual([0, 1, 2, 3, 4]);
			const [first, ...others] = jsonOf(run);
			expect(first).toEqual({ ...KYIV, name: 'Olha' });
			expect(Object.keys(first ?? {}).at(-1)).toBe('name');
			const none = { valid: false, country: null, type: null, e164: null, national: null };
			expect(others).toEqual([
				{
					...none,
					phone: '0123',
					refused: true,
					reason: expect.stringMatching(/^Phone Number …0123 has 4 digits/) as string,
					time_zones: null,
					phone_given: null,
				},
				expect.objectContaining({
					phone: '4930901820',
					refused: false,
					type: 'fixed_line',
					national: '030 901820',
					time_zones: 'Europe/Berlin, Europe/Zurich',
				}),
				expect.objectContaining({ phone: null, refused: true, reason: 'Phone Number is empty' }),
				// A number of no country.
				expect.objectContaining({ phone: '80012345678', country: null, valid: true }),
			]);
			expect(asked(stage)).toEqual([]);
		},
	);

	it('leaves the fields of the item out if they are not wanted', async () => {
		const run = await stage.act(
			check,
			{ ...OWN, defaultCountry: 'UA', includeInputFields: false },
			{ items: [{ phone: '099 111-22-33', name: 'Olha' }] },
		);
		expect(jsonOf(run)).toEqual([KYIV]);
	});

	it('refuses a wrong form, for its items alone under Continue', async () => {
		const items = [
			{ phone: '099 111-22-33', all: true },
			{ phone: '1', all: 'perhaps' },
		];
		const wrong = await stage.act(check, { ...OWN, defaultCountry: 'Atlantis' }, { items });
		expect(wrong.error?.message).toMatch(/^Default Country .* \[item 1\]$/);
		const run = await stage.act(
			check,
			{ ...OWN, defaultCountry: 'UA', includeInputFields: '={{ $json.all }}' },
			{ items, node: { onError: 'continueErrorOutput' } },
		);
		expect(jsonOf(run)).toEqual([{ ...KYIV, all: true }]);
		expect(run.outputs[1]?.map(({ json }) => json.error)).toEqual([
			'Include Input Fields is "perhaps", which is neither true nor false [item 2]',
		]);
	});

	it('gives a send behind it what it needs', async () => {
		const checked = await stage.act(
			check,
			{ ...OWN, defaultCountry: 'UA' },
			{ items: [{ phone: '099 111-22-33', name: 'Olha' }, { phone: 'none' }] },
		);
		const kept = jsonOf(checked).filter(({ refused }) => refused === false);
		const sent = await stage.act(
			'campaign.sendPersonalizedSms',
			{ sender: 'Shop', text: 'Hi {name}' },
			{ items: kept },
		);
		expect(jsonOf(sent)).toEqual([
			expect.objectContaining({ phone: '380991112233', status: 'accepted', text: 'Hi Olha' }),
		]);
	});
});
