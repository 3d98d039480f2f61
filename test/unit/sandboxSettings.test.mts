import { DEFAULT_DIALECT, SETTINGS, type Dialect } from '../../sandbox/settings.mts';
import { readSettings, settingsText } from '../../sandbox/settingsText.mts';
import { KEYS, startSandbox } from '../../sandbox/server.mts';
import { PROOFS } from './settingProofs.mts';
import { closeAll, data, open } from './sandboxClient.mts';

afterEach(closeAll);

describe('each value of a setting is another service', () => {
	it.each(Object.entries(PROOFS))('%s', async (name, proof) => {
		const { values } = SETTINGS[name as keyof Dialect];
		expect(values.length).toBeGreaterThan(1);
		const seen: string[] = [];
		for (const value of values) {
			const client = await open({ dialect: { [name]: value } });
			seen.push(JSON.stringify(await proof(client)));
		}
		expect(new Set(seen).size).toBe(values.length);
	});
});

describe('the table of settings', () => {
	it('turns away what is not in it, at the start, over HTTP, for a key and on the command line', async () => {
		const client = await open();
		const wrong = [{ nothing: 1 }, { errors: 'none' }, { lateMs: -1 }];
		for (const dialect of wrong) {
			expect((await client.post('/_sandbox/config', { dialect })).status).toBe(422);
			expect((await client.post('/_sandbox/keys/live_other', { dialect })).status).toBe(422);
			await expect(startSandbox({ dialect } as never)).rejects.toThrow(RangeError);
			const [[name, value] = []] = Object.entries(dialect);
			expect(() => readSettings([`${name}=${JSON.stringify(value)}`])).toThrow(RangeError);
		}
		expect(client.sandbox.config.dialect).toEqual({ ...DEFAULT_DIALECT, duplicates: 'accept' });
	});

	it('is told on the command line and over HTTP', async () => {
		expect(readSettings(['numbers=string', 'lateMs=7', 'extensions=false'])).toEqual({
			numbers: 'string',
			lateMs: 7,
			extensions: false,
		});
		expect(settingsText()).toContain('  campaignReferences  atOnce, late, never\n');
		const client = await open();
		expect((await client.get('/_sandbox/config')).json.settings).toMatchObject({
			pageLimit: { values: ['bounded', 'any'], section: '8' },
		});
	});
});

describe('a personality towards one key', () => {
	it('is given at the start or later, and leaves the other keys alone', async () => {
		const client = await open({ keys: { live_own: { dialect: { createReply: 'nested' } } } });
		const own = client.as('live_own');
		expect(Object.keys((await own.sms()).json)).toEqual(['result']);
		expect((await client.sms()).json).toHaveProperty('id');
		await client.post('/_sandbox/keys/live_own', { dialect: { messageType: 'mesage_type' } });
		expect(data(await own.personal())).not.toHaveProperty('message_type');
		expect(data(await client.personal())).toHaveProperty('message_type');
		expect(Object.keys((await own.sms()).json)).toEqual(['result']);
		await client.post('/_sandbox/keys/live_own', { mode: 'demo' });
		expect((await own.campaign()).status).toBe(403);
	});

	it('holds behind a token', async () => {
		const client = await open({ keys: { live_own: { dialect: { createReply: 'nested' } } } });
		const own = client.as('live_own');
		const { bearer } = (await client.post('/api/auth/login', { api_key: 'live_own' })).json;
		own.headers = { authorization: `Bearer ${String(bearer)}` };
		expect(Object.keys((await own.sms()).json)).toEqual(['result']);
	});
});

describe('a clock that somebody else runs', () => {
	it('lets things happen when that clock says so', async () => {
		let now = Date.parse('2026-05-10T12:00:00Z');
		const waiting = new Map<() => void, number>();
		const pass = (ms: number): void => {
			now += ms;
			for (const [act, at] of [...waiting])
				if (at <= now) {
					waiting.delete(act);
					act();
				}
		};
		const client = await open({
			now: undefined,
			clock: {
				now: () => now,
				after(ms, act) {
					waiting.set(act, now + ms);
					return () => waiting.delete(act);
				},
			},
		});
		expect(client.sandbox.clock.now().toISOString()).toBe('2026-05-10T12:00:00.000Z');
		client.sandbox.faults.add({ kind: 'dropBefore', times: 1, lateMs: 5000 });
		await expect(client.as(KEYS.live).sms()).rejects.toThrow();
		const fates = (): string[] =>
			[...client.sandbox.ledger.requests.values()].map(({ fate }) => fate);
		pass(4999);
		expect(fates()).toEqual(['open']);
		pass(10);
		expect(fates()).toEqual(['handled late']);
	});
});
