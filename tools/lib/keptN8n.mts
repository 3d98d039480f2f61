import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { importExamples, importSandboxCredentials } from './examples.mts';
import { root } from './shell.mts';
import type { N8n } from './n8n.mts';

/** Where `npm start` keeps n8n's workflows, credentials and executions from one start to the next. */
export const KEPT_HOME = path.join(root(), '.work', 'start');
/** What was put into it, and for which addresses. */
const NOTE = 'filled.json';

interface Note {
	sandboxUrl: string;
	mailPort: number;
}

/** @returns the note of the last start; undefined when n8n was never filled */
async function readNote(home: string): Promise<Note | undefined> {
	const text = await readFile(path.join(home, NOTE), 'utf8').catch(() => undefined);
	return text === undefined ? undefined : (JSON.parse(text) as Note);
}

/** @returns the port on which the mailbox listened at the last start, so that n8n's credential stays true */
export async function lastMailPort(home: string): Promise<number | undefined> {
	return (await readNote(home))?.mailPort;
}

/** Forgets all that n8n kept. */
export async function forget(home: string): Promise<void> {
	await rm(home, { recursive: true, force: true });
}

/**
 * Puts the examples into an n8n at its first start. Later the user's changes to them stay as they are, and only the
 * sandbox's credentials are renewed, where an address is another one than before.
 */
export async function fill(n8n: N8n, sandboxUrl: string, mailPort: number): Promise<void> {
	const note = await readNote(n8n.home);
	if (note?.sandboxUrl === sandboxUrl && note.mailPort === mailPort) return;
	if (note === undefined) await importExamples(n8n, sandboxUrl, undefined, mailPort);
	else await importSandboxCredentials(n8n, sandboxUrl, mailPort);
	await mkdir(n8n.home, { recursive: true });
	await writeFile(path.join(n8n.home, NOTE), JSON.stringify({ sandboxUrl, mailPort }));
}
