import { parseArgs } from 'node:util';
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
		help: { type: 'boolean', default: false },
	},
});

if (values.help) {
	process.stdout.write(
		'tsx sandbox/main.mts [--port N] [--seed N] [--speed N] [--empty] [--quiet] [--clients] [--set name=value]\n' +
			`\nWhat the specification leaves open, the default first:\n${settingsText()}\n`,
	);
} else {
	const sandbox = await startSandbox({
		port: Number(values.port),
		seed: Number(values.seed),
		clock: 'real',
		speed: Number(values.speed),
		empty: values.empty,
		log: !values.quiet,
		dialect: { ...(values.clients ? PRESETS.clients : {}), ...readSettings(values.set) },
	});
	process.stdout.write(`Sandbox listening on ${sandbox.url} (API key ${KEYS.live})\n`);
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
