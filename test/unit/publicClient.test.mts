import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { KEYS } from '../../sandbox/server.mts';
import { closeAll, open, type Json } from './sandboxClient.mts';

afterEach(closeAll);

interface PublicClient {
	createSMS(fields: Json): Promise<Json>;
	getSMS(fields: Json): Promise<Json>;
	getSMSPrices(tariff?: number): Promise<Json>;
	getBalance(): Promise<Json>;
}

/** The published client bsg-nodejs, unmodified but for its base address, which its code holds as a constant. */
function publicClient(url: string): PublicClient {
	const path = require.resolve('bsg-nodejs');
	const source = readFileSync(path, 'utf8');
	const changed = source.replace("'https://app.bsg.hk'", JSON.stringify(url));
	if (changed === source) throw new Error('the base address of the public client was not found');
	const module: { exports: (key: string) => PublicClient } = {
		exports: () => {
			throw new Error('not loaded');
		},
	};
	new Function('require', 'module', changed)(createRequire(path), module);
	return module.exports(KEYS.live);
}

// The requests are those of the client's own tests and examples, with a sender that the account has.
const SINGLE = {
	destination: 'phone',
	originator: 'Shop',
	body: 'message text',
	msisdn: '380972000000',
	reference: 'ext_id_16',
	validity: '1',
	tariff: '0',
};
const BULK = {
	validity: '1',
	tariff: '0',
	destination: 'phones',
	originator: 'Shop',
	body: 'message text',
	phones: [
		{ msisdn: '380972000000', reference: 'ext_id_17' },
		{ msisdn: '380972000001', reference: 'ext_id_18' },
	],
};
/** Statuses that clients know of a message that is under way or has ended. */
const KNOWN =
	/^(?:new|waiting|sending|sent|delivered|read|failed|rejected|expired|deleted|unknown)$/;

describe('the public client bsg-nodejs, at a sandbox as it starts', () => {
	it('sends a single SMS', async () => {
		const client = await open();
		expect(await publicClient(client.sandbox.url).createSMS(SINGLE)).toMatchObject({
			error: 0,
			id: expect.any(Number),
			reference: 'ext_id_16',
		});
	});

	it('sends a single SMS where the reply is nested, as its own tests expect', async () => {
		const client = await open({ dialect: { createReply: 'nested' } });
		const bsg = publicClient(client.sandbox.url);
		expect(await bsg.createSMS(SINGLE)).toMatchObject({ result: { error: 0 } });
		expect(await bsg.createSMS(SINGLE)).toMatchObject({ result: { error: '23' } });
	});

	it('sends a bulk SMS', async () => {
		const client = await open();
		expect(await publicClient(client.sandbox.url).createSMS(BULK)).toMatchObject({
			error: 0,
			task_id: expect.any(Number),
			result: [{ error: 0 }, { error: 0 }],
		});
	});

	it('reads a status by reference', async () => {
		const client = await open();
		const bsg = publicClient(client.sandbox.url);
		await bsg.createSMS(SINGLE);
		const reference = { reference: 'ext_id_16' };
		expect(await bsg.getSMS(reference)).toMatchObject({ error: 0, msisdn: '380972000000' });
		expect((await bsg.getSMS(reference)).status).toMatch(KNOWN);
		client.sandbox.clock.advance(10_000);
		expect(await bsg.getSMS(reference)).toMatchObject({ status: 'delivered' });
	});

	it('cannot ask by id: the client itself turns every id away, and the sandbox serves the path that it would ask', async () => {
		const client = await open();
		const bsg = publicClient(client.sandbox.url);
		const { id } = await bsg.createSMS(SINGLE);
		const asked = client.sandbox.stats.requests;
		for (const given of [id, String(id)])
			expect(() => void bsg.getSMS({ id: given })).toThrow('expects in params.id only integer');
		expect(client.sandbox.stats.requests).toBe(asked);
		expect((await client.get(`/rest/sms/${String(id)}`)).json).toMatchObject({ error: 0 });
	});

	it('reads a status by id, where its own check is got past: nothing else is in the way', async () => {
		const client = await open();
		const bsg = publicClient(client.sandbox.url);
		const { id } = await bsg.createSMS(SINGLE);
		// Its check wants an id to be a number and a text at once, which nothing is. So the check sees none, and what follows the id.
		const seen = [id, undefined, id, id];
		const params = {
			get id() {
				return seen.shift();
			},
		};
		expect(await bsg.getSMS(params)).toMatchObject({
			error: 0,
			id: String(id),
			msisdn: '380972000000',
			status: expect.stringMatching(KNOWN),
		});
		expect(seen).toEqual([]);
	});

	it('reads the prices and the balance', async () => {
		const client = await open();
		const bsg = publicClient(client.sandbox.url);
		for (const answer of [await bsg.getSMSPrices(), await bsg.getSMSPrices(2)])
			expect(answer).toMatchObject({
				error: 0,
				prices: expect.arrayContaining([
					{
						type: 'sms',
						country: 'UA',
						country_name: 'Ukraine',
						mcc: '255',
						mnc: '03',
						price: expect.any(String),
						currency: 'EUR',
					},
				]),
			});
		expect(await bsg.getSMSPrices(77)).toMatchObject({ error: '6' });
		expect(await bsg.getBalance()).toMatchObject({ error: 0, currency: 'EUR' });
	});
});
