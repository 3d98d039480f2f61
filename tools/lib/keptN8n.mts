import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { importExamples, importSandboxCredentials } from './examples.mts';
import { modelUrlAt } from './languageModel.mts';
import { root } from './shell.mts';
import type { N8n } from './n8n.mts';

/** Where `npm start` keeps n8n's workflows, credentials and executions from one start to the next. */
export const KEPT_HOME = path.join(root(), '.work', 'start');
/** What was put into it, and for which addresses. */
const NOTE = 'filled.json';

/** Where the mailbox and the stand-in for a language model listen. */
export interface Ports {
	mailPort: number;
	modelPort: number;
}

interface Note extends Ports {
	sandboxUrl: string;
}

/** @returns the note of the last start; undefined when n8n was never filled */
async function readNote(home: string): Promise<Note | undefined> {
	const text = await readFile(path.join(home, NOTE), 'utf8').catch(() => undefined);
	return text === undefined ? undefined : (JSON.parse(text) as Note);
}

/** @returns the ports on which the mailbox and the language model listened at the last start, so that n8n's credentials stay true */
export async function lastPorts(home: string): Promise<Partial<Ports>> {
	return (await readNote(home)) ?? {};
}

/** Forgets all that n8n kept. */
export async function forget(home: string): Promise<void> {
	await rm(home, { recursive: true, force: true });
}

/**
 * Puts the examples into an n8n at its first start. Later the user's changes to them stay as they are, and only the
 * sandbox's credentials are renewed, where an address is another one than before.
 */
export async function fill(n8n: N8n, sandboxUrl: string, ports: Ports): Promise<void> {
	const note = await readNote(n8n.home);
	const { mailPort, modelPort } = ports;
	if (note?.sandboxUrl === sandboxUrl && note.mailPort === mailPort && note.modelPort === modelPort)
		return;
	const modelUrl = modelUrlAt(modelPort);
	if (note === undefined) await importExamples(n8n, sandboxUrl, undefined, mailPort, modelUrl);
	else await importSandboxCredentials(n8n, sandboxUrl, mailPort, modelUrl);
	await mkdir(n8n.home, { recursive: true });
	await writeFile(path.join(n8n.home, NOTE), JSON.stringify({ sandboxUrl, ...ports }));
}
