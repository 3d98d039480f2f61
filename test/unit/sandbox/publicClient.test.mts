import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { KEYS, type Sandbox } from '../../../sandbox/server.mts';
import { PRESETS } from '../../../sandbox/settings.mts';
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

/** What differs at the preset that is made for such clients: numbers are text. */
const SANDBOXES = [
	['as it starts', {}, expect.any(Number) as number],
	['with the preset clients', PRESETS.clients, expect.any(String) as string],
] as const;

describe.each(SANDBOXES)(
	'the public client bsg-nodejs, its requests word for word, at a sandbox %s',
	(_, dialect, anId) => {
		let sandbox: Sandbox;
		let bsg: PublicClient;
		beforeEach(async () => {
			({ sandbox } = await open({ dialect }));
			bsg = publicClient(sandbox.url);
		});

		it('sends a single SMS, and finds what its own test wants of the reply', async () => {
			// Its test wants `result.error`; the specification shows the same fields at the top.
			const { result } = await bsg.createSMS(SINGLE);
			expect(result).toMatchObject({ error: 0, id: anId, reference: 'ext_id_16' });
			// Its test takes the number 23 as well, for it sends the same reference at each run.
			expect(await bsg.createSMS(SINGLE)).toMatchObject({ result: { error: 23 } });
		});

		it('sends a bulk SMS, and finds what its own test wants of the reply', async () => {
			for (const error of [0, 23])
				expect(await bsg.createSMS(BULK)).toMatchObject({
					task_id: anId,
					result: [{ error }, { error }],
				});
		});

		it('reads a status by reference', async () => {
			await bsg.createSMS(SINGLE);
			const reference = { reference: 'ext_id_16' };
			expect((await bsg.getSMS(reference)).status).toMatch(KNOWN);
			sandbox.clock.advance(10_000);
			const read = { error: 0, msisdn: '380972000000', status: 'delivered' };
			expect(await bsg.getSMS(reference)).toMatchObject(read);
		});

		it('reads the prices and the balance', async () => {
			const price = { type: 'sms', country: 'UA', mcc: '255', price: expect.any(String) as string };
			for (const { prices } of [await bsg.getSMSPrices(), await bsg.getSMSPrices(2)])
				expect(prices).toContainEqual(expect.objectContaining(price));
			expect(Number((await bsg.getSMSPrices(77)).error)).toBe(6);
			expect(await bsg.getBalance()).toMatchObject({ error: 0, currency: 'EUR' });
		});
	},
);
