import { DEFAULT_DIALECT, SETTINGS, type SettingName } from '../../../sandbox/settings.mts';
import { readSettings, settingsText } from '../../../sandbox/settingsText.mts';
import { KEYS, startSandbox } from '../../../sandbox/server.mts';
import { closeAll, data, open, type Client, type Json } from './sandboxClient.mts';
import { TABLE } from './settingTable.mts';

afterAll(closeAll);

/** What the sandbox's page builds its form of settings from, and what it posts each choice to. */
const CONFIG = '/_sandbox/config';

describe('each value of a setting is another service', () => {
	let one: Client;
	beforeAll(async () => (one = await open()));

	it.each(Object.entries(TABLE))('%s', async (name, [look, seen]) => {
		const { values } = SETTINGS[name as SettingName];
		expect(Object.keys(seen).sort()).toEqual(values.map(String).sort());
		for (const value of values) {
			one.sandbox.reset();
			const dialect = { ...DEFAULT_DIALECT, duplicates: 'accept', [name]: value };
			const client = one.as(KEYS.live);
			const { status, json } = await client.post(CONFIG, { dialect });
			expect([status, (json.dialect as Json)[name]]).toEqual([200, value]);
			expect([value, await look(client)]).toEqual([value, seen[String(value)]]);
		}
	});
});

describe('the table of settings', () => {
	it('turns away what is not in it, at the start, over HTTP, for a key and on the command line', async () => {
		const client = await open();
		const wrong = [{ nothing: 1 }, { errors: 'none' }, { lateMs: -1 }];
		for (const dialect of wrong) {
			expect((await client.post(CONFIG, { dialect })).status).toBe(422);
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
		const { settings } = (await (await open()).get(CONFIG)).json as { settings: object };
		expect(Object.keys(settings)).toEqual(Object.keys(SETTINGS));
		expect(settings).toMatchObject({
			pageLimit: {
				values: ['bounded', 'any'],
				section: '8',
				allowed: expect.any(String),
				meaning: expect.any(String),
			},
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
});
