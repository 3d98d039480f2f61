import { ensureN8n } from './lib/install.mts';
import { exampleCredentials, exampleWorkflows } from './lib/examples.mts';
import { itemsOf, N8n } from './lib/n8n.mts';
import { build, isBuilt, pack, removePacked } from './lib/package.mts';
import { bar, bold, during, green, red, redraw, table } from './lib/print.mts';
import { startSandboxProcess } from './lib/sandboxProcess.mts';
import { onInterrupt, pause } from './lib/shell.mts';
import type { SandboxProcess } from './lib/sandboxProcess.mts';

// npm run demo: a CRM's contacts become personalized SMS, by a real n8n and the sandbox, without a browser.

const WORKFLOW = 'crmContactsToSms1';
const START = 'Start';
const READ = 'Contacts';
const SEND = 'Send Personalized SMS';
const PENDING = ['new', 'scheduled', 'accepted', 'sending', 'sent', 'waiting', 'moderation'];
const HOUR = 3_600_000;

interface Row extends Record<string, unknown> {
	status: string;
	phone: string;
	reference: string | null;
	reason?: string;
	segments?: number;
	campaign_id?: number;
}

interface Stored {
	id: number;
	msisdn: string;
	text: string;
	reference: string | null;
	status: string;
	price: number;
	currency: string;
}

/** The messages that the sandbox holds, but for those it began with. */
async function messagesOf(sandbox: SandboxProcess, seeded: ReadonlySet<number>): Promise<Stored[]> {
	return (await sandbox.control<{ data: Stored[] }>('GET', 'messages?limit=10000')).data.filter(
		({ id }) => !seeded.has(id),
	);
}

function counted(values: string[]): Array<[string, number]> {
	const counts = new Map<string, number>();
	for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
	return [...counts].sort((a, b) => b[1] - a[1]);
}

/** Watches the sandbox deliver. When only messages are left that end after hours, its clock is moved on. */
async function watch(
	sandbox: SandboxProcess,
	seeded: ReadonlySet<number>,
	total: number,
): Promise<Stored[]> {
	console.log(`\n${bold('Delivery')} (watch it at ${sandbox.url}/)`);
	let before = -1;
	let still = 0;
	for (;;) {
		const messages = await messagesOf(sandbox, seeded);
		const settled = messages.filter(({ status }) => !PENDING.includes(status));
		const line = counted(messages.map(({ status }) => status))
			.map(([status, count]) => `${status} ${count}`)
			.join(', ');
		redraw(`${bar(total === 0 ? 1 : settled.length / total)} ${settled.length}/${total}  ${line}`);
		if (settled.length === total || messages.length !== total) break;
		still = settled.length === before ? still + 1 : 0;
		before = settled.length;
		if (still >= 10) {
			if (process.stdout.isTTY) console.log();
			console.log(
				`${total - settled.length} messages are slow or expire after three days: moving the sandbox’s clock on.`,
			);
			await sandbox.control('POST', 'clock', { advanceMs: 73 * HOUR });
			still = 0;
		}
		await pause(500);
	}
	if (process.stdout.isTTY) console.log();
	return await messagesOf(sandbox, seeded);
}

/** A reason without what differs from recipient to recipient. */
function kindOf(reason: string): string {
	return reason
		.replace(/…\d*/g, '')
		.replace(/, with another text/, '')
		.replace(/(as )?(in )?item \d+.*/, 'as an earlier contact')
		.replace(/\s+/g, ' ')
		.trim();
}

function summary(contacts: number, rows: Row[], stored: Stored[], lost: string[]): string {
	const of = (status: string): number => rows.filter((row) => row.status === status).length;
	const accepted = rows.filter((row) => row.status === 'accepted');
	const price = stored.reduce((sum, message) => sum + message.price, 0).toFixed(2);
	const lines: Array<[string, string | number]> = [
		['Contacts in the file', contacts],
		['Accepted', accepted.length],
		...counted(
			rows
				.filter((row) => row.status !== 'accepted')
				.map((row) => `  ${row.status}: ${kindOf(row.reason ?? 'no reason given')}`),
		),
		['Refused, left out or duplicate', of('refused') + of('skipped') + of('duplicate')],
		['Segments', accepted.reduce((sum, row) => sum + (row.segments ?? 0), 0)],
		[`Price, ${stored[0]?.currency ?? ''}`, price],
		...counted(stored.map(({ status }) => status)).map(([status, count]): [string, number] => [
			`Message ${status}`,
			count,
		]),
		['Lost', lost.length],
		['Sent twice', stored.length - distinct(stored)],
	];
	return table([['', 'Count'], ...lines]);
}

