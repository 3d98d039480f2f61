import { DEFAULT_DIALECT, PRESETS, SETTINGS, type SettingName } from '../../sandbox/settings.mts';
import { readSettings, settingsText } from '../../sandbox/settingsText.mts';
import { startSandbox } from '../../sandbox/server.mts';
import { closeAll, data, list, open, type Json } from './sandboxClient.mts';
import { register, TABLE } from './settingTable.mts';

afterEach(closeAll);

/** What the sandbox's page builds its form of settings from, and what it posts each choice to. */
const CONFIG = '/_sandbox/config';

describe('each value of a setting is another service', () => {
	it.each(Object.entries(TABLE))('%s', async (name, [look, seen]) => {
		const { values } = SETTINGS[name as SettingName];
		expect(Object.keys(seen).sort()).toEqual(values.map(String).sort());
		for (const value of values) {
			const client = await open();
			const { status, json } = await client.post(CONFIG, { dialect: { [name]: value } });
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

describe('the preset clients', () => {
	it('writes what bsg-go declares and takes what it sends', async () => {
		const client = await open({ dialect: PRESETS.clients });
		const sent = await client.sms({ reference: 'ext_a', tariff: null });
		const declared = {
			error: 0,
			id: expect.any(String),
			reference: 'ext_a',
			price: expect.any(Number),
		};
		expect(sent.json).toMatchObject({ error: 0, result: declared });
		expect((await client.get('/rest/sms/reference/ext_a')).json).toMatchObject(declared);
		expect((await client.get('/rest/sms/999')).json.error).toBe(20);
		const many = await client.post('/rest/sms/create', {
			destination: 'phones',
			originator: 'Shop',
			body: 'Hello',
			tariff: null,
			phones: [{ msisdn: '380991112233', reference: 'ext_b' }],
		});
		expect(many.json).toMatchObject({
			error: 0,
			task_id: expect.any(String),
			total_price: expect.any(Number),
			result: [{ error: 0, errorDescription: 'No errors', id: expect.any(String) }],
		});
		expect((await client.get(`/rest/sms/task/${String(many.json.task_id)}`)).json).toMatchObject({
			error: 0,
			totalprice: expect.any(Number),
			sent: 0,
		});
		for (const path of ['/rest/common/balance', '/rest/sms/balance'])
			expect((await client.get(path)).json).toMatchObject({
				error: 0,
				amount: expect.any(String),
				limit: expect.any(String),
			});
	});

	it('writes what the SDKs declare', async () => {
		const client = await open({ dialect: PRESETS.clients });
		const { id } = data(await client.campaign());
		expect(data(await client.get(`/api/campaigns/${String(id)}`)).id).toBe(id);
		expect((await client.get('/api/campaigns/99')).status).toBe(404);
		expect(data(await client.get(`/api/campaigns/${String(id)}/detail`)).total_price).toBe(
			'0.0300',
		);
		const [listed] = list(await client.get(`/api/messages?filter[campaign_id]=${String(id)}`));
		expect(listed?.status).toBe('accepted');
		const [group] = list(await client.get('/api/groups'));
		expect(group).toMatchObject({ id: 201, default: false });
		const [application] = list(await client.get('/api/senders/requests/sms'));
		expect(application?.status).toBe('registered');
		expect((await register(client, { comment: null })).status).toBe(201);
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
