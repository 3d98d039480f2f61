import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSandboxProcess, SANDBOX_KEY } from '../../../tools/lib/sandboxProcess.mts';
import type { SandboxProcess } from '../../../tools/lib/sandboxProcess.mts';

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
afterAll(async () => await sandbox.stop());

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
