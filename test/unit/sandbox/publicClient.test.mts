import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { KEYS, type Sandbox } from '../../../sandbox/server.mts';
import { PRESETS, type Dialect } from '../../../sandbox/settings.mts';
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

// The requests of the client's own examples and tests, word for word.
const SINGLE = {
	destination: 'phone',
	originator: 'alpha name',
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
	originator: 'alpha_name',
	body: 'message text',
	phones: [
		{ msisdn: '380972000000', reference: 'ext_id_17' },
		{ msisdn: '380972000001', reference: 'ext_id_18' },
	],
};
/** Statuses that clients know of a message that is under way or has ended. */
const KNOWN =
	/^(?:new|waiting|sending|sent|delivered|read|failed|rejected|expired|deleted|unknown)$/;

/** A sandbox as it starts, but for these settings, and the client of it. */
async function start(
	dialect: Partial<Dialect> = {},
): Promise<{ sandbox: Sandbox; bsg: PublicClient }> {
	const { sandbox } = await open({ dialect });
	return { sandbox, bsg: publicClient(sandbox.url) };
}

describe('the public client bsg-nodejs, its code and its requests unchanged but for the address, at a sandbox as it starts', () => {
	it('sends a single SMS, and finds what its own test wants of the reply', async () => {
		const { bsg } = await start();
		const taken = await bsg.createSMS(SINGLE);
		// Its test wants `result.error`; the specification shows the same fields at the top.
		expect(taken).toMatchObject({ error: 0, id: expect.any(Number), reference: 'ext_id_16' });
		expect(taken).toMatchObject({ result: { error: 0, id: taken.id, reference: 'ext_id_16' } });
		// Its test takes the number 23 as well, for it sends the same reference at each run.
		expect(await bsg.createSMS(SINGLE)).toMatchObject({ error: '23', result: { error: 23 } });
	});

	it('sends a bulk SMS, and finds what its own test wants of the reply', async () => {
		const { bsg } = await start();
		expect(await bsg.createSMS(BULK)).toMatchObject({
			error: 0,
			task_id: expect.any(Number),
			result: [{ error: 0 }, { error: 0 }],
		});
		expect(await bsg.createSMS(BULK)).toMatchObject({ result: [{ error: 23 }, { error: 23 }] });
	});

	it('reads a status by reference', async () => {
		const { bsg, sandbox } = await start();
		await bsg.createSMS(SINGLE);
		const reference = { reference: 'ext_id_16' };
		expect(await bsg.getSMS(reference)).toMatchObject({ error: 0, msisdn: '380972000000' });
		expect((await bsg.getSMS(reference)).status).toMatch(KNOWN);
		sandbox.clock.advance(10_000);
		expect(await bsg.getSMS(reference)).toMatchObject({ status: 'delivered' });
	});

	it('reads the prices and the balance', async () => {
		const { bsg } = await start();
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

describe('the public client bsg-nodejs at the preset clients', () => {
	it('finds what its own tests want', async () => {
		const { bsg } = await start(PRESETS.clients);
		expect(await bsg.getBalance()).toMatchObject({ error: 0, amount: expect.any(String) });
		for (const error of [0, 23]) {
			expect(await bsg.createSMS(SINGLE)).toMatchObject({ result: { error } });
			expect(await bsg.createSMS(BULK)).toMatchObject({
				task_id: expect.any(String),
				result: [{ error }, { error }],
			});
		}
		expect(await bsg.getSMS({ reference: 'ext_id_16' })).toMatchObject({ status: 'new' });
		expect(await bsg.getSMSPrices()).toMatchObject({ prices: expect.any(Array) });
	});
});
