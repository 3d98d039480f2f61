import { asked, jsonOf, openStage, WAYS } from './stage.mts';
import type { Stage, Way } from './stage.mts';

const OPTIONS = { options: { retryFor: 0 } };
let stage: Stage;

beforeAll(async () => {
	stage = await openStage();
});
beforeEach(async () => {
	await stage.fresh();
	stage.sandbox.config.dialect.extensions = true;
	stage.sandbox.config.dialect.numbers = 'number';
	stage.sandbox.config.balance = 12.5;
});
afterAll(async () => await stage.close());

describe.each(WAYS)('Account: Get Balance (%s)', (way: Way) => {
	const getBalance = async (parameters: object = OPTIONS) =>
		await stage.act('account.getBalance', { ...parameters }, { way });

	it('returns what is left on the account, its currency and its credit', async () => {
		const run = await getBalance();
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)).toEqual([{ balance: 12.5, currency: 'EUR', credit: 0 }]);
		expect(asked(stage)).toEqual(['GET /api/accounts/balance']);
	});

	it('returns numbers where the service writes text', async () => {
		stage.sandbox.config.dialect.numbers = 'string';
		expect(jsonOf(await getBalance())).toEqual([{ balance: 12.5, currency: 'EUR', credit: 0 }]);
	});

	it('returns what the legacy interface tells where the other path is not known', async () => {
		stage.sandbox.faults.add({ kind: 'status', status: 404, path: '/api/accounts/balance' });
		expect(jsonOf(await getBalance())).toEqual([{ balance: 12.5, currency: 'EUR', credit: 0 }]);
		expect(asked(stage)).toEqual(['GET /api/accounts/balance', 'GET /rest/common/balance']);
	});

	it('says so where the service offers no balance', async () => {
		stage.sandbox.config.dialect.extensions = false;
		const run = await getBalance();
		expect(run.error?.message).toBe('The service does not offer the balance [item 0]');
	});
});
