import { readdir, readFile } from 'node:fs/promises';
import { exampleWorkflows } from '../../tools/lib/examples.mts';
import { during } from '../../tools/lib/print.mts';
import { ACTIVE, CASES } from './examplesCases.mts';
import { takePictures } from './examplesPictures.mts';
import { Stage } from './examplesStage.mts';
import type { InstalledN8n } from '../../tools/lib/install.mts';
import type { StoredWorkflow } from '../../tools/lib/n8n.mts';
import type { Evidence } from './evidence.mts';
import type { Checks } from './report.mts';

// Every example workflow, run in the real n8n against the sandbox as its user runs it, with its output checked.

/** The credentials that an example may name: `tools/lib/examples.mts` makes them. */
const PLACEHOLDERS = new Set([
	'messagingSandbox1',
	'smtpSandbox1',
	'crmWebhookKey1',
	'mcpBearerToken1',
]);

/** Examples that need what the last n8n 1.x lacks: a file as an attachment of an e-mail, a Data Table made by its node. */
const NEEDS_N8N_2 = new Set(['scheduledReport1', 'watchDataTable01']);

function faultsOf({ name, nodes }: StoredWorkflow): string[] {
	const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
	const foreign = nodes
		.flatMap(({ credentials }) =>
			Object.values((credentials ?? {}) as Record<string, { id: string }>),
		)
		.filter(({ id }) => !PLACEHOLDERS.has(id));
	return [
		...(notes.length < 2 ? [`${name} has ${notes.length} notes`] : []),
		...foreign.map(({ id }) => `${name} names the credential ${id}`),
	];
}

/** @returns what is wrong with the files in examples/ and their README, before anything is run */
async function faultsOfFiles(): Promise<string | undefined> {
	const workflows = await exampleWorkflows();
	const tested = new Set(CASES.map(([id]) => id));
	const readme = await readFile('examples/README.md', 'utf8');
	const files = (await readdir('examples')).filter((file) => file.endsWith('.json'));
	const faults = [
		...(files.length === workflows.length ? [] : ['a file in examples/ is no workflow']),
		...workflows.filter(({ id }) => !tested.has(id)).map(({ id }) => `${id} has no test`),
		...files
			.filter((file) => !readme.includes(`](${file})`))
			.map((file) => `${file} is not in examples/README.md`),
		...workflows.flatMap(faultsOf),
	];
	return faults.length === 0 ? undefined : faults.join('\n');
}

/**
 * Runs all examples, or those whose id or name holds `only`; `--pictures` takes their pictures for the README instead.
 * @param tarball our packed package
 * @param evidence is given what n8n and the sandbox wrote
 */
export async function checkExamples(
	checks: Checks,
	installed: InstalledN8n,
	tarball: string,
	only = '',
	evidence?: Evidence,
): Promise<void> {
	await checks.run(
		'Examples: each file has notes, placeholder credentials, a test and a row in the README',
		faultsOfFiles,
	);
	const cleanUps: Array<() => Promise<void>> = [];
	try {
		const stage = await during(
			'Starting n8n with all examples',
			async () => await Stage.create(installed, tarball, cleanUps),
		);
		if (only === '--pictures') {
			await checks.run('Examples: pictures', async () => {
				await takePictures(stage);
				return undefined;
			});
			return;
		}
		for (const id of ACTIVE) {
			await checks.run(`Examples: ${nameOf(stage, id)} is published`, async () => {
				await stage.activate(id);
				return undefined;
			});
		}
		for (const [id, check] of CASES) {
			const name = nameOf(stage, id);
			if (!`${id} ${name}`.includes(only)) continue;
			if (installed.version.startsWith('1.') && NEEDS_N8N_2.has(id)) {
				console.log(`- Examples: ${name} needs n8n 2`);
				continue;
			}
			await checks.run(`Examples: ${name}`, async () => {
				await check(stage);
				return undefined;
			});
		}
		if (!evidence) return;
		await stage.n8n.stop();
		await evidence.ofSandbox(stage.sandbox);
		await evidence.ofN8n(stage.n8n);
	} finally {
		for (const job of cleanUps.reverse()) await job().catch(() => undefined);
	}
}

function nameOf(stage: Stage, id: string): string {
	return stage.workflows.find((workflow) => workflow.id === id)?.name ?? id;
}
