import { asked, jsonOf, stageOfTests } from './stage.mts';

/* What an account has: tariffs and prices. Both are extensions. */

const options = { retryFor: 0 };
const stage = stageOfTests();
const answers = (path: string, body: unknown) =>
	stage.sandbox.faults.add({ kind: 'status', status: 200, path, body });

describe('Account: Get Tariffs', () => {
	const getTariffs = async (more = {}) =>
		jsonOf(await stage.act('account.getTariffs', { options, ...more }));

	it('lists them by the number that a send takes, up to the limit', async () => {
		stage.sandbox.config.tariffs = [0, 2];
		const tariffs = await getTariffs({ limit: 3 });
		stage.sandbox.config.tariffs = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
		expect(tariffs).toEqual([
			{ tariff: 0, name: 'Standard', is_default: true, is_active: true, tariff_id: 301 },
			{ tariff: 1, name: 'Tariff 1', is_default: false, is_active: false, tariff_id: 302 },
			{ tariff: 2, name: 'Tariff 2', is_default: false, is_active: true, tariff_id: 303 },
		]);
		expect(await getTariffs({ returnAll: true })).toHaveLength(10);
	});

	it('gives items with a mistake an error each under Continue', async () => {
		const run = await stage.act(
			'account.getTariffs',
			{ limit: '={{ $json.limit }}', options },
			{ node: { onError: 'continueErrorOutput' }, items: [{ limit: 1 }, { limit: 'some' }] },
		);
		expect(jsonOf(run)).toEqual([expect.objectContaining({ tariff: 0 })]);
		expect(run.outputs[1]?.map(({ json }) => json.error)).toEqual([
			expect.stringMatching(/^Limit .* \[item 2\]$/),
		]);
	});
});

describe('Account: Get Prices by Country', () => {
	const getPricesByCountry = async (more = {}) =>
		await stage.act('account.getPricesByCountry', {
			returnAll: true,
			options: { ...options, ...more },
		});

	it('lists prices for the usual tariff or a chosen one, and null for all networks', async () => {
		expect(jsonOf(await getPricesByCountry())).toEqual([
			{
				country: 'UA',
				country_name: 'Ukraine',
				price: 0.03,
				currency: 'EUR',
				mcc: '255',
				mnc: '03',
				message_type: 'sms',
			},
			expect.objectContaining({ country: 'DE', price: 0.08, mnc: null }),
			expect.objectContaining({ country: 'US', price: 0.01 }),
		]);
		expect(jsonOf(await getPricesByCountry({ tariff: 2 }))[0]).toMatchObject({
			country: 'UA',
			price: 0.032,
		});
		expect(asked(stage)).toEqual(['GET /rest/sms/prices', 'GET /rest/sms/prices/2']);
		expect(
			jsonOf(await stage.act('account.getPricesByCountry', { limit: 1, options })),
		).toHaveLength(1);
	});

	it('reads prices that are numbers beside a country alone (extensions notes, section 13)', async () => {
		answers('/rest/sms/prices', {
			error: 0,
			prices: [{ country: 'UA', price: 0.03, currency: 'EUR' }],
		});
		expect(jsonOf(await getPricesByCountry())).toEqual([
			{
				country: 'UA',
				country_name: null,
				price: 0.03,
				currency: 'EUR',
				mcc: null,
				mnc: null,
				message_type: null,
			},
		]);
	});

	it('refuses a wrong tariff before it asks, and says which the service does not have', async () => {
		expect((await getPricesByCountry({ tariff: 10 })).error?.message).toBe(
			'Tariff is 10, which it does not accept [item 1]',
		);
		expect(asked(stage)).toEqual([]);
		stage.sandbox.config.tariffs = [0];
		const run = await getPricesByCountry({ tariff: 7 });
		stage.sandbox.config.tariffs = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
		expect(run.error?.message).toBe('The tariff is not valid (code 6) [item 1]');
	});

	it.each([4, 20, 24])(
		'says that a service does not offer it, which takes the word for a message (code %d)',
		async (error) => {
			answers('/rest/sms/prices', { error, errorDescription: 'No' });
			expect((await getPricesByCountry()).error?.message).toBe(
				'The service does not offer prices by country [item 1]',
			);
		},
	);

	it('does not take an answer without a list for no prices', async () => {
		answers('/rest/sms/prices', { error: 0 });
		expect((await getPricesByCountry()).error?.message).toMatch(/something other than a list/);
	});
});
