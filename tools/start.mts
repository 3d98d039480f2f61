import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureN8n } from './lib/install.mts';
import { addExamples, forget, KEPT_HOME, lastPorts, renewCredentials } from './lib/keptN8n.mts';
import { startLanguageModel } from './lib/languageModel.mts';
import { startMailbox } from './lib/mailbox.mts';
import { N8n } from './lib/n8n.mts';
import { build, isBuilt, pack, removePacked } from './lib/package.mts';
import { bold, during, red } from './lib/print.mts';
import { startSandboxProcess } from './lib/sandboxProcess.mts';
import { freePort, onInterrupt } from './lib/shell.mts';
import { welcome } from './lib/welcome.mts';

// npm start: a real n8n in the browser, with this package and the sandbox, on this machine only. What the user makes in it is
// kept for the next start; npm start -- --fresh forgets it first, and --home <folder> keeps it elsewhere. Where another program has a
// port, a free one takes its place.

/** Removes a session's parts in reverse order, whatever fails. */
function collector(): { add(job: () => Promise<void>): void; run(): Promise<void> } {
	const jobs: Array<() => Promise<void>> = [];
	return {
		add: (job) => void jobs.push(job),
		run: async () => {
			for (const job of jobs.splice(0).reverse())
				await job().catch((error: unknown) => console.error(String(error)));
		},
	};
}

const { values } = parseArgs({
	options: {
		fresh: { type: 'boolean' },
		home: { type: 'string', default: KEPT_HOME },
		port: { type: 'string', default: '5678' },
		'sandbox-port': { type: 'string', default: '3080' },
		help: { type: 'boolean' },
	},
});
if (values.help === true) {
	console.log(
		'npm start -- [--fresh] [--home <folder>] [--port <of n8n>] [--sandbox-port <of the sandbox>]',
	);
	process.exit();
}
/** The port that an option names. @throws Error when it names none */
function portOf(option: 'port' | 'sandbox-port'): number {
	const port = Number(values[option]);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new Error(`--${option} takes a port, from 1 to 65535: "${values[option]}" is none.`);
}

const home = path.resolve(values.home);
const parts = collector();
let stopping = false;
onInterrupt(async () => {
	stopping = true;
	console.log('\nStopping …');
	await parts.run();
});

try {
	const [n8nPort, sandboxPort] = [portOf('port'), portOf('sandbox-port')];
	const installed = await ensureN8n();
	if (!(await isBuilt())) await during('Building the package', async () => await build());
	// Neither waits for the other. What was started is known before a fault of either ends the start.
	const [packing, opening] = await during(
		'Packing the node, and starting the sandbox',
		async () =>
			await Promise.allSettled([
				pack(),
				freePort(sandboxPort).then(
					async (port) => await startSandboxProcess({ port, args: ['--quiet'] }),
				),
			]),
	);
	if (packing.status === 'fulfilled') parts.add(async () => await removePacked(packing.value));
	if (opening.status === 'fulfilled') parts.add(async () => await opening.value.stop());
	if (packing.status === 'rejected') throw packing.reason;
	if (opening.status === 'rejected') throw opening.reason;
	const [packed, sandbox] = [packing.value, opening.value];
	if (values.fresh === true) await forget(home);
	const n8n = await N8n.create({ installed, tarball: packed.file, home });
	parts.add(async () => await n8n.stop());
	const last = await lastPorts(home);
	const mailbox = await startMailbox(
		({ to, subject }) => console.log(`${bold('E-mail')} to ${to.join(', ')}: ${subject}`),
		await freePort(last.mailPort),
	);
	parts.add(async () => await mailbox.close());
	const model = await startLanguageModel(await freePort(last.modelPort));
	parts.add(async () => await model.close());
	await during(
		'Adding the credentials of the examples',
		async () =>
			await renewCredentials(n8n, sandbox.url, { mailPort: mailbox.port, modelPort: model.port }),
	);
	const url = await during(
		`Starting n8n ${installed.version}`,
		async () => await n8n.start({ port: await freePort(n8nPort) }),
	);
	await n8n.login();
	await during('Adding the examples', async () => await addExamples(n8n));
	console.log(welcome(url, sandbox.url));
	await n8n.ended();
	// An interrupt ends the process itself, when everything is stopped.
	if (stopping) await new Promise(() => {});
	throw new Error(`n8n ended by itself:\n${n8n.log.slice(-20).join('\n')}`);
} catch (error) {
	// What fails meanwhile fails because it is being stopped.
	if (stopping) await new Promise(() => {});
	console.error(red(error instanceof Error ? error.message : String(error)));
	await parts.run();
	process.exit(1);
}
