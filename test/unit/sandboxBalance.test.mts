import { KEYS } from '../../sandbox/server.mts';
import { closeAll, data, open } from './sandboxClient.mts';

afterEach(closeAll);

const PATH = '/api/accounts/balance';

describe('The balance of the account, an extension', () => {
	it('is told with its currency and the credit', async () => {
		const client = await open({ config: { balance: 12.5, currency: 'UAH' } });
		const answer = await client.get(PATH);
		expect(answer.status).toBe(200);
		expect(answer.json).toEqual({ data: { balance: 12.5, currency: 'UAH', credit: 0 } });
	});

	it('falls by the price of what is sent', async () => {
		const client = await open({ config: { balance: 1 } });
		expect(await client.sms().then(({ json }) => json.price)).toBe(0.03);
		expect(data(await client.get(PATH)).balance).toBe(0.97);
	});

	it('is told in the dialect of the numbers', async () => {
		const client = await open({ config: { balance: 12.5 }, dialect: { numbers: 'string' } });
		expect(data(await client.get(PATH))).toEqual({ balance: '12.5', currency: 'EUR', credit: '0' });
	});

	it('is told to every account but a blocked one, and to nobody else', async () => {
		const client = await open();
		for (const key of [KEYS.live, KEYS.test, KEYS.demoMode, KEYS.testMode])
			expect((await client.as(key).get(PATH)).status).toBe(200);
		expect((await client.as(KEYS.blocked).get(PATH)).status).toBe(403);
		expect((await client.as('unknown').get(PATH)).status).toBe(401);
	});

	it('is not found where the service lacks it', async () => {
		const client = await open({ dialect: { extensions: false } });
		expect((await client.get(PATH)).status).toBe(404);
	});
});
