import { EXAMPLE_CREDENTIAL, importExamples } from '../../tools/lib/examples.mts';
import { ensureN8n } from '../../tools/lib/install.mts';
import { itemsOf, N8n } from '../../tools/lib/n8n.mts';
import { build, pack, removePacked } from '../../tools/lib/package.mts';
import { during } from '../../tools/lib/print.mts';
import { onInterrupt, until } from '../../tools/lib/shell.mts';
import { DEBUG_LOG, Evidence } from './evidence.mts';
import { checkExamples } from './examples.mts';
import { nameOf, operationsWorkflow, operationSteps, PACKAGE, START } from './operations.mts';
import { Checks } from './report.mts';
import { BREAKS, checkSecrets, FAILURES, withoutFailure, WRONG_KEY } from './secrets.mts';
import { SECRET_KEY, startSecretSandbox, useSecretKey } from './secretSandbox.mts';
import type { Execution, StoredWorkflow } from '../../tools/lib/n8n.mts';
import type { SandboxProcess } from '../../tools/lib/sandboxProcess.mts';

// npm run test:e2e: the packed tarball in the real n8n, by its command line and by its REST API, against the sandbox.
// With `-- examples`, and a word of an example's name, only the example workflows; `-- examples --pictures` takes their pictures.
// With `-- v1` all of it, or `-- v1 examples` those, on the last n8n 1.x.

const TRIGGER: StoredWorkflow = {
	id: 'e2eTrigger000001',
	name: 'A finished campaign starts this',
	nodes: [
		{
			id: 'trigger',
			name: 'Campaign Finished',
			type: `${PACKAGE}.messagingServiceTrigger`,
			typeVersion: 1,
			position: [0, 0],
			parameters: {
				event: 'campaignFinished',
				messageType: 'sms',
				pollTimes: { item: [{ mode: 'everyMinute' }] },
			},
			credentials: {
				[EXAMPLE_CREDENTIAL.type]: { id: EXAMPLE_CREDENTIAL.id, name: EXAMPLE_CREDENTIAL.name },
			},
		},
		{
			id: 'noop',
			name: 'Nothing',
			type: 'n8n-nodes-base.noOp',
			typeVersion: 1,
			position: [200, 0],
			parameters: {},
		},
	],
	connections: { 'Campaign Finished': { main: [[{ node: 'Nothing', type: 'main', index: 0 }]] } },
	settings: { executionOrder: 'v1' },
};

