import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSandboxProcess, SANDBOX_KEY } from '../../../tools/lib/sandboxProcess.mts';
import type { SandboxProcess } from '../../../tools/lib/sandboxProcess.mts';
import { PRESETS } from '../../../sandbox/settings.mts';
import { list, open, closeAll, data } from './sandboxClient.mts';

/*
 * The sandbox as the command line starts it for another client: with --clients, --senders any and --tls, a script of each language that
 * this machine has speaks to it as the notes say that the public clients do.
 */

let sandbox: SandboxProcess;
let certificate = '';

beforeAll(async () => {
	sandbox = await startSandboxProcess({
		args: ['--clients', '--senders', 'any', '--tls', '--host', 'api.example'],
	});
	const written = () =>
		sandbox.log.map((line) => /trust it by its certificate: (\S+)/.exec(line)?.[1]);
	while (!written().some((file) => file !== undefined)) await pause(20);
	certificate = written().find((file) => file !== undefined) ?? '';
}, 120_000);
afterAll(async () => {
	await closeAll();
	await sandbox.stop();
});

const LANGUAGES = [
	[process.execPath, 'client.mjs'],
	['python3', 'client.py'],
	['php', 'client.php'],
] as const;
const PRESENT = LANGUAGES.filter(([program]) => spawnSync(program, ['--version']).status === 0);

it.each(PRESENT)('%s %s finds what it wants', (program, script) => {
	const file = path.join(__dirname, '..', '..', 'fixtures', 'clients', script);
	const { stdout, stderr } = spawnSync(program, [file, sandbox.url, SANDBOX_KEY], {
		encoding: 'utf8',
		env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate, SSL_CERT_FILE: certificate },
	});
	expect(stderr).toBe('');
	expect(JSON.parse(stdout)).toEqual({
		sent: [200, 0],
		balances: [0, 0],
		prices: [0.03, 0.03],
		campaigns: ['creation', 'stopped'],
	});
});

describe('the preset clients', () => {
	it('ignores null in optional fields alone', async () => {
		const client = await open({ dialect: PRESETS.clients });
		const agent = { sender: 'Shop', options: { text: 'Hi', cards: null }, tariff_code: null };
		const phone = { number: 380991112233, reference_id: null };
		const message = await client.post('/api/messages/rcs/send', {
			...agent,
			phone,
			validity: null,
		});
		expect(data(message)).toMatchObject({ phone: 380991112233, type: 'rcs', status: 'accepted' });
		expect((await client.post('/api/messages/rcs/send', { ...agent, phone: null })).status).toBe(
			422,
		);
		expect((await client.sms({ body: null })).json.error).not.toBe(0);
		const field = { name: 'Birthday', type: 'date', description: null };
		const made = data(await client.post('/api/contacts/fields', field));
		const renamed = await client.call('PATCH', `/api/contacts/fields/${String(made.id)}`, {
			name: 'Born',
			description: null,
		});
		expect(data(renamed)).toMatchObject({ name: 'Born' });
	});

	it('stops RCS campaigns by PATCH as by PUT, and shows a campaign in detail', async () => {
		const client = await open({ dialect: PRESETS.clients });
		const rcs = { sender: 'Shop', options: { text: 'Hi' }, start_at: '2026-05-12T10:00:00.000Z' };
		for (const method of ['PATCH', 'PUT']) {
			const phones = [{ number: 380991112233 }];
			const { id } = data(await client.post('/api/campaigns/rcs/send', { ...rcs, phones }));
			expect(data(await client.call(method, `/api/campaigns/${String(id)}/stop`))).toMatchObject({
				status: 'stopped',
			});
			expect(data(await client.get(`/api/campaigns/${String(id)}/detail`))).toMatchObject({
				type: 'rcs',
				statistics: { delivered: 0, not_rcs_user: 0 },
			});
		}
		const messages = [{ phone: 380991112233 }];
		const price = await client.post('/api/campaigns/price', {
			sender: 'Shop',
			text: 'Hi',
			messages,
		});
		expect(price.json).toEqual({ price: 0.03, currency: 'EUR' });
	});

	it('reads times with milliseconds in every list', async () => {
		const client = await open({ dialect: PRESETS.clients, config: { twoWay: true } });
		const [from, to] = ['2026-05-01T00:00:00.000Z', '2026-05-10T23:59:59.999%2B02:00'];
		for (const where of [
			`/api/campaigns?filter[from]=${from}&filter[to]=${to}`,
			`/api/messages?filter[from]=${from}&filter[to]=${to}`,
		])
			expect(list(await client.get(where))).toEqual(expect.any(Array));
		const replies = await client.get(`/rest/sms/2wayIncoming?start_date=${from}&end_date=${to}`);
		expect(replies.json.error).toBe(0);
		const report = { time_in_from: from, time_in_to: '2026-05-10 00:00:00.000' };
		expect((await client.post('/rest/stat/create', report)).json.error).toBe(0);
	});
});

it('judges a price as a send, with the codes of a price', async () => {
	const client = await open();
	const sms = { destination: 'phone', msisdn: '380991112233', originator: 'Shop', body: 'Hi' };
	const ask = async (change: object) =>
		(await client.post('/rest/sms/price', { ...sms, ...change })).json;
	expect(await ask({})).toMatchObject({ error: 0, totalprice: 0.03, currency: 'EUR' });
	const phones = [{ msisdn: '380991112233' }, { msisdn: '4915112345678' }];
	expect(await ask({ destination: 'phones', phones })).toMatchObject({ totalprice: 0.11 });
	const wrong = [{ msisdn: '1' }, { originator: 'Nobody' }, { tariff: 77 }, { destination: 'all' }];
	expect(await Promise.all(wrong.map(async (change) => (await ask(change)).error))).toEqual([
		'1',
		'7',
		'15',
		'24',
	]);
});
