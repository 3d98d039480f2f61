import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { execa } from 'execa';
import getPort from 'get-port';

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

/** How a command ended, and what it wrote. */
export interface Finished {
	code: number;
	stdout: string;
	stderr: string;
}

/** How a command is started. */
export interface RunOptions {
	cwd?: string;
	/** The whole environment of the command; that of this process unless given. */
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

/** Ends the group of a process when this process ends, however it ends. */
function guard(child: ChildProcess): void {
	running.add(child);
	child.once('exit', () => running.delete(child));
	if (guarded) return;
	guarded = true;
	process.on('exit', () => {
		for (const other of running) signalGroup(other, 'SIGKILL');
	});
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	if (child.pid === undefined || hasEnded(child)) return;
	try {
		process.kill(-child.pid, signal);
	} catch {
		child.kill(signal);
	}
}

/** Whether a process has ended, by itself or by a signal. */
export function hasEnded(child: ChildProcess): boolean {
	return child.exitCode !== null || child.signalCode !== null;
}

/**
 * Starts a server or another command that goes on until it is stopped, in a process group of its own, so that whatever it
 * starts itself can be ended with it. (execa ends a command, but not a group, and its handle is a promise, which an async
 * function cannot return without waiting for the command's end.)
 */
export function start(command: string, args: string[], options: RunOptions = {}): ChildProcess {
	const { cwd, env = process.env, onLine, ipc } = options;
	const child = spawn(command, args, {
		cwd,
		env,
		stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
		detached: true,
	});
	guard(child);
	for (const stream of [child.stdout, child.stderr]) {
		if (!stream) continue;
		// What nobody reads is read all the same: a full pipe would hold the command up.
		if (onLine) createInterface(stream).on('line', (line) => line.trim() && onLine(line));
		else stream.resume();
	}
	return child;
}

/** Asks a process group to end, and ends it after `graceMs`. */
export async function stop(child: ChildProcess, graceMs = 10_000): Promise<void> {
	if (hasEnded(child)) return;
	const ended = new Promise((resolve) => child.once('exit', resolve));
	const grace = new AbortController();
	signalGroup(child, 'SIGTERM');
	void setTimeout(graceMs, undefined, { signal: grace.signal }).then(
		() => signalGroup(child, 'SIGKILL'),
		() => undefined,
	);
	await ended;
	grace.abort();
}

/** Ends a process group at once, as a crash does. */
export async function kill(child: ChildProcess): Promise<void> {
	if (hasEnded(child)) return;
	const ended = new Promise((resolve) => child.once('exit', resolve));
	signalGroup(child, 'SIGKILL');
	await ended;
}

/**
 * Runs a command to its end and returns what it wrote; a failure of the command is in `code`.
 * @throws Error when the command cannot be started
 */
export async function run(
	command: string,
	args: string[],
	{ cwd, env = process.env, onLine, timeoutMs }: RunOptions = {},
): Promise<Finished> {
	const child = execa(command, args, {
		cwd,
		env,
		extendEnv: false,
		stdin: 'ignore',
		detached: true,
		reject: false,
		stripFinalNewline: false,
	});
	guard(child);
	const limit = new AbortController();
	if (timeoutMs !== undefined)
		void setTimeout(timeoutMs, undefined, { signal: limit.signal }).then(
			() => signalGroup(child, 'SIGKILL'),
			() => undefined,
		);
	if (onLine) {
		for (const stream of [child.stdout, child.stderr])
			createInterface(stream).on('line', (line) => line.trim() && onLine(line));
	}
	const { exitCode, signal, stdout, stderr, originalMessage } = await child;
	limit.abort();
	// Without a code and without a signal it never ran.
	if (exitCode === undefined && signal === undefined)
		throw new Error(originalMessage ?? `${command} could not be started.`);
	return { code: exitCode ?? 1, stdout, stderr };
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

/** Ports that systems do not give to connections by themselves: one that is free now is hardly taken until a program listens on it. */
const PORTS = { from: 15_000, to: 32_000 } as const;
/** How many are looked at. */
const PORTS_TRIED = 50;

/** @returns a port of the loopback interface that is free now: `wanted`, unless something listens there. */
export async function freePort(wanted?: number): Promise<number> {
	const others = Array.from({ length: PORTS_TRIED }, () => randomInt(PORTS.from, PORTS.to));
	const port = wanted === undefined ? others : [wanted, ...others];
	return await getPort({ host: '127.0.0.1', port });
}

/** Waits. */
export async function pause(milliseconds: number): Promise<void> {
	await setTimeout(milliseconds);
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