const HTTP: StoredWorkflow = {
	id: 'e2eHttpRequest01',
	name: 'HTTP Request with our credential',
	nodes: [
		{
			id: 'start',
			name: START,
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
		{
			id: 'http',
			name: 'Request',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			position: [200, 0],
			parameters: {
				url: '',
				authentication: 'predefinedCredentialType',
				nodeCredentialType: EXAMPLE_CREDENTIAL.type,
				options: {},
			},
			credentials: {
				[EXAMPLE_CREDENTIAL.type]: { id: EXAMPLE_CREDENTIAL.id, name: EXAMPLE_CREDENTIAL.name },
			},
		},
	],
	connections: { [START]: { main: [[{ node: 'Request', type: 'main', index: 0 }]] } },
	settings: { executionOrder: 'v1' },
};

const checks = new Checks();
const cleanUps: Array<() => Promise<void>> = [];
const cleanUp = async (): Promise<void> => {
	for (const job of cleanUps.splice(0).reverse()) await job().catch(() => undefined);
};
onInterrupt(cleanUp);

/** Checks each step of an execution of the workflow with every operation. */
async function checkOperations(
	way: string,
	execution: Execution,
	reportKey: string,
): Promise<void> {
	await checks.run(`${way}: the workflow runs to its end`, () =>
		execution.status === 'success'
			? undefined
			: `${execution.status}: ${execution.error?.message ?? execution.raw.slice(-1500)}`,
	);
	for (const step of operationSteps(reportKey)) {
		const name = nameOf(step);
		await checks.run(`${way}: ${name}`, () => {
			const [run] = execution.nodes[name] ?? [];
			if (run === undefined) return 'it did not run';
			const failure =
				run.error?.message ??
				itemsOf(execution, name)
					.map(({ error }) => error)
					.find((error) => typeof error === 'string' && error !== '');
			return failure === undefined ? step.check(itemsOf(execution, name)) : String(failure);
		});
	}
}

async function newReport(sandbox: SandboxProcess): Promise<string> {
	return (
		await sandbox.control<{ key: string }>('POST', 'reports', { records: 5, messageType: 'sms' })
	).key;
}

async function testCredential(n8n: N8n, url: string): Promise<void> {
	const test = async (data: object): Promise<{ status: string; message: string }> =>
		await n8n.rest('POST', 'credentials/test', {
			credentials: {
				id: EXAMPLE_CREDENTIAL.id,
				name: EXAMPLE_CREDENTIAL.name,
				type: EXAMPLE_CREDENTIAL.type,
				data,
			},
		});
	const good = { baseUrl: url, restBaseUrl: '', apiKey: SECRET_KEY };
	for (const authentication of ['automatic', 'apiKey', 'bearer']) {
		await checks.run(
			`REST: the credential test accepts a right key (${authentication})`,
			async () => {
				const { status, message } = await test({ ...good, authentication });
				return status === 'OK' ? undefined : message;
			},
		);
	}
	const refusals: Array<[string, object, RegExp]> = [
		['a wrong key', { ...good, apiKey: WRONG_KEY }, /key/i],
		[
			'a service that is down',
			{ ...good, baseUrl: 'http://127.0.0.1:9' },
			/refused the connection/i,
		],
		['an address without TLS', { ...good, baseUrl: 'http://service.example' }, /https/i],
	];
	for (const [what, data, expected] of refusals) {
		await checks.run(`REST: the credential test tells ${what}`, async () => {
			const { status, message } = await test(data);
			return status === 'Error' && expected.test(message) ? undefined : `${status}: ${message}`;
		});
	}
}

/** Sends and changes that fail, so that there are errors to search. */
async function checkFailures(n8n: N8n, sandbox: SandboxProcess): Promise<void> {
	await checks.run('REST: sends that fail say why, and the workflow goes on', async () =>
		withoutFailure(await n8n.runWorkflow(FAILURES.id, START), 'success'),
	);
	await checks.run('REST: a send whose connection breaks ends its workflow', async () => {
		// Nothing that comes later creates messages.
		await sandbox.control('POST', 'faults', {
			kind: 'dropBefore',
			method: 'POST',
			path: '/rest/sms/create',
		});
		return withoutFailure(await n8n.runWorkflow(BREAKS.id, START), 'error');
	});
}

async function endToEnd(): Promise<void> {
	const installed = await ensureN8n(process.argv.includes('v1') ? 'v1' : 'v2');
	await during('Building and packing', async () => await build());
	const packed = await pack();
	cleanUps.push(async () => await removePacked(packed));
	const [part, only] = process.argv.slice(2).filter((word) => !/^v[12]$/.test(word));
	if (part === 'examples') return await checkExamples(checks, installed, packed.file, only);
	const sandbox = await during('Starting the sandbox', async () => await startSecretSandbox());
	cleanUps.push(async () => await sandbox.stop());
	const evidence = new Evidence();
	const n8n = await N8n.create({ installed, tarball: packed.file, env: DEBUG_LOG });
	cleanUps.push(async () => await n8n.remove());

	const reportKey = await newReport(sandbox);
	const http = structuredClone(HTTP);
	Object.assign(http.nodes[1]?.parameters as object, {
		url: `${sandbox.url}/api/campaigns?type=sms`,
	});
	await checks.run(
		`n8n ${installed.version} imports the credential and the workflows`,
		async () => {
			await importExamples(n8n, sandbox.url);
			await useSecretKey(n8n, sandbox.url);
			await n8n.importWorkflows([
				operationsWorkflow('e2eCommandLine01', operationSteps(reportKey)),
				TRIGGER,
				http,
				FAILURES,
				BREAKS,
			]);
			return undefined;
		},
	);
	await checkOperations('Command line', await n8n.execute('e2eCommandLine01'), reportKey);

	await evidence.ofSandbox(sandbox);
	await sandbox.control('POST', 'reset');
	const secondKey = await newReport(sandbox);
	await n8n.importWorkflows([operationsWorkflow('e2eRestInterface', operationSteps(secondKey))]);
	await n8n.publish(TRIGGER.id);
	await checks.run('n8n starts with the package', async () => {
		await n8n.start();
		await n8n.login();
		return undefined;
	});
	await checks.run('REST: n8n offers both nodes and the credential', async () => {
		const response = await fetch(`${n8n.url}/types/nodes.json`, { headers: n8n.session() });
		const names = new Set(
			((await response.json()) as Array<{ name: string }>).map(({ name }) => name),
		);
		const missing = [
			`${PACKAGE}.messagingService`,
			`${PACKAGE}.messagingServiceTrigger`,
			`${PACKAGE}.messagingServiceTool`,
		].filter((name) => !names.has(name));
		return missing.length === 0 ? undefined : `missing: ${missing.join(', ')}`;
	});
	await testCredential(n8n, sandbox.url);
	await checkOperations('REST', await n8n.runWorkflow('e2eRestInterface', START), secondKey);
	await checkFailures(n8n, sandbox);
	await checks.run('REST: n8n’s HTTP Request node uses the credential', async () => {
		const run = await n8n.runWorkflow(HTTP.id, START);
		return run.status === 'success' && itemsOf(run, 'Request').length > 0
			? undefined
			: `${run.status}: ${run.error?.message ?? ''}`;
	});
	await checks.run('The trigger starts a workflow when a campaign is finished', async () => {
		const { id } = await until(
			'An execution of the trigger’s workflow',
			async () => {
				const filter = encodeURIComponent(JSON.stringify({ workflowId: TRIGGER.id }));
				const { results } = await n8n.rest<{ results: Array<{ id: string }> }>(
					'GET',
					`executions?filter=${filter}`,
				);
				return results[0];
			},
			200_000,
			2000,
		);
		const items = itemsOf(await n8n.execution(id), 'Campaign Finished');
		return items.length > 0 ? undefined : 'it gave no items';
	});
	await checks.run('n8n stops', async () => {
		await n8n.stop();
		return undefined;
	});
	await evidence.ofSandbox(sandbox);
	await evidence.ofN8n(n8n);
	await checkExamples(checks, installed, packed.file, '', evidence);
	await checkSecrets(checks, evidence, process.argv[2] === undefined);
}

try {
	await endToEnd();
} catch (error) {
	await checks.run('The run goes on to its end', () =>
		error instanceof Error ? (error.stack ?? error.message) : String(error),
	);
} finally {
	await cleanUp();
}
process.exit(checks.end());
