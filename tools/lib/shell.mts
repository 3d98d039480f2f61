import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** The package's folder: npm scripts run there. @throws Error elsewhere. */
export function root(): string {
	const folder = process.cwd();
	const file = path.join(folder, 'package.json');
	const name = existsSync(file)
		? (JSON.parse(readFileSync(file, 'utf8')) as { name?: string }).name
		: undefined;
	if (name !== 'n8n-nodes-messaging-service')
		throw new Error('Run this in the folder of n8n-nodes-messaging-service.');
	return folder;
}

export interface Finished {
	code: number;
	stdout: string;
	stderr: string;
}

export interface RunOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	/** Is told each line of output as it comes. */
	onLine?: (line: string) => void;
	/** Milliseconds after which the command is ended. */
	timeoutMs?: number;
	/** Opens a channel for messages between the two processes. */
	ipc?: boolean;
}

const running = new Set<ChildProcess>();
let guarded = false;

/** Ends what was started and still runs when this process ends, however it ends. */
function guard(): void {
	if (guarded) return;
	guarded = true;
	process.on('exit', () => {
		for (const child of running) signalGroup(child, 'SIGKILL');
	});
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
	try {
		process.kill(-child.pid, signal);
	} catch {
		child.kill(signal);
	}
}

/**
 * Starts a command in a process group of its own, which ends with this process at the latest.
 * `onLine` is told each line of its output.
 */
export function start(command: string, args: string[], options: RunOptions = {}): ChildProcess {
	guard();
	const child = spawn(command, args, {
		cwd: options.cwd,
		env: options.env ?? process.env,
		stdio: ['ignore', 'pipe', 'pipe', ...(options.ipc ? (['ipc'] as const) : [])],
		detached: true,
	});
	running.add(child);
	child.once('exit', () => running.delete(child));
	for (const stream of [child.stdout, child.stderr]) {
		let rest = '';
		stream?.setEncoding('utf8');
		stream?.on('data', (chunk: string) => {
			if (!options.onLine) return;
			const lines = (rest + chunk).split('\n');
			rest = lines.pop() ?? '';
			for (const line of lines) if (line.trim()) options.onLine(line);
		});
	}
	return child;
}

/** Asks a process group to end, and ends it after `graceMs`. */
export async function stop(child: ChildProcess, graceMs = 10_000): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	await new Promise<void>((resolve) => {
		const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
		child.once('exit', () => {
			clearTimeout(timer);
			resolve();
		});
		signalGroup(child, 'SIGTERM');
	});
}

/** Ends a process group at once, as a crash does. */
export async function kill(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const ended = new Promise((resolve) => child.once('exit', resolve));
	signalGroup(child, 'SIGKILL');
	await ended;
}

/** Runs a command to its end and returns what it wrote; a failure of the command is in `code`. */
export async function run(
	command: string,
	args: string[],
	options: RunOptions = {},
): Promise<Finished> {
	const child = start(command, args, options);
	const out: string[] = [];
	const err: string[] = [];
	child.stdout?.on('data', (chunk: string) => out.push(chunk));
	child.stderr?.on('data', (chunk: string) => err.push(chunk));
	return await new Promise((resolve, reject) => {
		const timer =
			options.timeoutMs === undefined
				? undefined
				: setTimeout(() => signalGroup(child, 'SIGKILL'), options.timeoutMs);
		child.once('error', reject);
		child.once('close', (code) => {
			clearTimeout(timer);
			resolve({ code: code ?? 1, stdout: out.join(''), stderr: err.join('') });
		});
	});
}

/** Runs a command. @throws Error with the end of its output when it fails. */
export async function must(
	command: string,
	args: string[],
	options: RunOptions = {},
): Promise<Finished> {
	const result = await run(command, args, options);
	if (result.code !== 0) {
		const tail = `${result.stdout}\n${result.stderr}`.trim().split('\n').slice(-30).join('\n');
		throw new Error(
			`${path.basename(command)} ${args.join(' ')} ended with code ${result.code}:\n${tail}`,
		);
	}
	return result;
}

/** @returns a port of the loopback interface that is free now. */
export async function freePort(): Promise<number> {
	return await new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen(0, '127.0.0.1', () => {
			const { port } = server.address() as AddressInfo;
			server.close(() => resolve(port));
		});
	});
}

/** @returns whether nothing listens on this loopback port. */
export async function isFree(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});
}

export async function pause(milliseconds: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Asks `condition` every `everyMs` until it gives a value.
 * @throws Error naming `what` after `timeoutMs`.
 */
export async function until<T>(
	what: string,
	condition: () => Promise<T | undefined>,
	timeoutMs: number,
	everyMs = 250,
): Promise<T> {
	const end = Date.now() + timeoutMs;
	for (;;) {
		const value = await condition();
		if (value !== undefined) return value;
		if (Date.now() > end) throw new Error(`${what}: not within ${Math.round(timeoutMs / 1000)} s.`);
		await pause(everyMs);
	}
}

/** Runs `cleanUp` once on Ctrl-C or SIGTERM, then ends the process with the signal's code. A second Ctrl-C ends it at once. */
export function onInterrupt(cleanUp: () => Promise<void>): void {
	let asked = 0;
	for (const [signal, code] of [
		['SIGINT', 130],
		['SIGTERM', 143],
	] as const) {
		process.on(signal, () => {
			// A terminal signals the whole group, and npm and tsx pass it on: what comes at the same moment is one Ctrl-C.
			if (asked !== 0 && Date.now() - asked < 1000) return;
			if (asked !== 0) process.exit(code);
			asked = Date.now();
			void cleanUp().finally(() => process.exit(code));
		});
	}
}
