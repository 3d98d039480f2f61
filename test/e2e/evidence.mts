import { readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { run } from '../../tools/lib/shell.mts';
import { settingsAsked } from './v3Settings.mts';
import { PACKAGE } from '../support/workflows.mts';
import type { N8n } from '../../tools/lib/n8n.mts';
import type { SandboxProcess } from '../../tools/lib/sandboxProcess.mts';

/** Settings of an n8n whose log is to be searched: what it writes at its most talkative, to its output and to its file. */
export const DEBUG_LOG: NodeJS.ProcessEnv = {
	N8N_LOG_LEVEL: 'debug',
	N8N_LOG_OUTPUT: 'console,file',
	N8N_LOG_FORMAT: 'json',
	...settingsAsked(),
};

/** The kinds of locations that are searched. */
export const LOCATIONS = [
	'files of n8n',
	'database of n8n',
	'execution data',
	'error texts',
	'log of n8n',
	'own words of n8n’s log',
	'output of n8n’s commands',
	'exported workflows',
	'log of the sandbox',
	'interface of the sandbox',
] as const;
export type Location = (typeof LOCATIONS)[number];

interface Piece {
	location: Location;
	name: string;
	bytes: Buffer;
}

/** Prints every row of every table, one a line. Runs in n8n's own Node.js: its database library is built for it. */
const DUMP = `
const { Database } = require(process.argv[1]);
const database = new Database(process.argv[2]);
const all = (sql) => new Promise((resolve, reject) => database.all(sql, (error, rows) => (error ? reject(error) : resolve(rows))));
(async () => {
	for (const { name } of await all("select name from sqlite_master where type = 'table'")) {
		for (const row of await all('select * from "' + name + '"')) process.stdout.write(JSON.stringify([name, row]) + '\\n');
	}
})().catch((error) => { console.error(error); process.exit(1); });
`;

/** Members of an error that say what it is about; its copy of the workflow's node is the user's own. */
const OWN_TO_USER = new Set(['node', 'workflow', 'pairedItem', 'itemIndex']);

function textsOf(value: unknown, into: string[], seen = new Set<object>()): void {
	if (typeof value === 'string' || typeof value === 'number') into.push(String(value));
	if (typeof value !== 'object' || value === null || seen.has(value)) return;
	seen.add(value);
	for (const [name, part] of Object.entries(value))
		if (!OWN_TO_USER.has(name) || typeof part !== 'object') textsOf(part, into, seen);
}

/** Whether another node than ours made an error: n8n's HTTP Request node keeps the whole request in its. */
const isForeign = (error: unknown): boolean => {
	const type = (error as { node?: { type?: unknown } } | null)?.node?.type;
	return typeof type === 'string' && !type.startsWith(PACKAGE);
};

/** The texts of every error and reason of our nodes in an execution's data, wherever it is. */
function errorTexts(value: unknown, into: string[], seen = new Set<object>()): void {
	if (typeof value !== 'object' || value === null || seen.has(value)) return;
	seen.add(value);
	for (const [name, part] of Object.entries(value)) {
		if (isForeign(part)) continue;
		if (name === 'error' || name === 'reason' || name === 'hints') textsOf(part, into);
		else errorTexts(part, into, seen);
	}
}

/** What a line of n8n's log says, without what n8n adds to an error that ends an execution: the user's node with its parameters, and other nodes' requests. */
function logTexts(line: string, into: string[]): void {
	let entry: { message?: unknown; metadata?: { error?: unknown } };
	try {
		entry = JSON.parse(line) as typeof entry;
	} catch {
		into.push(line);
		return;
	}
	textsOf(entry.message, into);
	const { error, ...rest } = entry.metadata ?? {};
	textsOf(rest, into);
	if (!isForeign(error)) textsOf(error, into);
}

/** Everything that a run wrote anywhere, gathered to be searched. */
export class Evidence {
	readonly #pieces: Piece[] = [];
	readonly #tokens = new Set<string>();
	#requests = 0;
	#forgotten = 0;

	#add(location: Location, name: string, content: string | Buffer): void {
		this.#pieces.push({ location, name, bytes: Buffer.from(content) });
	}

	#addLog(name: string, content: string): void {
		this.#add('log of n8n', name, content);
		const texts: string[] = [];
		for (const line of content.split('\n')) logTexts(line, texts);
		this.#add('own words of n8n’s log', name, texts.join('\n'));
	}

	/** What a sandbox shows of itself. Also before it is reset: it forgets its requests then. */
	async ofSandbox(sandbox: SandboxProcess): Promise<void> {
		for (const token of await sandbox.tokens()) this.#tokens.add(token);
		// Taken out, so that no line is counted twice.
		this.#add('log of the sandbox', 'output', sandbox.log.splice(0).join('\n'));
		for (const name of [
			'requests?limit=100000',
			'state',
			'stats',
			'config',
			'faults',
			'messages?limit=100000',
			'campaigns',
			'applications',
		]) {
			this.#add(
				'interface of the sandbox',
				name,
				JSON.stringify(await sandbox.control('GET', name)),
			);
		}
		const { total, data } = await sandbox.control<{ total: number; data: unknown[] }>(
			'GET',
			'requests?limit=100000',
		);
		this.#requests += data.length;
		this.#forgotten += total - data.length;
	}

	/** All that a stopped n8n left: its files, its database row by row, its exports, its log. */
	async ofN8n(n8n: N8n): Promise<void> {
		const exported = path.join(n8n.home, 'exported.json');
		for (const [command, ...args] of [
			['export:workflow', '--all'],
			['export:credentials', '--all'],
		]) {
			const result = await n8n.cli([command ?? '', ...args, `--output=${exported}`]);
			if (result.code !== 0)
				throw new Error(`n8n ${command ?? ''} did not succeed: ${result.stderr.slice(-500)}`);
			this.#add('exported workflows', command ?? '', await readFile(exported));
			await rm(exported);
		}
		for (const entry of await readdir(n8n.home, { recursive: true, withFileTypes: true })) {
			if (!entry.isFile() || entry.parentPath.includes('node_modules')) continue;
			const file = path.join(entry.parentPath, entry.name);
			const name = path.relative(n8n.home, file);
			if (/(^|\/)logs\//.test(name)) this.#addLog(name, await readFile(file, 'utf8'));
			else this.#add('files of n8n', name, await readFile(file));
		}
		this.#addLog('output of the server', n8n.log.join('\n'));
		for (const [index, text] of n8n.written.entries())
			this.#add('output of n8n’s commands', String(index), text);
		await this.#ofDatabase(n8n);
	}

	async #ofDatabase(n8n: N8n): Promise<void> {
		const require = createRequire(path.join(n8n.installed.directory, 'package.json'));
		const { parse } = require('flatted') as { parse(text: string): unknown };
		const dump = await run(
			n8n.installed.node,
			['-e', DUMP, require.resolve('sqlite3'), path.join(n8n.home, '.n8n', 'database.sqlite')],
			{},
		);
		if (dump.code !== 0) throw new Error(`The database cannot be read: ${dump.stderr.slice(-500)}`);
		for (const line of dump.stdout.split('\n').filter(Boolean)) {
			const [table, row] = JSON.parse(line) as [string, Record<string, unknown>];
			this.#add('database of n8n', table, line);
			if (table !== 'execution_data' || typeof row.data !== 'string') continue;
			const data = parse(row.data);
			const texts: string[] = [];
			errorTexts(data, texts);
			this.#add('error texts', `execution ${String(row.executionId)}`, texts.join('\n'));
			const all: string[] = [];
			textsOf(data, all);
			this.#add('execution data', `execution ${String(row.executionId)}`, all.join('\n'));
		}
	}

	/** Tokens that the sandboxes issued. */
	get tokens(): string[] {
		return [...this.#tokens];
	}

	/** Requests that the sandboxes show, and those that they no longer remembered. */
	get requests(): { shown: number; forgotten: number } {
		return { shown: this.#requests, forgotten: this.#forgotten };
	}

	get pieces(): number {
		return this.#pieces.length;
	}

	/** The locations that hold a text, each with the name of what is there. */
	where(text: string, locations: readonly Location[]): string[] {
		return this.#pieces
			.filter(({ location, bytes }) => locations.includes(location) && bytes.includes(text))
			.map(({ location, name }) => `${location}: ${name}`);
	}

	/** Everything in these locations that a pattern finds. */
	matches(pattern: RegExp, locations: readonly Location[]): string[] {
		return this.#pieces
			.filter(({ location }) => locations.includes(location))
			.flatMap(({ location, name, bytes }) =>
				(bytes.toString().match(pattern) ?? []).map((text) => `${location}: ${name}: ${text}`),
			);
	}
}

/** A secret as it is, and as it looks in base64, wherever in the encoded text it begins. */
export function formsOf(secret: string): string[] {
	const encoded = [0, 1, 2].map((shift) =>
		Buffer.from('x'.repeat(shift) + secret)
			.toString('base64')
			.slice(shift === 0 ? 0 : shift + 1)
			.replace(/=+$/, '')
			.slice(0, -1),
	);
	// A token is as good without its first part, which is the same for all.
	const [, ...parts] = secret.split('.');
	return [secret, ...encoded, ...parts];
}
