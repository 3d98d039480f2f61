import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exampleCredentials, exampleWorkflows } from './examples.mts';
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
	/** Whether the examples are still to be added, or some of them. */
	lacksExamples?: true;
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

/** Writes down what an n8n was filled with. */
async function writeNote(home: string, note: Note): Promise<void> {
	await mkdir(home, { recursive: true });
	await writeFile(path.join(home, NOTE), JSON.stringify(note));
}

/** Puts the examples' credentials into an n8n that does not run, where it has none for these addresses. */
export async function renewCredentials(n8n: N8n, sandboxUrl: string, ports: Ports): Promise<void> {
	const note = await readNote(n8n.home);
	const { mailPort, modelPort } = ports;
	if (note?.sandboxUrl === sandboxUrl && note.mailPort === mailPort && note.modelPort === modelPort)
		return;
	await n8n.importCredentials(exampleCredentials(sandboxUrl, mailPort, modelUrlAt(modelPort)));
	const lacks = note ? note.lacksExamples : true;
	await writeNote(n8n.home, { ...(lacks && { lacksExamples: lacks }), sandboxUrl, ...ports });
}

/** Adds the example workflows to an n8n that runs, if no start has. Later what the user has changed or removed stays so. */
export async function addExamples(n8n: N8n): Promise<void> {
	const note = await readNote(n8n.home);
	if (note?.lacksExamples !== true) return;
	// A start that was interrupted may have added some.
	const there = await n8n.rest<Array<{ id: string }>>('GET', 'workflows');
	const missing = (await exampleWorkflows(note.sandboxUrl)).filter(
		({ id }) => !there.some((one) => one.id === id),
	);
	await n8n.addWorkflows(missing);
	const { sandboxUrl, mailPort, modelPort } = note;
	await writeNote(n8n.home, { sandboxUrl, mailPort, modelPort });
}