/** How many of the messages differ in their number or text: a number may have two contacts, and gets the text of each. */
const distinct = (stored: readonly Stored[]): number =>
	new Set(stored.map(({ msisdn, text }) => `${msisdn} ${text}`)).size;

/** @returns what is missing or doubled between the file, the node's output and the service; nothing when all is well */
function audit(contacts: number, rows: Row[], stored: Stored[]): string[] {
	const faults: string[] = [];
	const known = new Set(['accepted', 'refused', 'skipped', 'duplicate']);
	if (rows.length !== contacts)
		faults.push(`${contacts} contacts went in, ${rows.length} came out`);
	for (const row of rows)
		if (!known.has(row.status) || (row.status !== 'accepted' && !row.reason))
			faults.push(`a contact has the status ${row.status} without a reason`);
	const byReference = new Map(stored.map((message) => [message.reference, message]));
	const accepted = rows.filter((row) => row.status === 'accepted');
	for (const row of accepted) {
		const message = byReference.get(row.reference);
		if (message === undefined)
			faults.push(`…${row.phone.slice(-4)} was accepted and the service does not know it`);
		else if (message.msisdn !== row.phone)
			faults.push(`…${row.phone.slice(-4)} went to another number`);
		else if (PENDING.includes(message.status))
			faults.push(`…${row.phone.slice(-4)} is still ${message.status}`);
	}
	if (stored.length !== accepted.length)
		faults.push(`${accepted.length} were accepted, the service holds ${stored.length}`);
	if (distinct(stored) !== stored.length) faults.push('a number got the same text twice');
	return faults;
}

async function demo(): Promise<number> {
	const cleanUps: Array<() => Promise<void>> = [];
	const cleanUp = async (): Promise<void> => {
		for (const job of cleanUps.splice(0).reverse()) await job().catch(() => undefined);
	};
	onInterrupt(cleanUp);
	try {
		const installed = await ensureN8n();
		if (!(await isBuilt())) await during('Building the package', async () => await build());
		const packed = await pack();
		cleanUps.push(async () => await removePacked(packed));
		const sandbox = await during(
			'Starting the sandbox',
			async () => await startSandboxProcess({ args: ['--quiet'] }),
		);
		cleanUps.push(async () => await sandbox.stop());
		const seeded = new Set((await messagesOf(sandbox, new Set())).map(({ id }) => id));
		const n8n = await during(
			`Starting n8n ${installed.version} with the packed package`,
			async () => {
				// Nobody opens its editor, whose files take a quarter of the start.
				const env = { N8N_DISABLE_UI: 'true' };
				const fresh = await N8n.create({ installed, tarball: packed.file, env });
				cleanUps.push(async () => await fresh.remove());
				await fresh.importCredentials(exampleCredentials(sandbox.url));
				await fresh.start();
				await fresh.login();
				const workflows = await exampleWorkflows(sandbox.url);
				await fresh.addWorkflows(workflows.filter(({ id }) => id === WORKFLOW));
				return fresh;
			},
		);
		const execution = await during(
			'Running “CRM contacts to personalized SMS”',
			async () => await n8n.runWorkflow(WORKFLOW, START),
		);
		if (execution.status !== 'success') {
			console.error(red(`The workflow failed: ${execution.error?.message ?? ''}`));
			if (execution.error?.description) console.error(execution.error.description);
			return 1;
		}
		const contacts = itemsOf(execution, READ).length;
		const rows = itemsOf(execution, SEND) as Row[];
		const stored = await watch(
			sandbox,
			seeded,
			rows.filter((row) => row.status === 'accepted').length,
		);
		const faults = contacts === 0 ? ['the file gave no contacts'] : audit(contacts, rows, stored);
		console.log(`\n${summary(contacts, rows, stored, faults)}\n`);
		for (const fault of faults.slice(0, 10)) console.error(red(`✘ ${fault}`));
		if (faults.length === 0)
			console.log(green('✔ Every contact is accounted for: nothing lost, nothing sent twice.'));
		return faults.length === 0 ? 0 : 1;
	} finally {
		await cleanUp();
	}
}

try {
	process.exitCode = await demo();
} catch (error) {
	console.error(red(error instanceof Error ? error.message : String(error)));
	process.exitCode = 1;
}
