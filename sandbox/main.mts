import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { selfSignedCertificate } from './http/certificate.mts';
import { PRESETS } from './settings.mts';
import { readSettings, settingsText } from './settingsText.mts';
import { KEYS, startSandbox } from './server.mts';

const { values } = parseArgs({
	options: {
		port: { type: 'string', default: '3080' },
		seed: { type: 'string', default: '1' },
		speed: { type: 'string', default: '1' },
		empty: { type: 'boolean', default: false },
		quiet: { type: 'boolean', default: false },
		set: { type: 'string', multiple: true, default: [] },
		clients: { type: 'boolean', default: false },
		senders: { type: 'string', default: 'registered' },
		tls: { type: 'boolean', default: false },
		host: { type: 'string', multiple: true, default: [] },
		help: { type: 'boolean', default: false },
	},
});

if (values.help) {
	process.stdout.write(
		'tsx sandbox/main.mts [--port N] [--seed N] [--speed N] [--empty] [--quiet] [--clients]\n' +
			'                     [--senders registered|any] [--tls] [--host name] [--set name=value]\n' +
			`\nWhat the specification leaves open, the default first:\n${settingsText()}\n`,
	);
} else if (values.senders !== 'registered' && values.senders !== 'any') {
	throw new RangeError('--senders must be registered or any');
} else {
	const tls = values.tls ? await selfSignedCertificate(['localhost', ...values.host]) : undefined;
	const sandbox = await startSandbox({
		port: Number(values.port),
		seed: Number(values.seed),
		clock: 'real',
		speed: Number(values.speed),
		empty: values.empty,
		log: !values.quiet,
		config: { senders: values.senders },
		tls,
		dialect: { ...(values.clients ? PRESETS.clients : {}), ...readSettings(values.set) },
	});
	process.stdout.write(`Sandbox listening on ${sandbox.url} (API key ${KEYS.live})\n`);
	if (tls) {
		const file = path.join(await mkdtemp(path.join(tmpdir(), 'sandbox-')), 'certificate.pem');
		await writeFile(file, tls.cert);
		process.stdout.write(`Clients trust it by its certificate: ${file}\n`);
	}
	const stop = (): void => {
		void sandbox.close().then(() => process.exit(0));
	};
	// Only the process that started this one can ask for the tokens, to search for them in what others wrote.
	process.on('message', (asked) => {
		if (asked === 'tokens') process.send?.({ tokens: sandbox.tokens.all() });
	});
	process.on('SIGINT', stop);
	process.on('SIGTERM', stop);
}
