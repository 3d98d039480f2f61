import path from 'node:path';
import { EXAMPLE_KEYS, importExamples } from './lib/examples.mts';
import { ensureN8n } from './lib/install.mts';
import { startMailbox } from './lib/mailbox.mts';
import { N8n, OWNER } from './lib/n8n.mts';
import { build, pack, removePacked } from './lib/package.mts';
import { bold, dim, during, red } from './lib/print.mts';
import { startSandboxProcess } from './lib/sandboxProcess.mts';
import { freePort, onInterrupt } from './lib/shell.mts';

// npm start: a real n8n in the browser, with this package and the sandbox, on this machine only.

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

function welcome(url: string, sandboxUrl: string, names: string[]): string {
	return [
		'',
		`${bold('n8n is at')}      ${bold(url)}`,
		`${bold('Log in with')}    ${OWNER.email}  /  ${OWNER.password}`,
		`${bold('The sandbox')}    ${sandboxUrl}/  ${dim('(the service, on this machine; nothing leaves it)')}`,
		'',
		bold('What to click'),
		`  1. Open n8n, log in, and choose a workflow under ${bold('Overview')}:`,
		...names.map((name) => `       • ${name}`),
		`  2. In ${bold('CRM contacts to personalized SMS')} press ${bold('Execute workflow')}: 1,000 contacts go out as one campaign.`,
		`  3. Open the node ${bold('Send Personalized SMS')}: each contact has a status, and a reason where it was left out.`,
		'  4. Watch the sandbox deliver on its page. E-mails of the examples stay here too: this window shows them.',
		dim(
			`     Those who call an example: webhook with X-Api-Key ${EXAMPLE_KEYS.webhook}, MCP (${url}/mcp/sms-tools) with the bearer token ${EXAMPLE_KEYS.mcp}.`,
		),
		'',
		dim('Ctrl-C stops all of it.'),
		'',
	].join('\n');
}

const parts = collector();
let stopping = false;
onInterrupt(async () => {
	stopping = true;
	console.log('\nStopping …');
	await parts.run();
});

try {
	const installed = await ensureN8n();
	await during('Building the package', async () => await build());
	const packed = await pack();
	parts.add(async () => await removePacked(packed));
	const sandbox = await during(
		'Starting the sandbox',
		async () => await startSandboxProcess({ port: await freePort(3080), args: ['--quiet'] }),
	);
	parts.add(async () => await sandbox.stop());
	const n8n = await N8n.create({ installed, tarball: packed.file });
	parts.add(async () => await n8n.remove());
	const mailbox = await startMailbox(({ to, subject }) =>
		console.log(`${bold('E-mail')} to ${to.join(', ')}: ${subject}`),
	);
	parts.add(async () => await mailbox.close());
	const workflows = await during(
		'Adding the credentials and the example workflows',
		async () => await importExamples(n8n, sandbox.url, undefined, mailbox.port),
	);
	const url = await during(
		`Starting n8n ${installed.version}`,
		async () => await n8n.start({ port: await freePort(5678) }),
	);
	await n8n.login();
	console.log(
		welcome(
			url,
			sandbox.url,
			workflows.map(({ name }) => name),
		),
	);
	console.log(
		dim(
			`n8n keeps its data in ${path.basename(n8n.home)} in the temporary folder until it is stopped.`,
		),
	);
	await n8n.ended();
	// An interrupt ends the process itself, when everything is stopped.
	if (stopping) await new Promise(() => {});
	throw new Error(`n8n ended by itself:\n${n8n.log.slice(-20).join('\n')}`);
} catch (error) {
	console.error(red(error instanceof Error ? error.message : String(error)));
	await parts.run();
	process.exit(1);
}
